import { expect, test } from 'vitest';
import { addWalks, type WalkBar, withTotals } from './loss-walk.ts';

const level = (step: string, energyKwh: number): WalkBar => ({ step, kind: 'level', energyKwh });
const change = (step: string, energyKwh: number): WalkBar => ({ step, kind: 'change', energyKwh });
const walk = (of: 'PV' | 'Wind', bars: WalkBar[]) => ({ walks: [{ of, bars, noDataIntervals: 0, withoutExpectationIntervals: 0 }] });
const add = (sites: ReturnType<typeof walk>[], of: 'auto' | 'Wind' = 'auto') => addWalks(sites as never, of);

/** Vector A3 of the specification, in MWh. */
const PV = [
  ...[level('budget', 5_000), change('irradiance', 400), change('temperature', -91.139), change('modelGap', -28.861)],
  ...[level('expected', 5_280), change('downtime', -60), change('curtailment', -110), change('degraded', -25), change('soiling', -45)],
  ...[
    change('unexplained', -50),
    level('gross', 4_990),
    change('ownConsumption', -4),
    change('electrical', -50),
    level('atConnection', 4_936),
  ],
];

test('each step leads to the next level', () => {
  const [sum] = add([walk('PV', PV)]);
  const totals = withTotals(sum?.bars ?? []).filter(({ kind }, index) => kind === 'change' || index === 0);
  const expected = [5_000, 5_400, 5_308.861, 5_280, 5_220, 5_110, 5_085, 5_040, 4_990, 4_986, 4_936];
  expect(totals).toHaveLength(expected.length);
  for (const [index, total] of expected.entries()) expect(totals[index]?.totalKwh).toBeCloseTo(total, 9);
});

test('walks of one kind are added step by step, a step that some sites lack keeps its position, and kinds are never mixed', () => {
  const short = [level('theoretical', 100), change('downtime', -10), level('gross', 90)];
  const long = [level('theoretical', 50), change('downtime', -5), change('noData', -1), level('gross', 44)];
  const walks = add([walk('Wind', short), walk('PV', PV), walk('Wind', long)]);
  expect(walks.map(({ of }) => of)).toEqual(['PV', 'Wind']);
  expect(walks[1]?.bars).toEqual([level('theoretical', 150), change('downtime', -15), change('noData', -1), level('gross', 134)]);
  expect(add([walk('Wind', short), walk('PV', PV)], 'Wind')).toHaveLength(1);
});

test('sites that begin at another level have a walk of their own', () => {
  const theoretical = [level('theoretical', 100), level('gross', 100)];
  const budget = [level('budget', 90), change('modelGap', 10), level('gross', 100)];
  expect(add([walk('PV', theoretical), walk('PV', budget)]).map(({ bars }) => bars[0]?.step)).toEqual(['theoretical', 'budget']);
});

test('a walk that does not close is refused', () => {
  expect(() => add([walk('PV', [level('budget', 100), change('downtime', -10), level('gross', 95)])])).toThrow('does not close at gross');
});
