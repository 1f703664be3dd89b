import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { ImportMapping, SignalColumn } from '@solvane/contract/import-mapping';
import { FORESEEN } from '@solvane/energy/signals/calc-types';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { isUnit } from '@solvane/energy/units/units';
import { columnsOf } from '../../../signals/mapping-columns.ts';
import type { SeriesRegistry } from '../../../signals/series-registry.ts';
import type { SignalFiles } from '../../../signals/signal-files.ts';
import type { SignalWriter } from '../../../signals/signal-writer.ts';
import { type JudgedRows, LISTED_LINES, type RowReport, type StagedFile } from '../../../signals/staged-file.ts';
import type { TextTable } from '../../../signals/text-table.ts';
import { type ArrivalDeps, recordArrivals, type SiteArrival } from '../ingest/arrivals.ts';
import { ingestEvents } from '../ingest/ingest-events.ts';
import { isForeseen, latestTimes } from '../ingest/instants.ts';
import { conversionTo, resolveSeries, type SeriesTarget, type WritableSegment } from '../ingest/resolve-series.ts';
import { ImportRefused, type Misfit, refuseUnreadable } from './import-refused.ts';
import { endEventsOfPast, readImportedEvents } from './imported-events.ts';
import { type PlainFile, usePlainFile } from './plain-file.ts';
import { readTableSample } from './source-file.ts';

export interface ImportDeps extends ArrivalDeps {
  signals: SignalWriter & Pick<SignalFiles, 'useStagedFile'>;
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
  // An import delays no screen.
  const background = { lane: 'background', signal } as const;
  const series = stageSeries(mapping, segments);
  const read = async (staged: StagedFile): Promise<FileImport> => {
    const { latestMs, foreseenMs } = latestTimes(deps.now());
    // A row has one time for all its columns.
    const isAhead = mapping.signals.length > 0 && mapping.signals.every(({ signal }) => isForeseen(signal));
    const { rows, report } = await readRows(await staged.judge(isAhead ? foreseenMs : latestMs), { path, mapping, series });
    await onRead?.();
    return dryRun ? report : await write(deps, rows, { mapping, series, segments, report, background });
  };
  return usePlainFile(path, mapping.format, async (plain) => {
    const table = await describeTable(path, plain, mapping);
    const file = { table, mapping, conversions: mapping.signals.map(conversionOf) };
    return deps.signals.useStagedFile(file, read, background).catch(refuseUnreadable(path));
  });
}

const DAY_MS = 86_400_000;
/** Above this share of the rows a column that tells devices apart is likelier than repeated rows. */
const MOST_REPEATED = 0.01;

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

/** Judged rows and what is in them. Nearly always one pass tells that no two rows of a device have one time. */
async function readRows(
  first: JudgedRows,
  { path, mapping, series }: { path: string; mapping: ImportMapping; series: readonly StagedSeries[] },
): Promise<{ rows: JudgedRows; report: FileImport }> {
  const read = await first.readReport();
  if (!read.repeatsTimes || mapping.signals.length === 0) return { rows: first, report: toFileImport(read, series) };
  const separated = await first.separateRepeated();
  const [rows, found] = separated ? [separated, await separated.readReport()] : [first, read];
  const report = toFileImport(found, series);
  const { count, differing, lines } = await rows.countRepeated();
  if (differing > MOST_REPEATED * found.timed && mapping.duplicates === undefined)
    throw tooManyRepeated(path, { differing, known: found.timed });
  if (count > 0) report.problems.push({ what: 'sameTime', count, lines });
  return { rows, report };
}

function tooManyRepeated(path: string, { differing, known }: { differing: number; known: number }): ImportRefused {
  const count = (value: number): string => value.toLocaleString('en-US');
  return new ImportRefused(
    `${path}: ${count(differing)} of ${count(known)} rows repeat the time of another row of the same device with other values. ` +
      'Is a column that identifies the device missing (device: { column, segments })? ' +
      'To use the newest row of each time, add: duplicates: newest',
  );
}

