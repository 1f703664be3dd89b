import type { EXPORT_FORMATS } from '@solvane/contract/signals';
import { createTimeFormatter } from '@solvane/energy/time/local-time';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import type { AskedSeries } from '../queries/asked-series.ts';
import { type PreparedQuestion, type QueryDeps, toReadQuery } from '../queries/prepare-question.ts';

export interface ExportTask {
  prepared: PreparedQuestion;
  path: string;
  format: (typeof EXPORT_FORMATS)[number];
  /** `long`: a row per point. `wide`: a row per time, a column per series. */
  layout: 'long' | 'wide';
  progress(share: number): Promise<void>;
  signal: AbortSignal;
}

type Cell = string | number | null;

/** What a sheet of the format can hold, less its head. */
const ROWS_PER_SHEET = 1_048_575;
const POINTS_PER_READ = 500_000;
const DAY_MS = 86_400_000;
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
  const sheets: SheetData[] = [];
  let rows = 0;
  for await (const block of readBlocks(deps, task)) {
    for (const row of block) {
      if (rows % ROWS_PER_SHEET === 0) sheets.push([headOf(task)]);
      sheets.at(-1)?.push(row);
      rows += 1;
    }
  }
  if (sheets.length === 0) sheets.push([headOf(task)]);
  await writeXlsxFile(sheets.map((data, index) => ({ data, sheet: `Signals ${index + 1}`, stickyRowsCount: 1 }))).toFile(task.path);
}

function headOf({ prepared, layout }: ExportTask): Cell[] {
  return layout === 'long' ? [...LABELS, 'time', 'value'] : ['time', ...prepared.series.map((one) => labelsOf(one).join(' '))];
}

/** Rows in blocks of days, so that a long period never stands in memory as a whole. */
async function* readBlocks({ signals, now }: QueryDeps, { prepared, layout, progress, signal }: ExportTask): AsyncGenerator<Cell[][]> {
  const { period, series } = prepared;
  if (series.length === 0) return;
  const intervalMs = Math.min(...series.map(({ segment }) => segment.intervalMs));
  const stepMs =
    prepared.chosen.resolution === 'raw'
      ? Math.max(DAY_MS, Math.floor(POINTS_PER_READ / series.length) * intervalMs)
      : period.endMs - period.startMs;
  for (let startMs = period.startMs; startMs < period.endMs; startMs += stepMs) {
    signal.throwIfAborted();
    const part = { startMs, endMs: Math.min(period.endMs, startMs + stepMs) };
    const answer = await signals.read(toReadQuery(prepared, part, now()), { lane: 'background', signal });
    const columns = answer.series.map(({ timesMs, values }) => ({ timesMs, values }));
    yield layout === 'long' ? toLongRows(series, columns) : toWideRows(prepared.zone, columns);
    await progress((part.endMs - period.startMs) / (period.endMs - period.startMs));
  }
}

interface ValueColumns {
  timesMs: Float64Array;
  values: Float64Array;
}

function toLongRows(series: readonly AskedSeries[], columns: readonly ValueColumns[]): Cell[][] {
  return columns.flatMap(({ timesMs, values }, index) => {
    const asked = series[index];
    if (!asked) return [];
    const toTime = createTimeFormatter(asked.segment.zone);
    const labels = labelsOf(asked);
    return Array.from(timesMs, (timeMs, row) => [...labels, toTime(timeMs), toCell(values[row])]);
  });
}

function toWideRows(zone: string, columns: readonly ValueColumns[]): Cell[][] {
  const times = [...new Set(columns.flatMap(({ timesMs }) => [...timesMs]))].sort((left, right) => left - right);
  const positions = new Map(times.map((timeMs, index) => [timeMs, index]));
  const toTime = createTimeFormatter(zone);
  const rows: Cell[][] = times.map((timeMs) => [toTime(timeMs), ...columns.map(() => null)]);
  columns.forEach(({ timesMs, values }, column) => {
    timesMs.forEach((timeMs, index) => {
      const row = rows[positions.get(timeMs) ?? -1];
      if (row) row[column + 1] = toCell(values[index]);
    });
  });
  return rows;
}

function toCell(value: number | undefined): Cell {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function labelsOf({ segment, definition }: AskedSeries): string[] {
  return [segment.siteName, segment.name, definition.signalId, definition.unit];
}
