import { spanAt } from '@solvane/energy/time/zone';

const DAY_MS = 86_400_000;
const FIXED_OFFSET = /^([+-])(\d{2}):?(\d{2})$/;

interface LocalSpan {
  /** First and last local time of a range of constant offset, as the milliseconds the same clock face would have in UTC. */
  localStartMs: number;
  localEndMs: number;
  offsetMs: number;
}

export interface LocalRange {
  firstMs: number;
  lastMs: number;
}

/** Expressions for what a local time means; each is SQL over the given expression of local milliseconds. */
export interface LocalTimeSql {
  /** Instant, of a repeated time the later one, of a skipped time the one as far behind the gap. */
  laterMs: string;
  /** Instant, of a repeated time the earlier one. */
  earlierMs: string;
  isNonexistent: string;
  isAmbiguous: string;
}

/**
 * Local clock to UTC as plain arithmetic in SQL, so that skipped and repeated times are seen: the engine's own conversion would pick one silently.
 *
 * @param localMs - SQL of Int64 milliseconds
 * @param zone - IANA zone or fixed offset such as `-08:00`
 * @param range - first and last local time that occurs: each row is compared with every change of the clock between them
 * @throws RangeError for an unknown zone
 */
export function localTimeSql(localMs: string, zone: string, range: LocalRange): LocalTimeSql {
  const spans = listLocalSpans(zone, range);
  const [starts, ends, offsets] = [
    sqlArray(spans.map(({ localStartMs }) => localStartMs)),
    sqlArray(spans.map(({ localEndMs }) => localEndMs)),
    sqlArray(spans.map(({ offsetMs }) => offsetMs)),
  ];
  const span = `arrayLastIndex(start -> start <= ${localMs}, ${starts})`;
  const isAmbiguous = `(${span} > 1 and ${localMs} < ${ends}[toUInt32(greatest(${span}, 2) - 1)])`;
  return {
    laterMs: `(${localMs} - ${offsets}[${span}])`,
    earlierMs: `(${localMs} - ${offsets}[toUInt32(${span} - ${isAmbiguous})])`,
    isNonexistent: `(${localMs} >= ${ends}[${span}])`,
    isAmbiguous,
  };
}

function listLocalSpans(zone: string, { firstMs, lastMs }: LocalRange): LocalSpan[] {
  // No zone is a day and a half away from UTC.
  const [startMs, stopMs] = [firstMs - 2 * DAY_MS, lastMs + 2 * DAY_MS];
  const [, sign, hours, minutes] = FIXED_OFFSET.exec(zone) ?? [];
  if (sign) {
    const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
    return [{ localStartMs: startMs, localEndMs: stopMs, offsetMs }];
  }
  const spans: LocalSpan[] = [];
  for (let atMs = startMs; atMs < stopMs; ) {
    const { endMs, offsetMs } = spanAt(atMs, zone);
    const last = spans.at(-1);
    const localEndMs = Math.min(endMs, stopMs) + offsetMs;
    if (last?.offsetMs === offsetMs) last.localEndMs = localEndMs;
    else spans.push({ localStartMs: atMs + offsetMs, localEndMs, offsetMs });
    atMs = endMs;
  }
  return spans;
}

function sqlArray(numbers: readonly number[]): string {
  return `[${numbers.map((number) => `toInt64(${number})`).join(',')}]`;
}
