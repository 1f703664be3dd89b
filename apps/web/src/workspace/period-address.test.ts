import { PERIOD_PRESETS, type PeriodSelection } from '@solvane/energy/time/period';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePeriodParam, toPeriodParam } from '../shared/time/period-address.ts';
import { parseEntrySearch } from './entry-search.ts';

test('the default needs no word, every other period has one that people can read', () => {
  const periods: PeriodSelection[] = [
    { type: 'preset', selectedPreset: 'today', includesCurrentPeriod: true },
    { type: 'preset', selectedPreset: 'last7Days', includesCurrentPeriod: true },
    { type: 'preset', selectedPreset: 'previousPeriod', includesCurrentPeriod: true, of: 'thisWeek' },
    { type: 'preset', selectedPreset: 'thisMonth', includesCurrentPeriod: false },
    { type: 'last', count: 10, unit: 'day', includesCurrentPeriod: true },
    { type: 'custom', value: { start: '2026-03-01', end: '2026-04-01' } },
  ];
  expect(periods.map(toPeriodParam)).toEqual([
    undefined,
    'last7Days',
    'previousPeriod:thisWeek',
    'thisMonth~',
    '10-day',
    '2026-03-01_2026-04-01',
  ]);
});

test('every period comes back from the address as it went into it', () => {
  const includesCurrentPeriod = fc.boolean();
  const preset = fc.constantFrom(...PERIOD_PRESETS).map((selectedPreset) => ({ type: 'preset' as const, selectedPreset }));
  const last = fc.record({
    type: fc.constant('last' as const),
    count: fc.integer({ min: 1, max: 10_000 }),
    unit: fc.constantFrom('hour', 'day', 'week', 'month'),
  });
  fc.assert(
    fc.property(fc.oneof(preset, last), includesCurrentPeriod, (words, includes) => {
      const selection = { ...words, includesCurrentPeriod: includes } as PeriodSelection;
      expect(parsePeriodParam(toPeriodParam(selection) ?? 'today')).toEqual(selection);
    }),
  );
});

test('a mangled address opens with the default', () => {
  const texts = [
    '',
    'lastWeek',
    '0-day',
    '99999-day',
    '2026-04-01_2026-03-01',
    '2026-13-01_2026-14-01',
    'previousPeriod:previousYear',
    7,
    null,
    {},
  ];
  expect(texts.map(parsePeriodParam)).toEqual(texts.map(() => undefined));
});

test('an address keeps what it understands and drops the rest', () => {
  expect(parseEntrySearch({ period: 'last7Days', devices: ['S01-INV1'], sharedId: 'abc12345' })).toEqual({
    period: 'last7Days',
    devices: ['S01-INV1'],
    sharedId: 'abc12345',
  });
  expect(parseEntrySearch({ period: 'soon', devices: 'S01', signals: [1, 2], sharedId: {}, autoRefresh: true })).toEqual({});
});
