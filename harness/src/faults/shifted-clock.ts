import { readFileSync } from 'node:fs';

/** Preloaded into the product's processes and threads: their wall clock is ahead by the milliseconds in this file. Timers run on. */
const file = process.env.HARNESS_CLOCK_FILE;
const READ_EVERY_MS = 20;
const RealDate = Date;
const realNow = Date.now;

if (file !== undefined) {
  let [aheadMs, readAtMs] = [0, Number.NEGATIVE_INFINITY];
  const now = (): number => {
    const atMs = performance.now();
    if (atMs - readAtMs >= READ_EVERY_MS) {
      readAtMs = atMs;
      aheadMs = Number(readFileSync(file, 'utf8')) || 0;
    }
    return realNow() + aheadMs;
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
}
