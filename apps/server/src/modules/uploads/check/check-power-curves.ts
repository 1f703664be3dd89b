import type { BodyOf } from '@solvane/contract/endpoint';
import type { SegmentId } from '@solvane/contract/ids';
import type { PowerCurveWire, powerCurveEndpoints } from '@solvane/contract/models';
import { compatibleInstant, parseLocalTime } from '@solvane/energy/time/local-time';
import { POWER_CURVE_TYPES, type PowerCurveType } from '@solvane/energy/wind/power-curve-types';
import { type CurveRanges, readRanges, readResolution } from './curve-ranges.ts';
import type { Findings, UploadTable } from './findings.ts';
import { type Known, type KnownDevice, readDevice } from './known.ts';
import { RowReader } from './read-cells.ts';

export interface PowerCurvePlan {
  curves: BodyOf<typeof powerCurveEndpoints.save>[];
}

type Point = PowerCurveWire['points'][number];

interface Metadata extends CurveRanges {
  row: RowReader;
  curveId: string;
  type: PowerCurveType;
  airDensity: number;
  airDensityMin: number;
  airDensityMax: number;
  windDirectionMin: number;
  windDirectionMax: number;
  /** On the clock of the site; null: not limited. */
  startMs: number | null;
  endMs: number | null;
  resolution: number;
}

const DENSITY = { lowest: 0, highest: 2, meant: 1.225 } as const;
/** Curves are made for air as it occurs. */
const LOWEST_DENSITY = 0.5;
const FULL_CIRCLE = 360;

/** Power curves in three tables: what each is, its points, and its turbines. */
export function checkPowerCurves(tables: readonly UploadTable[], known: Known, findings: Findings): PowerCurvePlan {
  const [metadataTable, pointTable, deviceTable] = tables;
  if (!metadataTable || !pointTable || !deviceTable) return { curves: [] };
  const rows = metadataTable.rows.flatMap((row) => readMetadata(new RowReader(row, metadataTable, findings)));
  const ids = new Set(metadataTable.rows.map((row) => new RowReader(row, metadataTable, findings).raw('curveId')));
  const points = readPoints(pointTable, findings, ids);
  const devices = readAssignments(deviceTable, findings, { known, ids });
  for (const versions of Map.groupBy(rows, ({ curveId }) => curveId).values()) checkPeriods(versions);
  const curves = rows.flatMap((metadata) => toCurve(metadata, { points, devices, known, isAlone: isAlone(metadata, rows) }));
  for (const { metadata, curve } of curves) checkOthers(metadata, curve, { known, names: new Set(curves.map((each) => each.curve.name)) });
  return { curves: curves.map(({ curve }) => curve) };
}

function readMetadata(row: RowReader): Metadata[] {
  const curveId = row.text('curveId');
  const type = readType(row);
  const airDensity = row.numberOr('airDensity', DENSITY.meant);
  const airDensityMin = row.numberOr('airDensityMin', DENSITY.lowest);
  const airDensityMax = row.numberOr('airDensityMax', DENSITY.highest);
  checkDensities(row, { airDensity, airDensityMin, airDensityMax });
  const windDirectionMin = readDirection(row, 'windDirectionMin', 0);
  const windDirectionMax = readDirection(row, 'windDirectionMax', FULL_CIRCLE);
  if (windDirectionMin !== undefined && windDirectionMin === windDirectionMax) row.refuse('directionOrder', 'windDirectionMax');
  const startMs = readTime(row, 'effectiveStart');
  const endMs = readTime(row, 'effectiveEnd');
  if (startMs != null && endMs != null && startMs >= endMs) row.refuse('effectiveOrder', 'effectiveEnd');
  const resolution = readResolution(row);
  const ranges = readRanges(row, resolution);
  if (curveId === undefined || !type || airDensity === undefined || airDensityMin === undefined || airDensityMax === undefined) return [];
  if (windDirectionMin === undefined || windDirectionMax === undefined || startMs === undefined || endMs === undefined) return [];
  if (resolution === undefined || !ranges) return [];
  const densities = { airDensity, airDensityMin, airDensityMax };
  return [{ row, curveId, type, ...densities, windDirectionMin, windDirectionMax, startMs, endMs, resolution, ...ranges }];
}

function readType(row: RowReader): PowerCurveType | undefined {
  const text = row.text('type');
  if (text === undefined) return undefined;
  const type = POWER_CURVE_TYPES.find((each) => each.toLowerCase() === text.toLowerCase());
  return type ?? row.refuse('curveTypeUnknown', 'type', { value: text, allowed: POWER_CURVE_TYPES.join(', ') });
}

