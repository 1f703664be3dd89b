import { describe, expect, test } from 'vitest';
import { type RuleRemoval, ruleWarnings } from './rule-warnings.ts';

const TODAY = 20_000;

function removal(day: number, own: Partial<RuleRemoval> = {}) {
  return { day, deviceId: 'wt-1', apCode: 'ActivePower', method: 'flatline' as const, removed: 91, points: 144, ...own };
}

const daysOf = (deviceId: string, ...ago: number[]) => ago.map((days) => removal(TODAY - days, { deviceId }));

describe('a test that removes more than a fifth of a signal', () => {
  test('is a warning on three of the last seven days', () => {
    expect(ruleWarnings(daysOf('wt-1', 0, 3), TODAY)).toEqual([]);
    expect(ruleWarnings(daysOf('wt-1', 0, 3, 7), TODAY)).toEqual([]);
    expect(ruleWarnings(daysOf('wt-1', 0, 3, 6), TODAY)).toEqual([
      { apCode: 'ActivePower', method: 'flatline', share: 91 / 144, deviceIds: ['wt-1'], since: TODAY - 6 },
    ]);
    expect(
      ruleWarnings(
        [0, 1, 2].map((ago) => removal(TODAY - ago, { removed: 28 })),
        TODAY,
      ),
    ).toEqual([]);
  });

  test('counts the devices it is true of, and all their points', () => {
    const six = [1, 2, 3, 4, 5, 6].flatMap((number) => daysOf(`wt-${number}`, 0, 1, 2));
    const [warning, ...others] = ruleWarnings([...six, ...daysOf('wt-7', 0)], TODAY);
    expect(others).toEqual([]);
    expect(warning?.deviceIds).toHaveLength(6);
    expect(warning?.share).toBeCloseTo(0.63, 2);
  });

  test('began on the first day of an unbroken series', () => {
    expect(ruleWarnings(daysOf('wt-1', 0, 2, 5, 8, 9, 14, 20), TODAY)[0]?.since).toBe(TODAY - 14);
  });

  test('is another warning for every signal and test, the worst first', () => {
    const wind = [0, 1, 2].map((ago) => removal(TODAY - ago, { apCode: 'NacelleWindSpeed', method: 'outOfRangeMax', removed: 144 }));
    const found = ruleWarnings([...daysOf('wt-1', 0, 1, 2), ...wind], TODAY);
    expect(found.map(({ apCode, method }) => [apCode, method])).toEqual([
      ['NacelleWindSpeed', 'outOfRangeMax'],
      ['ActivePower', 'flatline'],
    ]);
  });

  test('is judged on the day that is asked for', () => {
    expect(ruleWarnings(daysOf('wt-1', 0, 1, 2), TODAY - 3)).toEqual([]);
    expect(ruleWarnings(daysOf('wt-1', 10, 11, 12), TODAY)).toEqual([]);
  });
});
