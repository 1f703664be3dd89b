import { expect, test } from 'vitest';
import { z } from 'zod';
import { widgetSettings } from './widget-settings.ts';

const settings = widgetSettings({
  type: 'bars',
  shape: { quantity: z.enum(['energy', 'revenue']), groupBy: z.enum(['none', 'site']) },
  upgrades: [(v1) => ({ ...v1, groupBy: 'none' }), ({ metric, ...v2 }) => ({ ...v2, quantity: metric })],
});

test('stored settings are upgraded step by step when they are read', () => {
  const common = {
    title: 'My bars',
    description: '',
    devices: { of: 'page' },
    level: 'sites',
    refresh: 'page',
    period: 'page',
    showFor: [],
    nulls: 'dash',
    nullText: '',
    numberFormat: { decimals: 'auto', unit: 'auto' },
    thresholds: [],
    link: { to: 'auto' },
  };
  const newest = { ...common, quantity: 'revenue', groupBy: 'none' };
  expect(settings.version).toBe(4);
  expect(settings.read({ version: 1, settings: { title: 'My bars', metric: 'revenue' } })).toEqual({
    status: 'complete',
    settings: newest,
  });
  expect(settings.read({ version: 3, settings: { title: 'My bars', metric: 'revenue', groupBy: 'site' } })).toEqual({
    status: 'complete',
    settings: { ...newest, groupBy: 'site' },
  });
  expect(settings.read({ version: 4, settings: newest })).toEqual({ status: 'complete', settings: newest });
});

test('what need not be chosen has a value before anything is', () => {
  const shape = { kind: z.enum(['a', 'b']), top: z.number().int().default(20), isOn: z.boolean().default(true) };
  expect(widgetSettings({ type: 'list', shape }).defaults).toEqual({ top: 20, isOn: true });
});

test('settings of a newer version stay untouched, and incomplete ones state every problem', () => {
  expect(settings.read({ version: 5, settings: {} })).toEqual({ status: 'newer' });
  expect(settings.read({ version: 4, settings: { title: 7, groupBy: 'site' } })).toMatchObject({
    status: 'incomplete',
    issues: [{ path: ['title'] }, { path: ['quantity'] }],
  });
});

test('a placeholder that does not exist makes a title incomplete', () => {
  const titled = (title: string) => settings.read({ version: 4, settings: { title, quantity: 'energy', groupBy: 'none' } }).status;
  expect([titled('{site}, {period}'), titled('{region}'), titled('{{region}}')]).toEqual(['complete', 'incomplete', 'complete']);
});

test.each([
  ['https://example.com/a?b=1', 'complete'],
  ['/dashboards', 'complete'],
  ['//example.com', 'incomplete'],
  ['javascript:alert(1)', 'incomplete'],
  ['', 'incomplete'],
])('a title that leads to %j is %s', (url, status) => {
  expect(settings.read({ version: 4, settings: { quantity: 'energy', groupBy: 'none', link: { to: 'url', url } } }).status).toBe(status);
});

test('settings that contradict each other are incomplete', () => {
  const shape = { from: z.number(), to: z.number() };
  const range = widgetSettings({ type: 'range', shape, isConsistent: ({ from, to }) => from < to });
  const statusOf = (from: number, to: number) => range.read({ version: 1, settings: { from, to } }).status;
  expect([statusOf(0, 1), statusOf(1, 1)]).toEqual(['complete', 'incomplete']);
});

test('stored sites become devices when they are read', () => {
  const devicesOf = (sites: unknown) => {
    const read = settings.read({ version: 1, settings: { metric: 'energy', sites } });
    return read.status === 'complete' ? read.settings.devices : read.status;
  };
  expect([devicesOf('page'), devicesOf(undefined), devicesOf(['S1', 'S2'])]).toEqual([
    { of: 'page' },
    { of: 'page' },
    { of: 'fixed', ids: ['S1', 'S2'] },
  ]);
});
