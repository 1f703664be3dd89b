import { rm } from 'node:fs/promises';
import { formulaSignalId } from '@solvane/contract/formulas';
import type { EXPORT_FORMATS } from '@solvane/contract/signals';
import type { Period } from '@solvane/energy/time/local-day';
import { createTimeFormatter } from '@solvane/energy/time/local-time';
import { unitInCurrency } from '@solvane/energy/units/currency';
import type { SeriesColumns } from '../../../signals/signal-reader.ts';
import { isDerived, readDerived } from '../derived/read-derived.ts';
import { isApplicable } from '../formulas/formula-values.ts';
import { type PreparedRequest, type QueryDeps, type SignalValuesBody, toReadQuery } from '../queries/prepare-request.ts';
import type { RequestedSeries } from '../queries/requested-series.ts';
import { toBucketUnit } from '../queries/resolution.ts';
import { writeCsvFile } from './csv-file.ts';
import { exportParts } from './export-parts.ts';
import { type Cell, writeWorkbookFile } from './workbook-file.ts';

export interface ExportTask {
  request: SignalValuesBody;
  prepared: PreparedRequest;
  path: string;
  format: (typeof EXPORT_FORMATS)[number];
  /** `long`: a row per point. `wide`: a row per time, a column per series. */
  layout: 'long' | 'wide';
  progress(share: number): Promise<void>;
  signal: AbortSignal;
}

const LABELS = ['site', 'device', 'signal', 'unit'] as const;

export async function writeExport(deps: QueryDeps, task: ExportTask): Promise<void> {
  const { request, prepared, path, format, layout, signal } = task;
  if (format === 'xlsx') return writeWorkbook(deps, task);
  if (isDerived(request)) return writeDerivedTable(deps, task);
  const query = toReadQuery(prepared, prepared.period, deps.now());
  await deps.signals.exportTo(
    path,
    { ...query, labels: prepared.series.map(labelsOf), labelNames: LABELS, layout, format: format === 'csv' ? 'CSVWithNames' : 'Parquet' },
    { lane: 'background', signal },
  );
}

/** What the engine does not hold is written row by row; it makes Parquet of that. */
async function writeDerivedTable(deps: QueryDeps, task: ExportTask): Promise<void> {
  const { path, format, signal } = task;
  if (format === 'csv') return writeCsvFile(path, headOf(task), readRows(deps, task));
  const rowsPath = `${path}.csv`;
  try {
    await writeCsvFile(rowsPath, headOf(task), readRows(deps, task));
    await deps.signals.toParquet({ csvPath: rowsPath, path, columns: columnsOf(task) }, { lane: 'background', signal });
  } finally {
    await rm(rowsPath, { force: true });
  }
}

function columnsOf(task: ExportTask): { name: string; type: 'text' | 'number' }[] {
  const texts = task.layout === 'long' ? LABELS.length + 1 : 1;
  return headOf(task).map((name, index) => ({ name, type: index < texts ? 'text' : 'number' }));
}

/** Rows of an export that is computed in memory, counted by computing it. */
export async function countDerivedRows(deps: QueryDeps, request: SignalValuesBody, prepared: PreparedRequest): Promise<number> {
  let count = 0;
  for (const part of partsOf(prepared)) {
    const { series } = await readDerived(deps, request, prepared, part);
    count += series.reduce((sum, { values }) => sum + values.length, 0);
  }
  return count;
}

async function writeWorkbook(deps: QueryDeps, task: ExportTask): Promise<void> {
  await writeWorkbookFile(task.path, readRows(deps, task), { head: headOf(task), sheetName: (number) => `Signals ${number}` });
}

function headOf({ prepared, layout }: ExportTask): string[] {
  return layout === 'long' ? [...LABELS, 'time', 'value'] : ['time', ...columnKeys(prepared).map(({ labels }) => labels.join(' '))];
}

/** What the columns of a wide export are, in order: stored series, then calculated ones. */
function columnKeys({ series, formulas, segments }: PreparedRequest): { key: string; labels: string[] }[] {
  const calculated = formulas.flatMap(({ formulaId, name, formula }) =>
    segments
      .filter((segment) => isApplicable(formula, segment))
      .map((segment) => ({
        key: keyOf(segment.segmentId, formulaSignalId(formulaId)),
        labels: [segment.siteName, segment.name, name, unitInCurrency(formula.unit, segment.currency)],
      })),
  );
  return [...series.map((one) => ({ key: keyOf(one.segment.segmentId, one.definition.signalId), labels: labelsOf(one) })), ...calculated];
}

