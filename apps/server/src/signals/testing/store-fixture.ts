import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSignalStore } from '../create-signal-store.ts';
import type { PointKind } from '../point-kind.ts';
import type { BlockInfo, SeriesDirectory } from '../rollup/series-directory.ts';
import type { SignalStore } from '../signal-store.ts';
import type { PointColumns } from '../signal-writer.ts';
import { migrateSignals } from '../sql/migrations.ts';
import { SERIES_PER_BLOCK } from '../sql/point-tables.ts';
import { openEmbeddedDatabase, openServerDatabase, type SignalDatabase } from '../sql/signal-database.ts';
import { startHttpFront } from './clickhouse-http-front.ts';
import { type EngineFixture, startTestEngine } from './engine-fixture.ts';

export interface StoreFixture {
  store: SignalStore;
  database: SignalDatabase;
  directory: TestDirectory;
  /** undefined: a server that is not ours. */
  engine: EngineFixture | undefined;
  folder: string;
  close(): Promise<void>;
}

/** How the store reaches an engine. The last one runs where CLICKHOUSE_URL names a server. */
export const STORE_WAYS: readonly string[] = ['embedded', 'over HTTP', ...(process.env.CLICKHOUSE_URL ? ['on a server'] : [])];

export async function openTestStore(way = 'embedded'): Promise<StoreFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'solvane-store-'));
  const engine = way === 'on a server' ? undefined : await startTestEngine();
  const front = way === 'over HTTP' && engine !== undefined ? await startHttpFront(engine.link) : undefined;
  const database = await open();
  await migrateSignals(database);
  const directory = new TestDirectory();
  const store = createSignalStore({ database, directory });
  return {
    store,
    database,
    directory,
    engine,
    folder,
    close: async () => {
      if (way === 'on a server') await database.command(`drop database ${database.name} sync`);
      await store.close();
      await front?.close();
      await engine?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };

  async function open(): Promise<SignalDatabase> {
    if (front !== undefined) return openServerDatabase({ url: front.url });
    if (engine !== undefined) return openEmbeddedDatabase({ link: engine.link, spoolFolder: join(folder, 'spool') });
    const url = new URL(process.env.CLICKHOUSE_URL ?? '');
    url.pathname = `/solvane_test_${process.pid}`;
    return openServerDatabase({ url: url.href, cluster: process.env.CLICKHOUSE_CLUSTER });
  }
}

/** Hands out blocks of series. */
export class TestDirectory implements SeriesDirectory {
  readonly #blocks = new Map<number, BlockInfo>();

  /** First series of a new block. */
  addBlock({ kind = 'raw', zone, intervalMs = 600_000 }: { kind?: PointKind; zone: string; intervalMs?: number }): number {
    const block = this.#blocks.size + 1;
    this.#blocks.set(block, { block, kind, zone, intervalMs, directions: [block * SERIES_PER_BLOCK + DIRECTION] });
    return block * SERIES_PER_BLOCK;
  }

  changeZone(series: number, zone: string): void {
    const block = Math.floor(series / SERIES_PER_BLOCK);
    const info = this.#blocks.get(block);
    if (info !== undefined) this.#blocks.set(block, { ...info, zone });
  }

  describeBlocks(blocks: readonly number[]): Promise<BlockInfo[]> {
    return Promise.resolve(blocks.flatMap((block) => this.#blocks.get(block) ?? []));
  }
}

/** This series of every block of a test holds directions. */
export const DIRECTION = 7;

export interface TestPoint {
  series: number;
  timeMs: number;
  value: number;
}

export function toPointColumns(points: readonly TestPoint[]): PointColumns {
  return {
    series: Uint32Array.from(points, ({ series }) => series),
    timesMs: Float64Array.from(points, ({ timeMs }) => timeMs),
    values: Float64Array.from(points, ({ value }) => value),
  };
}
