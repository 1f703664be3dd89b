/**
 * Runs the work, and measures the longest turn of the event loop meanwhile: in time of this thread on a core, so that a busy machine measures the same
 * as an idle one.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let [longest, isDone, last] = [0, false, cpuMs()];
  const turn = (): void => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(turn);
  };
  turn();
  try {
    await work();
  } finally {
    isDone = true;
  }
  return Math.max(longest, cpuMs() - last);
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
