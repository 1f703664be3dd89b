import { ClickHouseError } from '@clickhouse/client';
import { AppError } from '@solvane/contract/errors';
import type { RejectReason } from '@solvane/contract/ingest';
import { LIMITS } from '@solvane/contract/limits';
import { numbersOf, textsOf } from '../../../signals/sql/native-format.ts';
import type { SignalDatabase } from '../../../signals/sql/signal-database.ts';
import { type LongRows, POINT_FAULTS, profileStatement } from './long-rows.ts';
import type { SeriesReference } from './resolve-series.ts';
import { assertSeriesLimit, tooManySeries } from './series-limit.ts';

/** What a body holds of one series. */
export interface SeriesProfile {
  reference: SeriesReference;
  /** Its place among the series of the body; for columns the number of the column. */
  position: number;
  /** Points that can be taken. */
  good: number;
  /** Of those. */
  firstMs: number;
  lastMs: number;
  /** Days of UTC they lie on. */
  utcDays: ReadonlySet<number>;
  faults: ReadonlyMap<RejectReason, { count: number; lines: readonly number[] }>;
  /** First places of any of its points. */
  firstLines: readonly number[];
  /** Of the good ones those that a later one of the same time replaces. */
  merged: number;
}

/** One pass over the body. @param columns - series of a body with one column each */
export async function readProfiles(
  database: Pick<SignalDatabase, 'select'>,
  rows: LongRows,
  columns: readonly SeriesReference[] | undefined,
): Promise<SeriesProfile[]> {
  const response = await database.select(profileStatement(rows, LIMITS.ingestSeries), { lane: 'ingest' }).catch(toRefusal);
  assertSeriesLimit(response.rowCount);
  const [good, first, last] = [numbersOf(response, 'good'), numbersOf(response, 'first_ms'), numbersOf(response, 'last_ms')];
  const times = numbersOf(response, 'times');
  const faults = POINT_FAULTS.slice(1).map((reason, index) => ({
    reason: reason as RejectReason,
    counts: numbersOf(response, `count_${index + 1}`),
    lines: textsOf(response, `lines_${index + 1}`),
  }));
  const utcDays = textsOf(response, 'utc_days');
  const firstLines = textsOf(response, 'first_lines');
  const positions = columns ? numbersOf(response, 'idx') : undefined;
  const [segments, signals] = columns ? [[], []] : [textsOf(response, 'segment'), textsOf(response, 'signal')];
  return Array.from({ length: response.rowCount }, (_, index) => {
    const position = positions?.[index] ?? index;
    return {
      reference: columns?.[position] ?? { segmentId: segments[index] ?? '', signal: signals[index] ?? '' },
      position,
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
    };
  });
}

/** Rows of a group beyond those that the statement allows. */
const TOO_MANY_GROUPS = '158';

/** The statement is ours and the body is theirs: what the engine cannot read is not of its type. */
function toRefusal(error: unknown): never {
  if (error instanceof ClickHouseError && error.code === TOO_MANY_GROUPS) throw tooManySeries();
  throw error instanceof ClickHouseError ? new AppError('request.malformed', { cause: error }) : error;
}

function toNumbers(list: string | undefined): number[] {
  return list ? list.split(',').map(Number) : [];
}
