import type { RejectReason } from '@solvane/contract/ingest';
import { LIMITS } from '@solvane/contract/limits';
import { FORESEEN } from '@solvane/energy/signals/calc-types';
import { parseTime } from '@solvane/energy/time/local-time';
import { EARLIEST_MS } from '../../../signals/point-limits.ts';
import type { LatestTimes } from '../../../signals/signal-files.ts';

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];

/** Clocks of plants may be ahead by this much. */
export function latestMs(nowMs: number): number {
  return nowMs + LIMITS.ingestFutureMinutes * MINUTE_MS;
}

/** Until when points of a request may lie: those of most signals, and those that a provider foresees. */
export function latestTimes(nowMs: number): LatestTimes {
  return { latestMs: latestMs(nowMs), foreseenMs: nowMs + LIMITS.ingestForecastDays * DAY_MS };
}

/** @param signal - as a plant names it: an apCode alone is Raw */
export function latestOf(signal: string, { latestMs: measuredMs, foreseenMs }: LatestTimes): number {
  return isForeseen(signal) ? foreseenMs : measuredMs;
}

/** Whether points of a signal are foreseen, not measured. */
export function isForeseen(signal: string): boolean {
  return FORESEEN.some((calcType) => signal.endsWith(`||${calcType}`));
}

/** The instant that whole epoch milliseconds or ISO 8601 with a zone name, or the reason why they name none that can be taken. */
export function readInstant(time: unknown, latest: number): number | RejectReason {
  const instant = typeof time === 'string' ? readText(time.trim()) : time;
  if (instant === 'timeWithoutZone') return instant;
  if (typeof instant !== 'number' || !Number.isSafeInteger(instant) || instant < EARLIEST_MS) return 'timeInvalid';
  return instant > latest ? 'inFuture' : instant;
}

function readText(text: string): number | RejectReason {
  const reading = parseTime(text, 'UTC');
  if (reading.kind !== 'ok') return 'timeInvalid';
  return /(Z|[+-]\d{2}(:?\d{2})?)$/.test(text.slice(11)) ? reading.instantMs : 'timeWithoutZone';
}