function keyOf(segmentId: string, signalId: string): string {
  return `${segmentId} ${signalId}`;
}

/** Rows from one part of the period after the other, so that a long period never stands in memory as a whole. */
async function* readRows(deps: QueryDeps, { request, prepared, layout, progress, signal }: ExportTask): AsyncGenerator<Cell[]> {
  const { period } = prepared;
  const columns = columnKeys(prepared);
  if (columns.length === 0) return;
  for (const part of partsOf(prepared)) {
    signal.throwIfAborted();
    const rows = await readPart(deps, { request, prepared, part, signal });
    yield* layout === 'long' ? toLongRows(rows) : toWideRows(prepared.zone, rows);
    await progress((part.endMs - period.startMs) / (period.endMs - period.startMs));
  }
}

interface PartRequest {
  request: SignalValuesBody;
  prepared: PreparedRequest;
  part: Period;
  signal: AbortSignal;
}

interface LabelledColumns extends ValueColumns {
  labels: string[];
  zone: string;
}

/** One entry per column of the export, empty ones too. */
async function readPart(deps: QueryDeps, { request, prepared, part, signal }: PartRequest): Promise<LabelledColumns[]> {
  if (!isDerived(request)) {
    const response = await deps.signals.read(toReadQuery(prepared, part, deps.now()), { lane: 'background', signal });
    return prepared.series.map((one, index) => ({
      labels: labelsOf(one),
      zone: one.segment.zone,
      ...(response.series[index] ?? NO_VALUES),
    }));
  }
  const { series } = await readDerived(deps, request, prepared, part);
  const byKey = new Map(series.map((one) => [keyOf(one.key, one.signalId), one]));
  return columnKeys(prepared).map(({ key, labels }) => {
    const one = byKey.get(key);
    return { labels, zone: one?.timezone ?? prepared.zone, ...(one ?? NO_VALUES) };
  });
}

function partsOf({ period, series, formulaSeries, chosen, segments }: PreparedRequest): Iterable<Period> {
  return exportParts({
    period,
    unit: chosen.resolution === 'raw' ? undefined : toBucketUnit(chosen.resolution),
    zones: [...new Set(segments.map(({ zone }) => zone))],
    seriesCount: Math.max(1, series.length + formulaSeries),
    intervalMs: Math.min(...segments.map(({ intervalMs }) => intervalMs)),
  });
}

const NO_VALUES: ValueColumns = { timesMs: new Float64Array(), values: new Float64Array() };

type ValueColumns = Pick<SeriesColumns, 'timesMs' | 'values'>;

function* toLongRows(columns: readonly LabelledColumns[]): Generator<Cell[]> {
  for (const { labels, zone, timesMs, values } of columns) {
    const toTime = createTimeFormatter(zone);
    for (const [row, timeMs] of timesMs.entries()) yield [...labels, toTime(timeMs), toCell(values[row])];
  }
}

/** A row per time that any series has: the series are walked side by side. */
function* toWideRows(zone: string, columns: readonly ValueColumns[]): Generator<Cell[]> {
  const toTime = createTimeFormatter(zone);
  const positions = new Uint32Array(columns.length);
  const timeAt = (column: number): number => columns[column]?.timesMs[positions[column] ?? 0] ?? Number.POSITIVE_INFINITY;
  for (;;) {
    let timeMs = Number.POSITIVE_INFINITY;
    for (let column = 0; column < columns.length; column += 1) timeMs = Math.min(timeMs, timeAt(column));
    if (timeMs === Number.POSITIVE_INFINITY) return;
    const row: Cell[] = [toTime(timeMs)];
    for (let column = 0; column < columns.length; column += 1) {
      const isHere = timeAt(column) === timeMs;
      const position = positions[column] ?? 0;
      row.push(isHere ? toCell(columns[column]?.values[position]) : null);
      if (isHere) positions[column] = position + 1;
    }
    yield row;
  }
}

function toCell(value: number | undefined): Cell {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function labelsOf({ segment, definition }: RequestedSeries): string[] {
  return [segment.siteName, segment.name, definition.signalId, unitInCurrency(definition.unit, segment.currency)];
}
