import type { PointsFingerprint } from '../signal-maintenance.ts';
import { RENAMED_TABLES } from '../sql/migration-0004-plain-names.ts';
import { numbersOf, textsOf } from '../sql/native-format.ts';
import { POINT_TABLES, SERIES_PER_BLOCK } from '../sql/point-tables.ts';
import type { SignalDatabase } from '../sql/signal-database.ts';

/** What a table of points holds altogether. */
export type PointTotals = Pick<PointsFingerprint, 'table' | 'rows' | 'checksum'>;

/** Of every version of a point the one that counts, whatever has been merged by then. */
export async function fingerprintPoints(database: SignalDatabase): Promise<PointsFingerprint[]> {
  const fingerprints: PointsFingerprint[] = [];
  for (const { table } of Object.values(POINT_TABLES)) {
    const columns = await database.select(
      `select intDiv(series, ${SERIES_PER_BLOCK}) as block, toYYYYMM(time) as month, count() as rows, toString(sum(cityHash64(*))) as checksum ` +
        `from ${database.name}.${table} final group by block, month`,
      { lane: 'background' },
    );
    const [blocks, months, rows] = [numbersOf(columns, 'block'), numbersOf(columns, 'month'), numbersOf(columns, 'rows')];
    const checksums = textsOf(columns, 'checksum');
    for (let i = 0; i < columns.rowCount; i++)
      fingerprints.push({ table, block: blocks[i] ?? 0, month: months[i] ?? 0, rows: rows[i] ?? 0, checksum: checksums[i] ?? '' });
  }
  return fingerprints;
}

export function totalPoints(fingerprints: readonly PointsFingerprint[]): PointTotals[] {
  return Object.values(POINT_TABLES).map(({ table }) => {
    const own = fingerprints.filter((fingerprint) => fingerprint.table === table);
    const checksum = own.reduce((sum, fingerprint) => BigInt.asUintN(64, sum + BigInt(fingerprint.checksum)), 0n);
    return { table, rows: own.reduce((sum, { rows }) => sum + rows, 0), checksum: String(checksum) };
  });
}

/** Whether the points restored from a backup are those that it was verified with, by the table names of its time. */
export function findDifference(restored: readonly PointTotals[], backedUp: readonly PointTotals[]): string | undefined {
  for (const { table, rows, checksum } of backedUp) {
    const found = restored.find((totals) => totals.table === (RENAMED_TABLES[table] ?? table));
    if (found?.rows !== rows || found.checksum !== checksum) return `${table}: ${found?.rows ?? 0} of ${rows} rows`;
  }
  return undefined;
}

export interface CopyComparison {
  /** Names of blocks and months whose points in the copy are not those of the store. */
  different: string[];
  /** Rows compared, and those that nothing can be compared with: their block and month changed while the copy was made. */
  compared: number;
  changed: number;
}

/** Compares a copy with the store it was made of, which went on meanwhile. */
export function compareCopy(
  copy: readonly PointsFingerprint[],
  { before, after }: { before: readonly PointsFingerprint[]; after: readonly PointsFingerprint[] },
): CopyComparison {
  const [copied, earlier, later] = [byPart(copy), byPart(before), byPart(after)];
  const comparison: CopyComparison = { different: [], compared: 0, changed: 0 };
  for (const part of new Set([...copied.keys(), ...earlier.keys(), ...later.keys()].sort())) {
    const rows = copied.get(part)?.rows ?? 0;
    if (!isSame(earlier.get(part), later.get(part))) comparison.changed += rows;
    else if (isSame(copied.get(part), earlier.get(part))) comparison.compared += rows;
    else comparison.different.push(part);
  }
  return comparison;
}

function byPart(fingerprints: readonly PointsFingerprint[]): Map<string, PointsFingerprint> {
  return new Map(
    fingerprints.map((fingerprint) => [`${fingerprint.table}, block ${fingerprint.block}, ${fingerprint.month}`, fingerprint]),
  );
}

function isSame(a: PointsFingerprint | undefined, b: PointsFingerprint | undefined): boolean {
  return a?.rows === b?.rows && a?.checksum === b?.checksum;
}
