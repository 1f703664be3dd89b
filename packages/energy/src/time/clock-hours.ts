import { localDaysOf } from './local-day.ts';
import { DAY_MS, HOUR_MS, type OffsetSpan, spanAt } from './zone.ts';

/** What the clock on the wall shows at instants. */
export interface ClockHours {
  /** Local days, shape (n). */
  day: Int32Array;
  /** Hour that the clock shows, 0 to 23, shape (n). */
  hour: Uint8Array;
  /** 1 where the clock shows this time for the second time: in autumn, after it was put back; shape (n). */
  isRepeated: Uint8Array;
}

/**
 * Local day and clock hour of many instants.
 *
 * A day on which the clock is put back has an hour that comes twice, one on which it is put forward lacks one.
 *
 * @param instantsMs - instants, shape (n)
 * @param zone - IANA zone
 * @throws RangeError for an unknown zone
 * @see Europe/Stockholm 2025-10-26: 00:00Z is 02:00, 01:00Z is 02:00 again
 */
export function clockHoursOf(instantsMs: Float64Array, zone: string): ClockHours {
  const hour = new Uint8Array(instantsMs.length);
  const isRepeated = new Uint8Array(instantsMs.length);
  let span: OffsetSpan | undefined;
  let putBackMs = 0;
  for (let i = 0; i < instantsMs.length; i++) {
    const instantMs = instantsMs[i] ?? Number.NaN;
    if (span === undefined || !(instantMs >= span.startMs && instantMs < span.endMs)) {
      span = spanAt(instantMs, zone);
      putBackMs = spanAt(span.startMs - 1, zone).offsetMs - span.offsetMs;
    }
    const clockMs = instantMs + span.offsetMs;
    hour[i] = Math.floor((clockMs - Math.floor(clockMs / DAY_MS) * DAY_MS) / HOUR_MS);
    isRepeated[i] = instantMs - span.startMs < putBackMs ? 1 : 0;
  }
  return { day: localDaysOf(instantsMs, zone), hour, isRepeated };
}
