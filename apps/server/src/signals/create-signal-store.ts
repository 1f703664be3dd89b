import { memoryShare } from '../memory.ts';
import { usePointTable } from './files/points/use-points.ts';
import { useStagedFile } from './files/staged/use-staged-file.ts';
import { readParquetHead, useUnknownTable } from './files/unknown/use-unknown-table.ts';
import { backUpSignals, restoreSignals } from './maintenance/backup.ts';
import { deletePointsBefore } from './maintenance/delete-points.ts';
import { fingerprintPoints } from './maintenance/fingerprint.ts';
import { countPoints } from './reading/count-points.ts';
import { countQuality } from './reading/count-quality.ts';
import { countRaw } from './reading/count-raw.ts';
import { csvToParquet, exportToFile, readAsArrow } from './reading/export.ts';
import { readSeries } from './reading/read.ts';
import { readGroupValues } from './reading/read-groups.ts';
import { readLatestPoints, readPointVersions } from './reading/read-latest.ts';
import { readStoredPoints } from './reading/read-points.ts';
import type { DayPoints } from './reading/recent/day-points.ts';
import type { MonthRollUps } from './reading/recent/month-roll-ups.ts';
import { NewestPoints } from './reading/recent/newest-points.ts';
import { pointDays } from './reading/recent/point-days.ts';
import { RecentLoader } from './reading/recent/recent-loader.ts';
import { RecentSlices } from './reading/recent/recent-slices.ts';
import { rollUpMonths } from './reading/recent/roll-up-months.ts';
import { ResponseCache } from './reading/response-cache.ts';
import { ComputedWriter } from './rollup/computed-writer.ts';
import { invalidateRollUps } from './rollup/invalidate-roll-ups.ts';
import { mergeRollUps } from './rollup/merge-roll-ups.ts';
import { countDirtyDays, rollUpPass } from './rollup/roll-up.ts';
import type { SeriesDirectory } from './rollup/series-directory.ts';
import type { SignalStore } from './signal-store.ts';
import type { SignalDatabase } from './sql/signal-database.ts';
import { PointWriter } from './writing/point-writer.ts';

export interface SignalStoreOptions {
  /** Migrated (see sql/migrations.ts). */
  database: SignalDatabase;
  directory: SeriesDirectory;
  /** What days of raw points may take in memory; roll-ups of days may take half as much again. 0: no query is repeated. */
  recentBytes?: number;
}

/** Both are less on a small machine. */
const CACHED_BYTES = 64 * 1024 * 1024;
/** 430 days of 256 series each at ten minutes. */
const RECENT_BYTES = 128 * 1024 * 1024;

/** The store on an open database. */
export function createSignalStore({ database, directory, recentBytes = RECENT_BYTES * memoryShare() }: SignalStoreOptions): SignalStore {
  const listeners = new Set<() => void>();
  const announce = () => {
    for (const listener of listeners) listener();
  };
  const prefetchListeners = new Set<() => void>();
  const onPrefetchRequest = () => {
    for (const listener of prefetchListeners) listener();
  };
  const recent = new RecentSlices<DayPoints>({ maxBytes: recentBytes, mostRequestedAtOnce: 32, onPrefetchRequest });
  const rollUps = new RecentSlices<MonthRollUps>({ maxBytes: recentBytes / 2, mostRequestedAtOnce: 256, onPrefetchRequest });
  const reader = { database, responses: new ResponseCache(CACHED_BYTES * memoryShare()), recent, rollUps, newest: new NewestPoints() };
  const loaders = [
    new RecentLoader({ database, recent, source: pointDays(database) }),
    new RecentLoader({ database, recent: rollUps, source: rollUpMonths(database) }),
  ];
  const writer = new PointWriter({ database, onWritten: announce });
  const computed = new ComputedWriter(database);
  return {
    writeRaw: (points) => writer.write(points),
    writeRawFrom: (points, options) => writer.writeSelected(points, options),
    writeRawSpooled: (points) => writer.writeSpooled(points),
    replaceComputed: (replacement) => computed.write(replacement).finally(announce),
    usePointTable: (table, work) => usePointTable(database, table, work),
    useStagedFile: (file, work, options) => useStagedFile(database, file, { work, options }),
    useUnknownTable: (table, work) => useUnknownTable(database, table, work),
    readParquetHead: (path) => readParquetHead(database, path),
    read: (query, options) => readSeries(reader, query, options),
    readGroups: (query, options) => readGroupValues(reader, query, options),
    readArrow: (query, options) => readAsArrow(database, query, options),
    exportTo: (path, query, options) => exportToFile(database, path, query, options),
    toParquet: (table, options) => csvToParquet(database, table, options),
    countPoints: (query, options) => countPoints(database, query, options),
    countRaw: (query, options) => countRaw(database, query, options),
    countQuality: (query, options) => countQuality(database, query, options),
    readPoints: (query, options) => readStoredPoints(database, query, options),
    readLatest: (series, options) => readLatestPoints(reader, series, options),
    readVersions: (series, timeMs) => readPointVersions(database, series, timeMs),
    rollUp: (options) => rollUpPass(database, directory, options),
    mergeRollUps: (options) => mergeRollUps(database, options),
    loadRecent: async (options) => {
      let slices = 0;
      for (const loader of loaders) slices += await loader.next(options);
      return slices;
    },
    onPrefetchRequest: (listener) => {
      prefetchListeners.add(listener);
      return () => prefetchListeners.delete(listener);
    },
    invalidateRollups: async (series, period) => {
      await invalidateRollUps(database, series, period);
      announce();
    },
    rollUpState: async () => ({ pendingBlockDays: await countDirtyDays(database) }),
    onWritten: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    deleteBefore: async (series, beforeMs) => {
      await deletePointsBefore(database, series, beforeMs);
      // A deletion leaves no dirty flag.
      reader.responses.clear();
      recent.clear();
      rollUps.clear();
      reader.newest.clear();
    },
    backUp: (path) => backUpSignals(database, path),
    restore: (path, source) => restoreSignals(database, path, source),
    databaseName: database.name,
    fingerprint: () => fingerprintPoints(database),
    close: async () => {
      await writer.settle();
      await database.close();
    },
  };
}
