import { textIn } from '@solvane/i18n/text';
import { expect, test } from 'vitest';
import { stateWord, type WidgetState } from './widget-state.ts';

const text = textIn('en-US');
const intl = { formatMessage: ({ id }: { id: never }, values?: never) => text(id, values), formatTime: () => '12:40' };

function wordOf(state: WidgetState): string | undefined {
  const found = stateWord(state, intl as never);
  return found && `${found.word} (${found.help})`;
}

const partial = { have: 1, of: 3, missing: ['Malar', 'Trent'] };

test('complete data have no word', () => {
  expect([wordOf({}), wordOf({ partial: { have: 3, of: 3, missing: [] }, missingDays: 0 })]).toEqual([undefined, undefined]);
});

test('what is missing is counted and named, ten names at most', () => {
  expect(wordOf({ partial })).toBe('Partial (1 of 3 have data. Without data: Malar, Trent)');
  const names = Array.from({ length: 12 }, (_, index) => `WT-${index + 1}`);
  expect(wordOf({ partial: { have: 0, of: 12, missing: names } })).toMatch(/WT-10, \+2\)$/);
  expect(wordOf({ partial: { have: 4, of: 6, missing: [] } })).toBe('Partial (4 of 6 have data)');
});

test('of several states the one that weighs most is shown: offline, recalculating, late, partial', () => {
  const all = { partial, staleMs: 3 * 3_600_000, missingDays: 2, offlineSinceMs: 0 };
  const words = [all, { ...all, offlineSinceMs: undefined }, { partial, staleMs: all.staleMs }];
  expect(words.map(wordOf)).toEqual([
    'Offline (Data as of 12:40)',
    'Recalculating (2 site-days are not calculated yet)',
    '3 h old (The newest data are 3 h old)',
  ]);
});
