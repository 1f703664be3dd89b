import type { RejectReason } from '@solvane/contract/ingest';
import { LIMITS } from '@solvane/contract/limits';
import { parseTime } from '@solvane/energy/time/local-time';
import { EARLIEST_MS } from '../../../signals/point-limits.ts';

/** Clocks of plants may be ahead by this much. */
export function latestMs(nowMs: number): number {
  return nowMs + LIMITS.ingestFutureMinutes * 60_000;
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
