/**
 * What one turn of the event loop may take at most, in yardsticks. The limit of 200 ms is about 40; code that runs for the first time takes longer, and
 * the test itself sends from the same thread: up to 80 were seen beside other work. What once held it up took seconds, 400 and more.
 */
export const MOST_YARDSTICKS = 120;

/** About 5 ms of a core on the machine that the limits were chosen on. */
const YARDSTICK = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, name: `name ${at}`, values: [at / 7] })));

/**
 * Runs the work, and measures the longest turn of the event loop meanwhile, in yardsticks: how often this machine, as fast and as busy as it is now,
 * would have read a fixed text. A slow machine finds the same number as a fast one.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const before = yardstickMs();
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
  longest = Math.max(longest, cpuMs() - last);
  return longest / Math.max(before, yardstickMs());
}

/** Least of three: the first one also compiles and makes room. [ms] */
function yardstickMs(): number {
  return Math.min(
    ...Array.from({ length: 3 }, () => {
      const startMs = cpuMs();
      JSON.parse(YARDSTICK);
      return cpuMs() - startMs;
    }),
  );
}

/** Time of this thread on a core: waiting for a core does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
