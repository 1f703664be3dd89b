import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { hasSignal } from '@solvane/energy/devices/segment-signals';
import { isSegmentType } from '@solvane/energy/devices/segment-types';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { type LocalTimeMs, parseLocalTime, resolveLocalTime } from '@solvane/energy/time/local-time';
import { convertUnit, isUnit, parseUnit } from '@solvane/energy/units/units';
import type { Findings, UploadTable } from './findings.ts';
import { type Known, type KnownDevice, readDevice } from './known.ts';
import { RowReader } from './read-cells.ts';

/** Values of one signal of a device in the unit of the catalogue, ascending in time. */
export interface ManualSeries {
  siteId: SiteId;
  segmentId: SegmentId;
  apCode: string;
  timesMs: Float64Array<ArrayBuffer>;
  values: Float64Array<ArrayBuffer>;
}

export interface ManualDataPlan {
  series: ManualSeries[];
}

interface OpenSeries {
  device: KnownDevice;
  apCode: string;
  points: Map<number, number>;
  /** Local times that a clock showed twice, with the row of the first. */
  ambiguous: Map<LocalTimeMs, RowReader>;
}

/** Values that users enter for signals of devices, on the clock of the site. */
export function checkManualData([table]: readonly UploadTable[], known: Known, findings: Findings): ManualDataPlan {
  if (!table) return { series: [] };
  const devices = new Map<string, KnownDevice>(known.devices.map((device) => [device.segmentId, device]));
  const open = new Map<string, OpenSeries>();
  for (const tableRow of table.rows) readRow(new RowReader(tableRow, table, findings), { devices, open, nowMs: known.nowMs });
  for (const { ambiguous } of open.values())
    for (const row of ambiguous.values()) row.refuse('timestampAmbiguous', 'timestamp', { value: row.raw('timestamp') });
  return { series: [...open.values()].flatMap(toSeries) };
}

interface Reading {
  devices: ReadonlyMap<string, KnownDevice>;
  /** By device and signal; grows. */
  open: Map<string, OpenSeries>;
  nowMs: number;
}

function readRow(row: RowReader, { devices, open, nowMs }: Reading): void {
  const device = readDevice(row, devices);
  const apCode = device && readSignal(row, device);
  const value = row.requiredNumber('value');
  const localMs = readTimestamp(row);
  if (!device || apCode === undefined) return;
  const inUnit = value === undefined ? undefined : toCanonical(row, apCode, value);
  if (localMs === undefined) return;
  const key = `${device.segmentId} ${apCode}`;
  const series = open.get(key) ?? { device, apCode, points: new Map(), ambiguous: new Map() };
  open.set(key, series);
  const instantMs = toInstant(row, localMs, series);
  if (instantMs !== undefined && inUnit !== undefined) addPoint(row, series, { instantMs, value: inUnit, nowMs });
}

function addPoint(
  row: RowReader,
  { device: { stepMs }, points }: OpenSeries,
  { instantMs, value, nowMs }: { instantMs: number; value: number; nowMs: number },
): void {
  const time = { value: row.raw('timestamp') };
  if (instantMs % stepMs !== 0) row.refuse('timestampBesideInterval', 'timestamp', { minutes: stepMs / 60_000 });
  else if (instantMs + stepMs > nowMs) row.refuse('timestampAhead', 'timestamp', time);
  else if (points.has(instantMs)) row.refuse('pointTwice', 'timestamp', time);
  else points.set(instantMs, value);
}

/** A quantity that the device can have and that can be entered. */
function readSignal(row: RowReader, { segmentType }: KnownDevice): string | undefined {
  const text = row.text('signal');
  if (text === undefined) return undefined;
  const [apCode = ''] = text.split('||');
  if (!findSignalDefinition(`${apCode}||Raw`) && !findSignalDefinition(`${apCode}||Calculated`))
    return row.refuse('signalUnknown', 'signal', { signal: text });
  if (!findSignalDefinition(`${apCode}||ManualOverride`)) return row.refuse('signalNotManual', 'signal', { signal: apCode });
  if (!isSegmentType(segmentType) || !hasSignal(segmentType, apCode))
    return row.refuse('signalNotOfDevice', 'signal', { signal: apCode, type: segmentType });
  return apCode;
}

function toCanonical(row: RowReader, apCode: string, value: number): number | undefined {
  const text = row.raw('unit');
  const wanted = findSignalDefinition(`${apCode}||ManualOverride`)?.unit ?? '';
  if (text === '' || text === wanted) return value;
  const given = parseUnit(text);
  try {
    if (given !== undefined && isUnit(wanted)) return convertUnit(value, given, wanted);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return row.refuse('unitUnknown', 'unit', { unit: text, expected: wanted });
}

function readTimestamp(row: RowReader): LocalTimeMs | undefined {
  const text = row.text('timestamp');
  if (text === undefined) return undefined;
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(text) && /[T ]\d{2}:/.test(text)) return row.refuse('timestampHasZone', 'timestamp', { value: text });
  return parseLocalTime(text) ?? row.refuse('timestampFormat', 'timestamp', { value: text });
}

/** Of two rows with a time that the clock showed twice, the first is the earlier one. */
function toInstant(row: RowReader, localMs: LocalTimeMs, { device, ambiguous, points }: OpenSeries): number | undefined {
  const read = resolveLocalTime(localMs, device.zone);
  if (read.kind === 'ok') return read.instantMs;
  if (read.kind === 'nonexistent') return row.refuse('timestampSkipped', 'timestamp', { value: row.raw('timestamp'), zone: device.zone });
  if (!points.has(read.earlierMs)) {
    ambiguous.set(localMs, row);
    return read.earlierMs;
  }
  ambiguous.delete(localMs);
  return read.laterMs;
}

function toSeries({ device: { siteId, segmentId }, apCode, points }: OpenSeries): ManualSeries[] {
  if (points.size === 0) return [];
  const timesMs = Float64Array.from([...points.keys()].sort((a, b) => a - b));
  return [{ siteId, segmentId, apCode, timesMs, values: timesMs.map((timeMs) => points.get(timeMs) ?? Number.NaN) }];
}
