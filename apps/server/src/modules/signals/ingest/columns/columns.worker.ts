import { closeSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { AppError } from '@solvane/contract/errors';
import type { PointColumns } from '../../../../signals/signal-writer.ts';
import { encodeSpooledPoints } from '../../../../signals/spooled-points.ts';
import { readJsonPoints, toProfile } from '../json-points.ts';
import { assertSeriesLimit } from '../series-limit.ts';
import type { SeriesProfile } from '../series-profile.ts';
import { readArrowColumns, readArrowFields } from './arrow-columns.ts';
import { type ColumnPoints, ColumnSink } from './column-sink.ts';
import type { ArrowField, ColumnsMessage, ColumnsOrder, ColumnsTask, SeriesTask } from './columns-messages.ts';
import { readCsvColumns } from './csv-columns.ts';
import { readCsvHeader } from './csv-header.ts';
import { inStoredOrder } from './stored-order.ts';

/** Points of one block of what is written: so many that the threads of the engine have equal shares of five million. */
const BLOCK_POINTS = 250_000;
/** Far more than the largest number of points needs; nothing so large is held in memory. */
const LARGEST_ARROW_BYTES = 512 * 1024 * 1024;
const LARGEST_SCHEMA_BYTES = 32 * 1024 * 1024;

/** By the order that they were read for. */
const kept = new Map<number, readonly ColumnPoints[]>();

parentPort?.on('message', (order: ColumnsOrder) => parentPort?.postMessage(work(order)));

function work(order: ColumnsOrder): ColumnsMessage {
  const { id } = order;
  try {
    if (order.what === 'fields') return { id, outcome: 'fields', fields: readFields(order.path) };
    if (order.what === 'header') return { id, outcome: 'header', names: withFile(order.path, 'r', readCsvHeader) };
    if (order.what === 'series') return { id, outcome: 'series', profiles: readSeries(id, order.task) };
    if (order.what === 'write') {
      writePoints(order.to, inStoredOrder(keptOf(order.of), order.targets, BLOCK_POINTS));
      return { id, outcome: 'done' };
    }
    if (order.what === 'forget') {
      kept.delete(order.of);
      return { id, outcome: 'done' };
    }
    const { task } = order;
    const sink = new ColumnSink(task.latestMs, task.maxPoints);
    if (!readBody(task, sink)) return { id, outcome: 'unread' };
    kept.set(id, [...sink.points()]);
    return { id, outcome: 'points', profiles: sink.profiles() };
  } catch (error) {
    if (error instanceof AppError) return { id, outcome: 'refused', code: error.code, values: error.values, issues: error.issues };
    const code = isOfSystem(error) ? error.code : undefined;
    // What fails is either the reading of their bytes or a call to the system; what was read is no fault of the body any more.
    if (code === undefined && order.what !== 'write') return { id, outcome: 'malformed', message: String(error) };
    return { id, outcome: 'failed', message: String(error), code };
  }
}

function readFields(path: string): ArrowField[] {
  const fields = readArrowFields(readHead(path));
  assertSeriesLimit(fields.length - 1);
  return fields;
}

function readSeries(id: number, { from, latest }: SeriesTask): SeriesProfile[] {
  const series = readJsonPoints(readFileSync(from), latest);
  kept.set(
    id,
    series.map(({ timesMs, values }, column) => ({ column, timesMs, values })),
  );
  return series.map(toProfile);
}

function keptOf(order: number): readonly ColumnPoints[] {
  const points = kept.get(order);
  // A thread that ended took them along.
  if (!points) throw new AppError('service.unavailable');
  return points;
}

function readBody({ from, kind, timePlace, columnOfPlace, latestMs: ofColumns }: ColumnsTask, sink: ColumnSink): boolean {
  const latestMs = Math.max(...ofColumns);
  if (kind === 'arrow') {
    if (statSync(from).size > LARGEST_ARROW_BYTES) return false;
    return readArrowColumns(readFileSync(from), sink, { timeField: timePlace, columnOfField: columnOfPlace, latestMs });
  }
  withFile(from, 'r', (file) => readCsvColumns(file, sink, { timeCell: timePlace, columnOfCell: columnOfPlace, latestMs }));
  return true;
}

function readHead(path: string): Uint8Array {
  const bytes = Buffer.allocUnsafe(Math.min(statSync(path).size, LARGEST_SCHEMA_BYTES));
  let filled = 0;
  withFile(path, 'r', (file) => {
    for (let count = -1; filled < bytes.length && count !== 0; filled += count)
      count = readSync(file, bytes, filled, bytes.length - filled, null);
  });
  return bytes.subarray(0, filled);
}

/** A full disk is no fault of the body. */
function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function writePoints(path: string, blocks: Iterable<PointColumns>): void {
  withFile(path, 'w', (file) => {
    for (const block of blocks) for (const bytes of encodeSpooledPoints(block)) writeAll(file, bytes);
  });
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

function withFile<T>(path: string, flags: 'r' | 'w', use: (file: number) => T): T {
  const file = openSync(path, flags, 0o600);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}
