import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { textIn } from '@solvane/i18n/text';
import { expect, test } from 'vitest';
import { ageText, type FormatMessage } from './age-text.ts';
import { dataAge } from './data-age.ts';

const MINUTE_MS = 60_000;
const english = textIn('en-US');
const formatMessage: FormatMessage = ({ id }, values) => english(id, values);

test('an age is written in the unit that fits it', () => {
  const ages = [0, 59 * MINUTE_MS, 60 * MINUTE_MS, 192 * MINUTE_MS, 26 * 60 * MINUTE_MS + 4 * MINUTE_MS, 12 * 24 * 60 * MINUTE_MS, null];
  expect(ages.map((age) => ageText(age, formatMessage))).toEqual(['0 min', '59 min', '1 h', '3 h 12', '26 h 04', '12 d', 'never']);
});

test.each([
  ['PT1M', 15],
  ['PT10M', 30],
  ['PT1H', 180],
] as const)('a site that sends every %s is stale after %i minutes without data', (signalCalcPeriod, minutes) => {
  const nowMs = Date.UTC(2025, 5, 24, 12);
  const intervalMs = SIGNAL_CALC_PERIODS[signalCalcPeriod];
  const silentFor = (silentMs: number) => dataAge({ lastPointMs: nowMs - intervalMs - silentMs, nowMs, signalCalcPeriod }).isStale;
  expect([silentFor(minutes * MINUTE_MS), silentFor(minutes * MINUTE_MS + 1)]).toEqual([false, true]);
});

test('a ten-minute site is fresh while its newest interval is on its way, and stale after half an hour', () => {
  const nowMs = Date.UTC(2025, 5, 24, 12);
  const at = (minutesAgo: number) => dataAge({ lastPointMs: nowMs - minutesAgo * MINUTE_MS, nowMs, signalCalcPeriod: 'PT10M' });
  expect(at(12)).toEqual({ ageMs: 2 * MINUTE_MS, isStale: false });
  expect(at(5)).toEqual({ ageMs: 0, isStale: false });
  expect(at(202)).toEqual({ ageMs: 192 * MINUTE_MS, isStale: true });
  expect(dataAge({ lastPointMs: null, nowMs, signalCalcPeriod: 'PT10M' })).toEqual({ ageMs: null, isStale: true });
});
