import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { ImportMapping } from '@solvane/contract/import-mapping';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { isUnit, type Unit } from '@solvane/energy/units/units';
import type { SeriesRegistry } from '../../../signals/series-registry.ts';
import type { SignalTables, TableFile } from '../../../signals/signal-tables.ts';
import type { SignalWriter } from '../../../signals/signal-writer.ts';
import { numbersOf, textsOf } from '../../../signals/sql/native-format.ts';
import { type ArrivalDeps, recordArrivals, type SiteArrival } from '../ingest/arrivals.ts';
import { ingestEvents } from '../ingest/ingest-events.ts';
import { latestMs } from '../ingest/instants.ts';
import { resolveSeries, type SeriesTarget, type WritableSegment } from '../ingest/resolve-series.ts';
import { ImportRefused, type Misfit, refuseUnreadable } from './import-refused.ts';
import { endEventsOfPast, readImportedEvents } from './imported-events.ts';
import type { LocalRange } from './local-time-sql.ts';
import { type PlainFile, usePlainFile } from './plain-file.ts';
import { countRepeatedRows, repeatedSlots } from './repeated-times.ts';
import { checksOf, devicesOf, LISTED_LINES, placeSql, reportStatement } from './report-sql.ts';
import { readTableSample } from './source-file.ts';
import type { RepeatedSlots } from './stage-sql.ts';
import { columnsOf, judgedRows, rangeStatement, stagedRows } from './stage-sql.ts';
import { tableFileOf } from './table-file.ts';

export interface ImportDeps extends ArrivalDeps {
  signals: SignalWriter & SignalTables;
  registry: SeriesRegistry;
}

export interface ImportProblem {
  what: string;
  count: number;
  lines: number[];
}

export interface FileImport {
  rows: number;
  points: number;
  events: number;
  /** Start of the first and of the last interval; null: no row had a usable time. */
  firstMs: number | null;
  lastMs: number | null;
  problems: ImportProblem[];
  series: { segmentId: string; signal: string; points: number }[];
}

interface Background {
  lane: 'background';
  signal: AbortSignal;
}

interface StagedSeries {
  target: SeriesTarget;
  /** Text in the device column; undefined: the column belongs to one device. */
  device: string | undefined;
  column: number;
}

export interface FileImportOptions {
  path: string;
  mapping: ImportMapping;
  segments: ReadonlyMap<string, WritableSegment>;
  dryRun: boolean;
  signal: AbortSignal;
  /** Called between reading and writing. */
  onRead?: () => Promise<void>;
}

/** Reads one file by a mapping. A dry run does everything but write. */
export async function importFile(
  deps: ImportDeps,
  { path, mapping, segments, dryRun, signal, onRead }: FileImportOptions,
): Promise<FileImport> {
  const { signals, now } = deps;
  // An import delays no screen.
  const background = { lane: 'background', signal } as const;
  const series = stageSeries(mapping, segments);
  const read = async (source: string): Promise<FileImport> => {
    const latest = latestMs(now());
    const units = mapping.signals.map((column) => unitOf(column.signal));
    // Texts are taken apart once; what they say is counted, written and searched for events.
    return useStaged(signals, { path, sql: stagedRows({ source, mapping, units }), background }, async (staged) => {
      const range = await readClockRange(signals, rangeStatement(staged, mapping, latest), background);
      const { rows, report } = await readRows(signals, staged, { path, mapping, series, background, latestMs: latest, range });
      await onRead?.();
      return dryRun ? report : await write(deps, rows, { mapping, series, segments, report, background });
    });
  };
  return usePlainFile(path, mapping.format, async (plain) => signals.useFile(await describeFile(path, plain, mapping), read, background));
}

const DAY_MS = 86_400_000;

