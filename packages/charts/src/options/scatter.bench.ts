import { regressionLine } from '@solvane/series/least-squares';
import { median } from '@solvane/series/quantile';
import { seededRandom } from '@solvane/series/seeded-random';
import { chartSvg } from './chart-svg.ts';
import { TEST_PALETTE as palette } from './palette.testing.ts';
import { scatterOption } from './scatter.ts';

// node packages/charts/src/options/scatter.bench.ts
const random = seededRandom(7);
const COUNT = 500_000;
const x = Float64Array.from({ length: COUNT }, () => 20 * random());
const y = x.map((wind) => Math.min(4_000, 4 * wind ** 3) + 300 * (random() - 0.5));
const kind = { palette, locale: 'en-US', unit: 'kW', xTitle: 'Wind speed, m/s', density: 'points' };

report('500,000 points to an option, with their regression', () => {
  const { slope = 0, intercept = 0 } = regressionLine(x, y) ?? {};
  return scatterOption({
    ...kind,
    points: [{ name: 'WT-1', x, y }],
    lines: [{ name: 'Regression', role: 'regression', slope, intercept }],
  });
});
report('the same drawn', () => chartSvg(scatterOption({ ...kind, points: [{ name: 'WT-1', x, y }] }), { width: 800, height: 400 }));

function report(title: string, work: () => unknown): void {
  const times = Float64Array.from({ length: 15 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  console.log(`${title}: ${median(times.subarray(5)).toFixed(1)} ms`);
}
