import { fillTitle } from '@solvane/contract/widgets/widget-title';
import catalogue from '@solvane/i18n/catalogs/en-US.json' with { type: 'json' };
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { ENTERPRISES, SITES, toSite } from '../../testing/fake-fleet.ts';
import { pageTitleValues } from './title-values.ts';

const intl = createIntl({ locale: 'en-US', messages: { ...catalogue } as never });

function titleOf(template: string, count: number): string {
  const period = { startMs: Date.UTC(2026, 5, 1), endMs: Date.UTC(2026, 6, 1) };
  const page = {
    sites: SITES.slice(0, count).map(toSite),
    enterprises: ENTERPRISES,
    period,
    zone: 'UTC',
    nowMs: Date.UTC(2026, 6, 2),
    powerDeviceIds: null,
  };
  return fillTitle(template, pageTitleValues(page, { intl }));
}

test('one site is named, several are counted, and of many three are listed', () => {
  expect(titleOf('{site}', 1)).toBe('Guadal');
  expect(titleOf('{site}: {sites}', 5)).toMatch(/^5 sites: \w+, \w+, \w+, \+2$/);
});

test('the period is named as a whole and by its first and last day', () => {
  expect(titleOf('{period}, {from} to {to}, {timezone}', 1)).toBe('Jun 1\u2009–\u200930, Jun 1, 2026 to Jun 30, 2026, UTC');
});

test('what no site has is a dash', () => {
  expect(titleOf('{device} {comparison}', 1)).toBe('— —');
});