/** Above 0 and below 2; both ends themselves mean no limit. */
function checkDensities(
  row: RowReader,
  { airDensity, airDensityMin, airDensityMax }: Record<'airDensity' | 'airDensityMin' | 'airDensityMax', number | undefined>,
): void {
  const isLimit = (value: number) => value >= DENSITY.lowest && value <= DENSITY.highest;
  if (airDensity !== undefined && !(airDensity >= LOWEST_DENSITY && airDensity < DENSITY.highest))
    row.refuse('densityRange', 'airDensity', { value: airDensity });
  if (airDensityMin !== undefined && !isLimit(airDensityMin)) row.refuse('densityRange', 'airDensityMin', { value: airDensityMin });
  if (airDensityMax !== undefined && !isLimit(airDensityMax)) row.refuse('densityRange', 'airDensityMax', { value: airDensityMax });
  if (airDensityMin !== undefined && airDensityMax !== undefined && airDensityMin >= airDensityMax)
    row.refuse('densityOrder', 'airDensityMax');
}

/** Above 0 and below 360; both ends themselves mean no limit. */
function readDirection(row: RowReader, column: string, meant: number): number | undefined {
  const value = row.numberOr(column, meant);
  if (value === undefined || (value >= 0 && value <= FULL_CIRCLE)) return value;
  return row.refuse('directionRange', column, { value });
}

/** null: the cell is empty, which means no limit. */
function readTime(row: RowReader, column: string): number | null | undefined {
  const text = row.raw(column);
  if (text === '') {
    row.warnDefault(column);
    return null;
  }
  return parseLocalTime(text) ?? row.refuse('dateInvalid', column, { value: text });
}

function readPoints(table: UploadTable, findings: Findings, ids: ReadonlySet<string>): Map<string, Point[]> {
  const points = new Map<string, Point[]>();
  for (const tableRow of table.rows) {
    const row = new RowReader(tableRow, table, findings);
    const curveId = row.text('curveId');
    if (curveId !== undefined && !ids.has(curveId)) row.refuse('curveMissingInMetadata', 'curveId', { curve: curveId });
    if (row.raw('windSpeed') === '' && row.raw('power') === '') {
      row.refuse('rowWithoutValues', undefined);
      continue;
    }
    const windSpeed = row.requiredNumber('windSpeed', { min: 0, max: 80 });
    const power = row.requiredNumber('power', { min: 0, max: 100_000 });
    if (curveId === undefined || windSpeed === undefined || power === undefined) continue;
    const own = points.get(curveId) ?? [];
    points.set(curveId, own);
    if (own.some((point) => point.windSpeed === windSpeed)) row.refuse('speedTwice', 'windSpeed', { curve: curveId, value: windSpeed });
    else own.push({ windSpeed, power });
  }
  return points;
}

function readAssignments(
  table: UploadTable,
  findings: Findings,
  { known, ids }: { known: Known; ids: ReadonlySet<string> },
): Map<string, KnownDevice[]> {
  const byId = new Map<string, KnownDevice>(known.devices.map((device) => [device.segmentId, device]));
  const assigned = new Map<string, KnownDevice[]>();
  for (const tableRow of table.rows) {
    const row = new RowReader(tableRow, table, findings);
    const curveId = row.text('curveId');
    const device = readDevice(row, byId);
    if (curveId !== undefined && !ids.has(curveId)) row.refuse('curveMissingInMetadata', 'curveId', { curve: curveId });
    if (curveId === undefined || !device) continue;
    if (device.segmentType !== 'WindTurbine') {
      row.refuse('deviceType', 'deviceId', { device: device.segmentId, type: device.segmentType });
      continue;
    }
    const own = assigned.get(curveId) ?? [];
    assigned.set(curveId, own);
    if (own.includes(device)) row.refuse('assignedTwice', 'deviceId', { device: device.segmentId, curve: curveId });
    else own.push(device);
  }
  return assigned;
}

function isAlone({ curveId }: Metadata, rows: readonly Metadata[]): boolean {
  return rows.filter((row) => row.curveId === curveId).length === 1;
}

/** Effective periods of one curve must not overlap. */
function checkPeriods(versions: readonly Metadata[]): void {
  versions.forEach((version, at) => {
    const other = versions.slice(0, at).find((earlier) => overlap(earlier, version));
    if (other) version.row.refuse('effectiveOverlap', 'effectiveStart', { curve: version.curveId, other: other.row.number });
  });
}