async function describeTable(path: string, plain: PlainFile, mapping: ImportMapping): Promise<TextTable> {
  const { format } = mapping;
  const linesAbove = format.skipLines + format.headerLines;
  const wanted = columnsOf(mapping);
  if (plain.kind === 'parquet') return { ...plain, linesAbove, columns: wanted };
  const { columns } = await readTableSample(plain.path, { ...format, delimiter: plain.delimiter });
  const missing = wanted.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new ImportRefused(`${path} has no column ${missing.join(', ')}. It has ${columns.join(', ')}.`);
  return { ...plain, linesAbove, columns };
}

function toFileImport({ rows, firstMs, lastMs, problems, points }: RowReport, series: readonly StagedSeries[]): FileImport {
  const pointsOf = ({ device, column }: StagedSeries): number =>
    points.reduce((sum, one) => (device === undefined || one.device === device ? sum + (one.byColumn[column] ?? 0) : sum), 0);
  const perSeries = series.map((one) => ({
    segmentId: one.target.segmentId as string,
    signal: `${one.target.apCode}||${one.target.calcType}`,
    points: pointsOf(one),
  }));
  const all = perSeries.reduce((sum, one) => sum + one.points, 0);
  return { rows, points: all, events: 0, firstMs, lastMs, series: perSeries, problems: [...problems] };
}

async function write(
  deps: ImportDeps,
  rows: JudgedRows,
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
    const written = series.map(({ device, column }, index) => ({ seriesId: ids[index] ?? 0, column, device }));
    const touched = ids.map((id) => ({ series: id, firstMs, lastMs }));
    await signals.writeRawFrom(rows.select(written, touched), background);
  }
  const events = mapping.events ? await writeEvents(deps, rows, { mapping, segments, lastMs: report.lastMs }) : { count: 0, problems: [] };
  await recordArrivals(deps, { what: 'points', keyId: undefined, sites: sitesOf(series, report), rejections: [] });
  return { ...report, events: events.count, problems: [...report.problems, ...events.problems] };
}

interface WrittenEvents {
  mapping: ImportMapping;
  segments: ReadonlyMap<string, WritableSegment>;
  /** Start of the last interval of the file; null: no row had a usable time. */
  lastMs: number | null;
}

async function writeEvents(
  deps: ImportDeps,
  rows: JudgedRows,
  { mapping, segments, lastMs }: WrittenEvents,
): Promise<{ count: number; problems: ImportProblem[] }> {
  const siteIds = new Set<SiteId>([...segments.values()].map(({ siteId }) => siteId));
  const found = await readImportedEvents(rows, mapping);
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
    const known = bySite.get(target.siteId) ?? { siteId: target.siteId, count: 0, firstMs, lastMs, measured: null, utcDays };
    const isMeasured = !FORESEEN.some((calcType) => calcType === target.calcType);
    bySite.set(target.siteId, {
      ...known,
      count: known.count + (counts[index]?.points ?? 0),
      measured: isMeasured ? { firstMs, lastMs } : known.measured,
    });
  });
  return [...bySite.values()];
}

function conversionOf({ signal, unit: given }: SignalColumn): { factor: number; shift: number } {
  const unit = findSignalDefinition(signal.includes('||') ? signal : `${signal}||Raw`)?.unit ?? '';
  return conversionTo(isUnit(unit) ? unit : '', given) ?? NO_CONVERSION;
}

/** A unit that does not fit was refused when the mapping was held against the fleet. */
const NO_CONVERSION = { factor: 1, shift: 0 };

/** Segments that a mapping writes to. */
export function segmentsOf({ device, signals }: ImportMapping): SegmentId[] {
  const own = device && ('column' in device ? Object.values(device.segments) : [device.segmentId]);
  return [...new Set([...(own ?? []), ...signals.flatMap(({ segmentId }) => (segmentId === undefined ? [] : [segmentId]))])] as SegmentId[];
}
