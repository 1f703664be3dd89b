import { availableParallelism } from 'node:os';
import { AppError } from '@solvane/contract/errors';
import type { SelectedPoints, TouchedSeries } from '../selected-points.ts';
import type { PointColumns, SpooledPoints } from '../signal-writer.ts';
import { SPOOLED_STRUCTURE } from '../spooled-points.ts';
import { FIRST_TIME_MS, LAST_TIME_MS, VERSION_NOW } from '../sql/point-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { BlockDays, blockDaysOfPoints, blockDaysOfTouched, writeDirtyDays } from './dirty-days.ts';

interface QueuedWrite {
  points: PointColumns;
  resolve(): void;
  reject(error: unknown): void;
}

/** About 200 MB: a sender that is turned away slows down. */
const QUEUE_MAX_POINTS = 10_000_000;
/** Points of one statement: enough for full speed. */
const BATCH_POINTS = 2_000_000;

export interface PointWriterOptions {
  database: SignalDatabase;
  onWritten: () => void;
  /** Points that may wait before more are turned away. */
  queueMaxPoints?: number;
}

/**
 * Writes raw points. Writes that arrive while the engine is busy become one statement, so that a thousand small senders cost the engine as little as
 * a few large ones; each is acknowledged when that statement is on the disk.
 */
export class PointWriter {
  readonly #database: SignalDatabase;
  readonly #onWritten: () => void;
  readonly #queueMaxPoints: number;
  readonly #queue: QueuedWrite[] = [];
  #queuedPoints = 0;
  #worker: Promise<void> | undefined;

  constructor({ database, onWritten, queueMaxPoints = QUEUE_MAX_POINTS }: PointWriterOptions) {
    this.#database = database;
    this.#onWritten = onWritten;
    this.#queueMaxPoints = queueMaxPoints;
  }

