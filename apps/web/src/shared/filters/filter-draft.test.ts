import { type PointFilter, pointFilterSchema } from '@solvane/contract/point-filters';
import { expect, test } from 'vitest';
import { fromFilterDraft, toFilterDraft } from './filter-draft.ts';
import { clockText, parseClock } from './use-filter-text.ts';

const FILTERS: PointFilter[] = [
  { kind: 'value', signalId: 'WindSpeed||Raw', min: 3, max: null },
  { kind: 'value', signalId: 'WindSpeed||Raw', min: -2.5, max: 25, isOutside: true },
  { kind: 'events', types: ['Downtime'], mode: 'only' },
  { kind: 'quality', states: ['good', 'estimated'] },
  { kind: 'timeOfDay', from: 420, to: 1140 },
  { kind: 'sunElevation', min: 5, max: null },
  { kind: 'windRange' },
  { kind: 'windRange', min: 4, max: 12 },
  { kind: 'outliers', threshold: 3.5 },
  { kind: 'outliers', threshold: 5, against: 'WindSpeed||Validated' },
].map((filter) => pointFilterSchema.parse(filter));

test.each(FILTERS.map((filter) => [filter.kind, filter] as const))(
  'the fields of a filter by %s give the same filter back',
  (_, filter) => {
    expect(fromFilterDraft(toFilterDraft(filter))).toEqual(filter);
  },
);

test('a filter without a signal, without bounds or with words for numbers is not complete', () => {
  const draft = { ...toFilterDraft(undefined), signalId: 'WindSpeed||Raw' };
  expect(fromFilterDraft(toFilterDraft(undefined))).toBeUndefined();
  expect(fromFilterDraft(draft)).toBeUndefined();
  expect(fromFilterDraft({ ...draft, min: 'three' })).toBeUndefined();
  expect(fromFilterDraft({ ...draft, min: '3,5' })).toMatchObject({ min: 3.5 });
});

test('times of day are read as they are written', () => {
  expect([clockText(425), parseClock('07:05'), parseClock('7.05'), parseClock('24:00'), parseClock('25:00'), parseClock('7')]).toEqual([
    '07:05',
    425,
    425,
    1440,
    undefined,
    undefined,
  ]);
});
