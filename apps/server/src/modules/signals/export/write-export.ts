import type { EXPORT_FORMATS } from '@solvane/contract/signals';
import { createTimeFormatter } from '@solvane/energy/time/local-time';
import { unitInCurrency } from '@solvane/energy/units/currency';
import type { SeriesColumns } from '../../../signals/signal-reader.ts';
import { type PreparedRequest, type QueryDeps, toReadQuery } from '../queries/prepare-request.ts';
import type { RequestedSeries } from '../queries/requested-series.ts';
import { toBucketUnit } from '../queries/resolution.ts';
import { exportParts } from './export-parts.ts';
import { type Cell, writeWorkbookFile } from './workbook-file.ts';

export interface ExportTask {
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
  const { prepared, path, format, layout, signal } = task;
  if (format === 'xlsx') return writeWorkbook(deps, task);
  const query = toReadQuery(prepared, prepared.period, deps.now());
  await deps.signals.exportTo(
    path,
    { ...query, labels: prepared.series.map(labelsOf), labelNames: LABELS, layout, format: format === 'csv' ? 'CSVWithNames' : 'Parquet' },
    { lane: 'background', signal },
  );
}

async function writeWorkbook(deps: QueryDeps, task: ExportTask): Promise<void> {
  await writeWorkbookFile(task.path, readRows(deps, task), { head: headOf(task), sheetName: (number) => `Signals ${number}` });
}

function headOf({ prepared, layout }: ExportTask): string[] {
  return layout === 'long' ? [...LABELS, 'time', 'value'] : ['time', ...prepared.series.map((one) => labelsOf(one).join(' '))];
}

/** Rows from one part of the period after the other, so that a long period never stands in memory as a whole. */
async function* readRows({ signals, now }: QueryDeps, { prepared, layout, progress, signal }: ExportTask): AsyncGenerator<Cell[]> {
  const { period, series, chosen } = prepared;
  if (series.length === 0) return;
  const parts = exportParts({
    period,
    unit: chosen.resolution === 'raw' ? undefined : toBucketUnit(chosen.resolution),
    zones: [...new Set(series.map(({ segment }) => segment.zone))],
    seriesCount: series.length,
    intervalMs: Math.min(...series.map(({ segment }) => segment.intervalMs)),
  });
  for (const part of parts) {
    signal.throwIfAborted();
    const response = await signals.read(toReadQuery(prepared, part, now()), { lane: 'background', signal });
    yield* layout === 'long' ? toLongRows(series, response.series) : toWideRows(prepared.zone, response.series);
    await progress((part.endMs - period.startMs) / (period.endMs - period.startMs));
  }
}

type ValueColumns = Pick<SeriesColumns, 'timesMs' | 'values'>;

function* toLongRows(series: readonly RequestedSeries[], columns: readonly ValueColumns[]): Generator<Cell[]> {
  for (const [index, { timesMs, values }] of columns.entries()) {
    const requested = series[index];
    if (!requested) continue;
    const toTime = createTimeFormatter(requested.segment.zone);
    const labels = labelsOf(requested);
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
