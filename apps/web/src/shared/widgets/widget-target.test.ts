import { expect, test } from 'vitest';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { markTarget, menuTargets, titleTarget } from './widget-target.ts';

const sites = SITES.slice(0, 2).map(toSite);
const page = { sites, period: { startMs: 0, endMs: 1 }, zone: 'UTC', nowMs: 0, powerDeviceIds: null };
const ids = sites.map(({ siteSegmentId }) => siteSegmentId);
const ofPage = { devices: { of: 'page' }, period: 'page' } as const;
const own = { devices: { of: 'fixed', ids: [...ids] }, period: { type: 'last', count: 7, unit: 'day' } } as const;

test('Data Studio opens with the signals and the devices of the widget, the event log with its query', () => {
  const selection = { signals: ['ActivePower||Raw'], devices: ['a', 'b'], events: 'open:yes' };
  expect(menuTargets({ settings: ofPage, page, selection })).toEqual([
    { to: 'dataStudio', search: { devices: ['a', 'b'], signals: ['ActivePower||Raw'] } },
    { to: 'eventLog', search: { q: 'open:yes' } },
  ]);
});

test('sites and a period of its own go with the link', () => {
  expect(menuTargets({ settings: { ...own, devices: { ...own.devices, ids: [...ids] } }, page, selection: { events: '' } })).toEqual([
    { to: 'eventLog', search: { period: '7-day', devices: ids } },
  ]);
  const today = { ...ofPage, period: { type: 'preset', selectedPreset: 'today' } } as const;
  expect(titleTarget({ to: 'siteOverview' }, { settings: today, page, selection: undefined })).toEqual({
    to: 'siteOverview',
    search: { period: 'today' },
  });
});

test('a title is no link unless its settings say so', () => {
  const request = { settings: ofPage, page, selection: { events: '' } };
  expect([titleTarget({ to: 'auto' }, request), titleTarget({ to: 'none' }, request)]).toEqual([undefined, undefined]);
  expect(titleTarget({ to: 'url', url: '/tasks' }, request)).toEqual({ to: 'url', url: '/tasks' });
});

test('a mark opens in a tab of its own what the title or the menu leads to, about what was pressed', () => {
  const request = { settings: ofPage, page, selection: { events: '', eventTypes: ['Downtime' as const] } };
  const focus = { focus: 'S01' };
  expect(markTarget(focus, { to: 'auto' }, request)).toEqual({ to: 'eventLog', search: { types: ['Downtime'], devices: ['S01'] } });
  expect(markTarget(focus, { to: 'siteOverview' }, request)).toEqual({ to: 'siteOverview', search: { devices: ['S01'] } });
  expect(markTarget(focus, { to: 'none' }, request)).toBeUndefined();
  const day = { type: 'custom' as const, value: { start: '2026-02-03', end: '2026-02-04' } };
  expect(markTarget({ period: day }, { to: 'auto' }, request)).toMatchObject({ search: { period: '2026-02-03_2026-02-04' } });
  const own = { open: { to: 'url', url: '/tasks' } } as const;
  expect(markTarget(own, { to: 'none' }, request)).toEqual(own.open);
});

test('a widget that shows what is chosen on the page leads on with it', () => {
  const [site] = sites;
  if (!site) throw new RangeError('no site');
  const focused = { ...page, sites: [site], focus: { segmentId: 'INV-1' as never, name: 'INV-1', site } };
  expect(menuTargets({ settings: ofPage, page: focused, selection: { events: '' } })).toEqual([
    { to: 'eventLog', search: { devices: ['INV-1'] } },
  ]);
});
