import { expect, test } from 'vitest';
import { z } from 'zod';
import { formValuesOf, settingsOf, widgetForm } from './widget-form.ts';
import { widgetSettings } from './widget-settings.ts';

const kind = widgetSettings({
  type: 'bars',
  shape: { rows: z.number().int().min(1).max(200).default(20), note: z.string().default('') },
  form: [
    { name: 'rows', label: 'Rows', min: 1, max: 200 },
    { name: 'note', label: 'Note', maxLength: 50 },
  ],
});

function given(settings: Record<string, unknown>) {
  const read = kind.read({ version: 1, settings });
  if (read.status !== 'complete') throw new Error(`The settings are ${read.status}`);
  return read.settings;
}

const PERIODS = [
  'page',
  { type: 'preset', selectedPreset: 'last7Days', includesCurrentPeriod: false },
  { type: 'last', count: 7, unit: 'day', includesCurrentPeriod: true },
  { type: 'last', count: 3, unit: 'quarter' },
  { type: 'custom', value: { start: '2026-03-01', end: '2026-04-01' } },
  { type: 'custom', value: { start: '2026-03-01T06:00', end: '2026-03-01T18:00' } },
];

test.each(PERIODS)('the form shows the stored period and stores the same again: %j', (period) => {
  const before = given({ period });
  const values = formValuesOf(before, kind.form);
  expect(settingsOf(values, before, kind.form)).toEqual(before);
});

test('a stored number of days is shown with its count and unit, and a custom period with its last day', () => {
  expect(formValuesOf(given({ period: PERIODS[2] }), [])).toMatchObject({ period: ['last'], periodCount: 7, periodUnit: ['day'] });
  expect(formValuesOf(given({ period: PERIODS[4] }), [])).toMatchObject({ periodStart: '2026-03-01', periodEnd: '2026-03-31' });
});

test('changed fields become settings that can be read', () => {
  const before = given({ period: PERIODS[4] });
  const values = {
    ...formValuesOf(before, kind.form),
    period: ['last'],
    periodCount: 12,
    periodUnit: ['month'],
    includesCurrent: false,
    showFor: ['Wind'],
    nulls: ['text'],
    nullText: 'none',
    decimals: 2,
    unit: ['MWh'],
    link: ['url'],
    linkUrl: ' /dashboards ',
    rows: 5,
    note: 'checked',
  };
  const after = settingsOf(values, before, kind.form);
  expect(given(after)).toEqual(after);
  expect(after).toMatchObject({
    period: { type: 'last', count: 12, unit: 'month', includesCurrentPeriod: false },
    showFor: ['Wind'],
    nulls: 'text',
    nullText: 'none',
    numberFormat: { decimals: 2, unit: 'MWh' },
    link: { to: 'url', url: '/dashboards' },
    rows: 5,
    note: 'checked',
  });
});

test('a custom period that is not complete is stored as incomplete settings, not as another period', () => {
  const before = given({});
  const after = settingsOf({ ...formValuesOf(before, kind.form), period: ['custom'], periodStart: '2026-03-05' }, before, kind.form);
  expect(kind.read({ version: 1, settings: after }).status).toBe('incomplete');
});

test('the smallest and the largest number are allowed: bounds of a form are refused themselves', () => {
  const items = widgetForm(kind).sections.flatMap(({ items: all }) => all);
  expect(items.find((item) => 'name' in item && item.name === 'rows')).toMatchObject({ min: 0, max: 201 });
});

test('a number that may be left open is stored as open again once it is cleared', () => {
  const limit = widgetSettings({
    type: 'limit',
    shape: { max: z.number().nullable().default(null) },
    form: [{ name: 'max', label: 'Max', isOpen: true }],
  });
  const read = limit.read({ version: 1, settings: { max: 2.5 } });
  if (read.status !== 'complete') throw new Error('The settings cannot be read');
  const values = formValuesOf(read.settings, limit.form);
  expect(values.max).toBe(2.5);
  expect(settingsOf({ ...values, max: null }, read.settings, limit.form)).toMatchObject({ max: null });
});