/** Every column of every device, with what it becomes. @throws ImportRefused naming all that cannot be */
function stageSeries(mapping: ImportMapping, segments: ReadonlyMap<string, WritableSegment>): StagedSeries[] {
  const devices = namesOf(mapping);
  const misfits: Misfit[] = [];
  const series = mapping.signals.flatMap((column, index) => {
    const owners = column.segmentId === undefined ? devices : [[undefined, column.segmentId] as const];
    return owners.flatMap(([device, segmentId]) => {
      const resolution = resolveSeries({ segmentId, signal: column.signal, unit: column.unit }, segments);
      if ('target' in resolution) return [{ target: resolution.target, device, column: index }];
      misfits.push({ column: column.column, segmentId, signal: column.signal, reason: resolution.reason });
      return [];
    });
  });
  if (misfits.length > 0) {
    const lines = misfits.map(({ column, segmentId, signal, reason }) => `${column} → ${segmentId} ${signal}: ${reason}`);
    throw new ImportRefused(`The mapping does not fit the fleet:\n  ${[...new Set(lines)].join('\n  ')}`, misfits);
  }
  refuseShared(series, mapping);
  return series;
}

/** Texts of the device column and their segments; without a text where the file is one device's. */
function namesOf({ device }: ImportMapping): (readonly [name: string | undefined, segmentId: string])[] {
  if (device === undefined) return [];
  return 'column' in device ? Object.entries(device.segments) : [[undefined, device.segmentId]];
}

/** Of two columns of one signal the later would overwrite the earlier in every row. */
function refuseShared(series: readonly StagedSeries[], { signals }: ImportMapping): void {
  const bySignal = Map.groupBy(series, ({ target }) => `${target.segmentId} ${target.apCode}||${target.calcType}`);
  const shared = [...bySignal].flatMap(([signal, own]) => {
    const columns = [...new Set(own.map(({ column }) => signals[column]?.column ?? ''))];
    return columns.length > 1 ? [`${columns.join(', ')} → ${signal}`] : [];
  });
  if (shared.length === 0) return;
  throw new ImportRefused(
    `Several columns are mapped to one signal. Give each its own: ActivePower||Min, ||Max and ||StdDev of the same quantity, another segmentId, or leave it out.\n  ${shared.join('\n  ')}`,
  );
}

interface ReadRows {
  path: string;
  mapping: ImportMapping;
  series: readonly StagedSeries[];
  background: Background;
  latestMs: number;
  range: LocalRange;
}

/** Judged rows and what is in them. Nearly always one pass tells that no two rows of a device have one time. */
async function readRows(
  signals: SignalTables,
  staged: string,
  { path, mapping, series, background, latestMs: latest, range }: ReadRows,
): Promise<{ rows: string; report: FileImport }> {
  const judge = (slots?: RepeatedSlots) => judgedRows(staged, { mapping, latestMs: latest, range, ...(slots && { slots }) });
  const first = judge();
  const read = await readReport(signals, first, { mapping, series, background });
  if (!read.repeatsTimes || mapping.signals.length === 0) return { rows: first, report: read.report };
  const slots = await repeatedSlots(signals, first, background);
  const rows = slots.kind === 'none' ? first : judge(slots);
  const { report, timed } = slots.kind === 'none' ? read : await readReport(signals, rows, { mapping, series, background });
  const { count, lines } = await countRepeatedRows(signals, rows, { path, mapping, known: timed, options: background });
  if (count > 0) report.problems.push({ what: 'sameTime', count, lines });
  return { rows, report };
}

async function describeFile(path: string, plain: PlainFile, mapping: ImportMapping): Promise<TableFile> {
  const { format } = mapping;
  const wanted = columnsOf(mapping);
  if (plain.kind === 'parquet') return tableFileOf(plain, { ...format, columns: wanted });
  const { columns } = await readTableSample(plain.path, { ...format, delimiter: plain.delimiter });
  const missing = wanted.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new ImportRefused(`${path} has no column ${missing.join(', ')}. It has ${columns.join(', ')}.`);
  return tableFileOf(plain, { ...format, columns });
}

/** The first statement reads the file: what the engine cannot read of it is not what the mapping says. */
async function useStaged<T>(
  signals: SignalTables,
  { path, sql, background }: { path: string; sql: string; background: Background },
  work: (staged: string) => Promise<T>,
): Promise<T> {
  let isRead = false;
  return signals
    .useRows(
      sql,
      (staged) => {
        isRead = true;
        return work(staged);
      },
      background,
    )
    .catch((error: unknown) => {
      throw isRead ? error : refuseUnreadable(path)(error);
    });
}

