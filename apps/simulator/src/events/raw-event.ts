import { EVENT_CODE_LISTS } from '../fleet/event-codes.ts';

/** A code a controller raised and took back. */
export interface DemoEvent {
  segmentId: string;
  code: string;
  /** Text that comes with the code; empty for some that are not documented. */
  text: string;
  startMs: number;
  endMs: number;
}

const texts = new Map(
  EVENT_CODE_LISTS.flatMap(({ codes, undocumented }) => [...codes, ...undocumented].map(({ code, text }) => [code, text] as const)),
);

/** Controllers keep time to the second. */
export function rawEvent(segmentId: string, code: string, { startMs, endMs }: { startMs: number; endMs: number }): DemoEvent {
  return { segmentId, code, text: texts.get(code) ?? '', startMs: wholeSecond(startMs), endMs: wholeSecond(endMs) };
}

function wholeSecond(timeMs: number): number {
  return Math.round(timeMs / 1000) * 1000;
}
