interface TraceEvent {
  name: string;
  /** Microseconds, as the duration is. */
  ts: number;
  dur?: number;
  /** Of it, what the thread had the processor: on a machine with other work the rest is waiting. */
  tdur?: number;
  pid: number;
  tid: number;
  args?: { data?: { type?: string } };
}

/**
 * Every frame from now on names itself in the trace. Asked for from outside of the page, a frame's callback could come one frame late: then the work of two
 * frames was taken for that of one.
 */
export const NAME_FRAMES = '(function next() { requestAnimationFrame(next); })()';

/** Main-thread work of the frames in which something scrolled, or in which other events were handled: the sum of a frame's tasks, in milliseconds of the processor where the trace has them. */
export function framesOf(trace: Buffer, types: readonly string[] = ['scroll']): { p50: number; p95: number; max: number; count: number } {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const begins = traceEvents.filter(({ name }) => name === 'FireAnimationFrame');
  const [first] = begins;
  if (!first) return { p50: Number.NaN, p95: Number.NaN, max: Number.NaN, count: 0 };
  const tasks = traceEvents
    .filter(({ name, pid, tid, dur }) => name === 'RunTask' && pid === first.pid && tid === first.tid && dur !== undefined)
    .toSorted((left, right) => left.ts - right.ts);
  const scrolledAt = traceEvents
    .filter(({ name, args }) => name === 'EventDispatch' && types.includes(args?.data?.type ?? ''))
    .map(({ ts }) => ts);
  const starts = begins.map(({ ts }) => ts).toSorted((left, right) => left - right);
  const work = starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    // A task that begins a frame began before the frame was named.
    const ofFrame = tasks.filter(({ ts, dur = 0 }) => ts + dur > start && ts + dur <= end);
    const isScrolled = ofFrame.some(({ ts, dur = 0 }) => scrolledAt.some((at) => at >= ts && at < ts + dur));
    return isScrolled ? [ofFrame.reduce((sum, { dur = 0, tdur = dur }) => sum + tdur, 0) / 1_000] : [];
  });
  const sorted = work.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? Number.NaN, count: sorted.length };
}