async function readClockRange(signals: SignalTables, statement: string, background: Background): Promise<LocalRange> {
  const response = await signals.select(statement, background);
  const [firstMs, lastMs] = [numbersOf(response, 'first_ms')[0], numbersOf(response, 'last_ms')[0]];
  return firstMs === undefined || lastMs === undefined || Number.isNaN(firstMs) ? { firstMs: 0, lastMs: 0 } : { firstMs, lastMs };
}

/** One pass tells everything: rows are counted by their device, and the counts added up here. */
async function readReport(
  signals: SignalTables,
  rows: string,
  { mapping, series, background }: { mapping: ImportMapping; series: readonly StagedSeries[]; background: Background },
): Promise<{ report: FileImport; timed: number; repeatsTimes: boolean }> {
  const checks = checksOf(mapping);
  const response = await signals.select(reportStatement(rows, { mapping, checks }), background);
  const places = numbersOf(response, 'place');
  const devices = devicesOf(mapping);
  const pointsOf = ({ device, column }: StagedSeries): number => {
    const points = numbersOf(response, `points_${column}`);
    return device === undefined ? sum(points) : (points[places.indexOf(devices.indexOf(device) + 1)] ?? 0);
  };
  const perSeries = series.map((one) => ({
    segmentId: one.target.segmentId as string,
    signal: `${one.target.apCode}||${one.target.calcType}`,
    points: pointsOf(one),
  }));
  const [firstMs, lastMs] = [numbersOf(response, 'first_ms'), numbersOf(response, 'last_ms')].map((times) =>
    [...times].filter((timeMs) => !Number.isNaN(timeMs)),
  );
  // Rows of devices that the mapping does not know are no points.
  const ofKnown = (name: string) => sum(numbersOf(response, name).filter((_, row) => devices.length === 0 || places[row] !== 0));
  const timed = ofKnown('timed');
  const hasTimes = firstMs !== undefined && lastMs !== undefined && firstMs.length > 0;
  const report: FileImport = {
    rows: sum(numbersOf(response, 'rows')),
    points: perSeries.reduce((all, { points }) => all + points, 0),
    events: 0,
    firstMs: hasTimes ? Math.min(...firstMs) : null,
    lastMs: hasTimes ? Math.max(...lastMs) : null,
    series: perSeries,
    problems: checks.flatMap(({ what }, index) => {
      const count = sum(numbersOf(response, `count_${index}`));
      const lines = textsOf(response, `lines_${index}`).flatMap((text) => (text === '' ? [] : text.split(',').map(Number)));
      return count > 0 ? [{ what, count, lines: lines.sort((left, right) => left - right).slice(0, LISTED_LINES) }] : [];
    }),
  };
  return { report, timed, repeatsTimes: timed > ofKnown('times') };
}

function sum(numbers: Float64Array): number {
  return numbers.reduce((all, one) => all + one, 0);
}

async function write(
  deps: ImportDeps,
  rows: string,
  {
    mapping,
    series,
    segments,
    report,
    background,
  }: {
    mapping: ImportMapping;
    series: readonly StagedSeries[];
    segments: ReadonlyMap<string, WritableSegment>;
    report: FileImport;
    background: Background;
  },
): Promise<FileImport> {
  const { signals } = deps;
  const { firstMs, lastMs } = report;
  if (firstMs !== null && lastMs !== null && report.points > 0) {
    const ids = await deps.registry.register(series.map(({ target }) => target));
    await signals.writeRawFrom(
      { sql: pointsSql(rows, { mapping, series, ids }), touched: ids.map((id) => ({ series: id, firstMs, lastMs })) },
      background,
    );
  }
  const events = mapping.events
    ? await writeEvents(deps, rows, { mapping, segments, lastMs: report.lastMs, signal: background.signal })
    : { count: 0, problems: [] };
  await recordArrivals(deps, { what: 'points', keyId: undefined, sites: sitesOf(series, report), rejections: [] });
  return { ...report, events: events.count, problems: [...report.problems, ...events.problems] };
}

