import { decimateLine, reduceToBuckets } from './decimate.ts';
import { median } from './quantile.ts';
import { seededRandom } from './seeded-random.ts';

// node packages/series/src/decimate.bench.ts
const random = seededRandom(7);
const column = {
  timesMs: Float64Array.from({ length: 1_000_000 }, (_, i) => i * 60_000),
  values: Float64Array.from({ length: 1_000_000 }, () => (random() < 0.003 ? Number.NaN : random() * 1000)),
};
const options = { startMs: 0, endMs: 6e10, buckets: 1600 };

report('a million points to a line of 1600 pixels', () => decimateLine(column, options));
report('a million points to min, max and mean of 1600 buckets', () => reduceToBuckets(column, options));

function report(title: string, work: () => unknown): void {
  const times = Float64Array.from({ length: 40 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  console.log(`${title}: ${median(times.subarray(10)).toFixed(2)} ms`);
}
