import { ClickHouseError } from '@clickhouse/client';
import type { PointProfile } from '../../signal-files.ts';
import { numbersOf, textsOf } from '../../sql/native-format.ts';
import type { SignalDatabase } from '../../sql/signal-database.ts';
import { rethrowUnreadable } from '../unreadable.ts';
import { POINT_FAULTS, type PointRows, profileStatement } from './point-rows.ts';

/** Rows of a group beyond those that the statement allows. */
const TOO_MANY_GROUPS = '158';

/** One pass over the rows. @returns undefined where they belong to more series */
export async function readProfiles(
  database: Pick<SignalDatabase, 'select'>,
  rows: PointRows,
  maxSeries: number,
): Promise<PointProfile[] | undefined> {
  const response = await database.select(profileStatement(rows, maxSeries), { lane: 'ingest' }).catch((error: unknown) => {
    if (error instanceof ClickHouseError && error.code === TOO_MANY_GROUPS) return undefined;
    return rethrowUnreadable(error);
  });
  if (response === undefined || response.rowCount > maxSeries) return undefined;
  const [good, first, last] = [numbersOf(response, 'good'), numbersOf(response, 'first_ms'), numbersOf(response, 'last_ms')];
  const times = numbersOf(response, 'times');
  const faults = POINT_FAULTS.map((reason, index) => ({
    reason,
    counts: numbersOf(response, `count_${index + 1}`),
    lines: textsOf(response, `lines_${index + 1}`),
  }));
  const utcDays = textsOf(response, 'utc_days');
  const firstLines = textsOf(response, 'first_lines');
  const columns = rows.key.includes('idx') ? numbersOf(response, 'idx') : undefined;
  const [segments, signals] = columns ? [[], []] : [textsOf(response, 'segment'), textsOf(response, 'signal')];
  return Array.from({ length: response.rowCount }, (_, index) => ({
    column: columns?.[index],
    segmentId: segments[index] ?? '',
    signal: signals[index] ?? '',
    good: good[index] ?? 0,
    firstMs: first[index] ?? Number.NaN,
    lastMs: last[index] ?? Number.NaN,
    utcDays: new Set(toNumbers(utcDays[index])),
    faults: new Map(
      faults.flatMap(({ reason, counts, lines }) =>
        (counts[index] ?? 0) > 0 ? [[reason, { count: counts[index] ?? 0, lines: toNumbers(lines[index]) }] as const] : [],
      ),
    ),
    firstLines: toNumbers(firstLines[index]),
    merged: (good[index] ?? 0) - (times[index] ?? 0),
  }));
}

function toNumbers(list: string | undefined): number[] {
  return list ? list.split(',').map(Number) : [];
}