/** One point per filled cell: the number of a cell's series depends on its column and on the device of its row. */
function pointsSql(
  rows: string,
  { mapping, series, ids }: { mapping: ImportMapping; series: readonly StagedSeries[]; ids: readonly number[] },
): string {
  const devices = devicesOf(mapping);
  const cells = mapping.signals.map((_, column) => {
    const own = new Map(series.flatMap((one, index) => (one.column === column ? [[one.device, ids[index] ?? 0]] : [])));
    const everywhere = own.get(undefined);
    const id =
      everywhere === undefined
        ? `CAST([${devices.map((device) => own.get(device) ?? 0).join(',')}], 'Array(UInt32)')[place]`
        : `toUInt32(${everywhere})`;
    return `(${id}, value_${column})`;
  });
  return `select cell.1 as series, assumeNotNull(start_ms) as at, assumeNotNull(cell.2) as value, line
    from (select line, start_ms, arrayJoin([${cells.join(', ')}]) as cell from (select *, ${placeSql(mapping)} as place from ${rows}) where start_ms is not null)
    where cell.1 > 0 and cell.2 is not null`;
}

interface WrittenEvents {
  mapping: ImportMapping;
  segments: ReadonlyMap<string, WritableSegment>;
  /** Start of the last interval of the file; null: no row had a usable time. */
  lastMs: number | null;
  signal: AbortSignal;
}

async function writeEvents(
  deps: ImportDeps,
  rows: string,
  { mapping, segments, lastMs, signal }: WrittenEvents,
): Promise<{ count: number; problems: ImportProblem[] }> {
  const siteIds = new Set<SiteId>([...segments.values()].map(({ siteId }) => siteId));
  const found = await readImportedEvents(deps.signals, rows, mapping, signal);
  const stepMs = SIGNAL_CALC_PERIODS[mapping.time.interval];
  const { events, ended } = endEventsOfPast(found, { endMs: (lastMs ?? Number.NEGATIVE_INFINITY) + stepMs, stepMs, nowMs: deps.now() });
  const { accepted, reasons } = await ingestEvents(deps, { siteIds }, events);
  const stillOpen = { what: 'eventStillOpen', count: ended.length, lines: ended.slice(0, LISTED_LINES).map(({ line }) => line) };
  return {
    count: accepted,
    problems: [
      ...(ended.length > 0 ? [stillOpen] : []),
      ...reasons.map(({ reason, count, signal: code, lines }) => ({
        what: `${reason} event ${code ?? ''}`,
        count,
        lines: lines.flatMap((index) => events[index]?.line ?? []),
      })),
    ],
  };
}

function sitesOf(series: readonly StagedSeries[], { firstMs, lastMs, series: counts }: FileImport): SiteArrival[] {
  if (firstMs === null || lastMs === null) return [];
  const firstDay = Math.floor(firstMs / DAY_MS);
  const utcDays = new Set(Array.from({ length: Math.floor(lastMs / DAY_MS) - firstDay + 1 }, (_, i) => firstDay + i));
  const bySite = new Map<SiteId, SiteArrival>();
  series.forEach(({ target }, index) => {
    const known = bySite.get(target.siteId) ?? { siteId: target.siteId, count: 0, firstMs, lastMs, utcDays };
    bySite.set(target.siteId, { ...known, count: known.count + (counts[index]?.points ?? 0) });
  });
  return [...bySite.values()];
}

function unitOf(signal: string): Unit {
  const unit = findSignalDefinition(signal.includes('||') ? signal : `${signal}||Raw`)?.unit ?? '';
  return isUnit(unit) ? unit : '';
}

/** Segments that a mapping writes to. */
export function segmentsOf({ device, signals }: ImportMapping): SegmentId[] {
  const own = device && ('column' in device ? Object.values(device.segments) : [device.segmentId]);
  return [...new Set([...(own ?? []), ...signals.flatMap(({ segmentId }) => (segmentId === undefined ? [] : [segmentId]))])] as SegmentId[];
}
