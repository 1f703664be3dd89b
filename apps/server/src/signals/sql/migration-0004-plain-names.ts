import { renameTable, type TableTarget } from './ddl.ts';

/** Tables by the names that earlier steps gave them. */
export const RENAMED_TABLES: Readonly<Record<string, string>> = {
  stretch_validated: 'chunk_validated',
  stretch_derived: 'chunk_derived',
  rollup_mark: 'dirty_day',
};

/** Tables are named by what they hold: chunks of computed points, and days whose roll-ups are dirty. */
export function plainNames(target: TableTarget): string[] {
  return Object.entries(RENAMED_TABLES).flatMap(([from, to]) =>
    renameTable({ from, to, shardBy: to === 'dirty_day' ? 'block' : 'intDiv(series, 256)' }, target),
  );
}
