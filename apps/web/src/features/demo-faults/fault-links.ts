import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { toIsoLocalTime, toLocalTime } from '@solvane/energy/time/local-time';

export interface FaultPeriod {
  startMs: number;
  /** null: goes on. */
  endMs: number | null;
}

const DAY_MS = 86_400_000;
/** A long fault is shown by its first weeks: there it can be told from before. */
const LONGEST_DAYS = 31;

/** The period of the address that shows a fault with some of before and after, in whole days of its site; the last month of one that goes on. */
export function faultPeriod({ startMs, endMs }: FaultPeriod, zone: string): string {
  if (endMs === null) return 'last30Days';
  const first = localDayOf(startMs, zone) - (isShort({ startMs, endMs }) ? 0 : 1);
  const last = Math.min(localDayOf(endMs - 1, zone) + (isShort({ startMs, endMs }) ? 0 : 1), first + LONGEST_DAYS);
  return `${toIsoDate(first)}_${toIsoDate(Math.max(first, last) + 1)}`;
}

/** Start and end in site time; the end without its date where it is the same day. */
export function faultTimes({ startMs, endMs }: FaultPeriod, zone: string): { start: string; end: string | null } {
  const [startDay = '', startTime = ''] = localText(startMs, zone);
  if (endMs === null) return { start: `${startDay} ${startTime}`, end: null };
  const [endDay = '', endTime = ''] = localText(endMs, zone);
  return { start: `${startDay} ${startTime}`, end: endDay === startDay ? endTime : `${endDay} ${endTime}` };
}

function localText(instantMs: number, zone: string): string[] {
  return toIsoLocalTime(toLocalTime(instantMs, zone)).slice(0, 16).split('T');
}

function isShort({ startMs, endMs }: FaultPeriod): boolean {
  return endMs !== null && endMs - startMs <= DAY_MS;
}
