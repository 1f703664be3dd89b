const MINUTE_MS = 60_000;

/** Until when data are expected: whole minutes, so that everybody who asks the same within one of them shares the response. */
export function dataHorizon(nowMs: number): number {
  return Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
}
