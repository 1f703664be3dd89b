/** Answers say their time in whole seconds, and take a while to arrive: clocks that differ by less agree. */
const AGREES_MS = 2_000;

let aheadMs: number | undefined;

/** Takes the time of an answer from its head. */
export function noteServerTime(headers: Headers, nowMs: number = Date.now()): void {
  const serverMs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(serverMs)) return;
  const measuredMs = serverMs - nowMs;
  if (Math.abs(measuredMs - (aheadMs ?? 0)) < AGREES_MS) aheadMs ??= 0;
  else aheadMs = measuredMs;
}

/** How far the clock of the server is ahead of that of the browser; undefined: no answer has told yet. [ms] */
export function serverAheadMs(): number | undefined {
  return aheadMs;
}