  async write(points: PointColumns): Promise<void> {
    assertWritable(points);
    const count = points.series.length;
    if (count === 0) return;
    if (this.#queuedPoints > 0 && this.#queuedPoints + count > this.#queueMaxPoints) {
      throw new AppError('ingest.busy', { detail: { queuedPoints: this.#queuedPoints } });
    }
    this.#queuedPoints += count;
    await new Promise<void>((resolve, reject) => {
      this.#queue.push({ points, resolve, reject });
      this.#worker ??= this.#work();
    });
  }

  async writeSelected({ select, touched }: SelectedPoints, given: StatementOptions = {}): Promise<void> {
    const options: StatementOptions = { lane: 'ingest', ...given };
    await this.#writeTouched(
      touched,
      (changes) =>
        this.#database.command(
          `insert into ${this.#database.name}.point_raw (series, time, value, version) ` +
            `select series, fromUnixTimestamp64Milli(toInt64(at), 'UTC') as time, value, ${VERSION_NOW} + line as version from (${select}) ${INSERT_SETTINGS}`,
          { ...options, changes },
        ),
      options,
    );
  }

  async writeSpooled({ path, touched }: SpooledPoints): Promise<void> {
    const options: StatementOptions = { lane: 'ingest' };
    await this.#writeTouched(
      touched,
      (changes) =>
        this.#database.insertFrom({
          ...options,
          changes,
          statement: (source) =>
            `insert into ${this.#database.name}.point_raw (series, time, value, version) ` +
            `select series, time, value, ${VERSION_NOW} as version from ${source} ${INSERT_SETTINGS}`,
          data: { path, format: 'Native', structure: SPOOLED_STRUCTURE },
        }),
      options,
    );
  }

  /** Resolves when everything queued is written or refused. */
  async settle(): Promise<void> {
    await this.#worker;
  }

  async #work(): Promise<void> {
    // Whatever else arrives in this turn of the loop travels along.
    await Promise.resolve();
    for (let batch = this.#takeBatch(); batch.length > 0; batch = this.#takeBatch()) {
      try {
        await this.#writeBatch(batch.map(({ points }) => points));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      for (const { points } of batch) this.#queuedPoints -= points.series.length;
    }
    this.#worker = undefined;
  }

  #takeBatch(): QueuedWrite[] {
    const batch: QueuedWrite[] = [];
    for (let points = 0; this.#queue.length > 0 && points < BATCH_POINTS; ) {
      const next = this.#queue.shift();
      if (next === undefined) break;
      points += next.points.series.length;
      batch.push(next);
    }
    return batch;
  }

  async #writeBatch(parts: readonly PointColumns[]): Promise<void> {
    const blockDays = new BlockDays();
    for (const { series, timesMs } of parts) blockDaysOfPoints(blockDays, series, timesMs);
    const { series, timesMs, values } = joinPoints(parts);
    await this.#between(blockDays, (changes) =>
      this.#database.insertFrom({
        changes,
        // Rows keep their order, and each has a later version than the one before: within a batch, too, the last one wins.
        statement: (source) =>
          `insert into ${this.#database.name}.point_raw (series, time, value, version) ` +
          `select series, time, value, ${VERSION_NOW} + rowNumberInAllBlocks() as version from ${source} ${INSERT_SETTINGS}`,
        data: [
          { name: 'series', type: 'UInt32', values: series },
          { name: 'time', type: "DateTime64(3, 'UTC')", values: timesMs },
          { name: 'value', type: 'Float64', values: values },
        ],
      }),
    );
  }

  async #writeTouched(
    touched: readonly TouchedSeries[],
    insert: (changes: StatementOptions['changes']) => Promise<void>,
    options: StatementOptions,
  ): Promise<void> {
    if (touched.length === 0) return;
    for (const { firstMs, lastMs } of touched) assertTimes([firstMs, lastMs]);
    await this.#between(blockDaysOfTouched(touched), insert, options);
  }

  async #between(
    blockDays: BlockDays,
    insert: (changes: StatementOptions['changes']) => Promise<void>,
    options: StatementOptions = {},
  ): Promise<void> {
    await writeDirtyDays(this.#database, { blockDays, kind: 'opened' }, options);
    await insert(blockDays.ranges());
    await writeDirtyDays(this.#database, { blockDays, kind: 'marked' }, options);
    this.#onWritten();
  }
}

const THREADS = Math.min(4, availableParallelism());

/** What a thread of an insert needs at most: the engine's own estimate is eight times as much, and leaves one thread where memory is short. */
const THREAD_BYTES = 512 * 1024 * 1024;

/**
 * Each thread sorts and writes parts of its own, large enough that an import does not become a thousand of them; the view of newest points would hold them
 * together in one. Points that others of the same insert replace are left to the next merge, as those of earlier inserts are: looking for them takes as long
 * as writing (decision 0191).
 */
const INSERT_SETTINGS = `settings ${[
  `max_threads = ${THREADS}`,
  `max_insert_threads = ${THREADS}`,
  `max_insert_threads_min_free_memory_per_thread = ${THREAD_BYTES}`,
  `min_insert_block_size_rows = ${BATCH_POINTS}`,
  'min_insert_block_size_bytes = 268435456',
  'parallel_view_processing = 1',
  'optimize_on_insert = 0',
].join(', ')}`;

/** @throws RangeError for columns of different length, times that the store cannot hold, and values that are no numbers */
export function assertWritable({ series, timesMs, values }: PointColumns): void {
  if (series.length !== timesMs.length || series.length !== values.length) throw new RangeError('Columns of different length');
  assertTimes(timesMs);
  for (const value of values) if (!Number.isFinite(value)) throw new RangeError(`${value} is no value of a point`);
}

export function assertTimes(timesMs: ArrayLike<number>): void {
  for (let i = 0; i < timesMs.length; i++) {
    const timeMs = timesMs[i] ?? Number.NaN;
    if (!Number.isInteger(timeMs) || timeMs < FIRST_TIME_MS || timeMs > LAST_TIME_MS)
      throw new RangeError(`${timeMs} is outside the time the store can hold`);
  }
}

function joinPoints(parts: readonly PointColumns[]): PointColumns {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const count = parts.reduce((sum, { series }) => sum + series.length, 0);
  const joined = { series: new Uint32Array(count), timesMs: new Float64Array(count), values: new Float64Array(count) };
  let offset = 0;
  for (const { series, timesMs, values } of parts) {
    joined.series.set(series, offset);
    joined.timesMs.set(timesMs, offset);
    joined.values.set(values, offset);
    offset += series.length;
  }
  return joined;
}