function overlap(a: Pick<Metadata, 'startMs' | 'endMs'>, b: Pick<Metadata, 'startMs' | 'endMs'>): boolean {
  const start = ({ startMs }: Pick<Metadata, 'startMs'>) => startMs ?? Number.NEGATIVE_INFINITY;
  const end = ({ endMs }: Pick<Metadata, 'endMs'>) => endMs ?? Number.POSITIVE_INFINITY;
  return start(a) < end(b) && start(b) < end(a);
}

interface Parts {
  points: ReadonlyMap<string, readonly Point[]>;
  devices: ReadonlyMap<string, readonly KnownDevice[]>;
  known: Known;
  isAlone: boolean;
}

function toCurve(metadata: Metadata, parts: Parts): { metadata: Metadata; curve: PowerCurvePlan['curves'][number] }[] {
  const { row, curveId, type, airDensity, airDensityMin, airDensityMax, windDirectionMin, windDirectionMax } = metadata;
  const points = parts.points.get(curveId) ?? [];
  if (points.length < 2) row.refuse(points.length === 0 ? 'curveWithoutPoints' : 'tooFewPoints', 'curveId', { curve: curveId });
  const devices = parts.devices.get(curveId) ?? [];
  const [first] = devices;
  if (!first) return row.refuse('curveWithoutDevices', 'curveId', { curve: curveId }) ?? [];
  checkDevices(metadata, first, devices);
  const instant = (localMs: number | null) => (localMs === null ? null : compatibleInstant(localMs, first.zone));
  const name = parts.isAlone ? curveId : `${curveId} (${row.raw('effectiveStart') || '1970-01-01'})`;
  const before = parts.known.curves.find(
    (curve) => curve.enterpriseId === first.enterpriseId && curve.name.toLowerCase() === name.toLowerCase(),
  );
  if (before) row.refuse('curveReplaced', 'curveId', { curve: name });
  return [
    {
      metadata,
      curve: {
        id: before?.id ?? null,
        enterpriseId: first.enterpriseId,
        name,
        type,
        points: points.toSorted((a, b) => a.windSpeed - b.windSpeed),
        ...{ airDensity, airDensityMin, airDensityMax, windDirectionMin, windDirectionMax },
        dayRange: metadata.dayRange,
        timeRange: metadata.timeRange,
        effectiveStartMs: instant(metadata.startMs),
        effectiveEndMs: instant(metadata.endMs),
        resolutionMinutes: metadata.resolution,
        segmentIds: devices.map(({ segmentId }) => segmentId),
      },
    },
  ];
}

function checkDevices(metadata: Metadata, first: KnownDevice, devices: readonly KnownDevice[]): void {
  const { row, curveId } = metadata;
  if (devices.some(({ enterpriseId }) => enterpriseId !== first.enterpriseId))
    row.refuse('curveInSeveralEnterprises', 'curveId', { curve: curveId });
  const slow = devices.find(({ stepMs }) => stepMs !== metadata.resolution * 60_000);
  if (slow)
    row.refuse('resolutionDiffers', 'resolution', { minutes: metadata.resolution, device: slow.segmentId, known: slow.stepMs / 60_000 });
  const isLimited = metadata.startMs !== null || metadata.endMs !== null;
  if (isLimited && devices.some(({ zone }) => zone !== first.zone))
    row.refuse('curveInSeveralZones', 'effectiveStart', { zone: first.zone });
}

/** Two curves of one type for a turbine under the same conditions at the same time: which of them applies would be ambiguous. */
function checkOthers(
  { row }: Metadata,
  curve: PowerCurvePlan['curves'][number],
  { known, names }: { known: Known; names: ReadonlySet<string> },
): void {
  const segmentIds = new Set<SegmentId>(curve.segmentIds);
  const periodOf = ({ effectiveStartMs, effectiveEndMs }: Pick<PowerCurveWire, 'effectiveStartMs' | 'effectiveEndMs'>) => ({
    startMs: effectiveStartMs,
    endMs: effectiveEndMs,
  });
  const other = known.curves.find(
    (each) =>
      !names.has(each.name) &&
      each.type === curve.type &&
      each.segmentIds.some((segmentId) => segmentIds.has(segmentId)) &&
      CONDITIONS.every((name) => JSON.stringify(each[name]) === JSON.stringify(curve[name])) &&
      overlap(periodOf(each), periodOf(curve)),
  );
  if (other) row.refuse('curveOverlapsOther', 'curveId', { curve: curve.name, other: other.name });
}

const CONDITIONS = [
  'airDensity',
  'airDensityMin',
  'airDensityMax',
  'windDirectionMin',
  'windDirectionMax',
  'dayRange',
  'timeRange',
] as const;
