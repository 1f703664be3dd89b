import { segmentIdSchema } from '@solvane/contract/ids';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import { expect, test } from 'vitest';
import { SITES as PARTS, toSite } from '../../testing/fake-fleet.ts';
import { heldPage } from './held-page.ts';
import { ownPage } from './own-page.ts';

const SITES = PARTS.map(toSite);
const [first, second] = [SITES[0], SITES[1]] as [(typeof SITES)[0], (typeof SITES)[0]];
const DEVICE = segmentIdSchema.parse('INV-1');
const node = { name: 'INV-1', type: 'Inverter', isDisabled: false };
const TREES = new Map([
  [
    second.siteId as string,
    {
      nodes: [
        { ...node, id: second.siteSegmentId, type: 'Site', parent: -1, end: 2 },
        { ...node, id: DEVICE, parent: 0, end: 2 },
      ],
    },
  ],
]);
const PAGE: WidgetPage = {
  sites: SITES.slice(0, 2),
  allSites: SITES,
  trees: TREES,
  period: { startMs: 0, endMs: 1 },
  periodSelection: { type: 'preset', selectedPreset: 'today' },
  zone: 'UTC',
  nowMs: Date.UTC(2026, 5, 24, 12),
  powerDeviceIds: null,
};
const OF_PAGE = { devices: { of: 'page' }, period: 'page' } as const;
const named = ({ sites, segmentIds }: WidgetPage) => [sites.map(({ siteId }) => siteId), segmentIds ?? null];

test('a widget shows what its settings name: the page, chosen sites and devices, or every site of a kind', () => {
  expect(named(ownPage(PAGE, OF_PAGE))).toEqual([[first.siteId, second.siteId], null]);
  const fixed = (...ids: string[]) => named(ownPage(PAGE, { ...OF_PAGE, devices: { of: 'fixed', ids } }));
  expect(fixed(first.siteId, 'not-there')).toEqual([[first.siteId], null]);
  expect(fixed(first.siteSegmentId, DEVICE)).toEqual([
    [first.siteId, second.siteId],
    [first.siteSegmentId, DEVICE],
  ]);
  const kind = { of: 'kind', energyTypes: ['BESS'], attributes: {} } as const;
  const batteries = SITES.filter(({ metadata }) => metadata.energyType === 'BESS').map(({ siteId }) => siteId);
  expect(named(ownPage(PAGE, { ...OF_PAGE, devices: { ...kind, energyTypes: [...kind.energyTypes] } }))).toEqual([batteries, null]);
});

test('the focus of the page narrows what follows the page, and leaves the list in which it was chosen', () => {
  const onDevice = { ...PAGE, focus: { segmentId: DEVICE, name: 'INV-1', site: second } };
  expect(named(ownPage(onDevice, OF_PAGE))).toEqual([[second.siteId], [DEVICE]]);
  expect(named(ownPage(onDevice, OF_PAGE, 'devices'))).toEqual([[second.siteId], null]);
  expect(named(ownPage(onDevice, OF_PAGE, 'sites'))).toEqual([[first.siteId, second.siteId], null]);
  expect(named(ownPage(onDevice, { ...OF_PAGE, devices: { of: 'fixed', ids: [first.siteId] } }))).toEqual([[first.siteId], null]);
});

test('days are those of the sites that remain', () => {
  const one = ownPage({ ...PAGE, focus: { segmentId: second.siteSegmentId, name: second.name, site: second } }, OF_PAGE);
  expect(one.zone).toBe(second.metadata.timezone);
  expect(one.period.startMs).not.toBe(PAGE.period.startMs);
});

test('time passes for a widget as often as its settings say, and not out of sight', () => {
  const minutes = (count: number, own: Partial<WidgetPage> = {}): WidgetPage => ({ ...PAGE, nowMs: PAGE.nowMs + count * 60_000, ...own });
  const near = { isNear: true } as const;
  expect(heldPage(PAGE, minutes(1), { ...near, refresh: 'page' })).toEqual(minutes(1));
  expect(heldPage(PAGE, minutes(4), { ...near, refresh: 5 })).toBe(PAGE);
  expect(heldPage(PAGE, minutes(5), { ...near, refresh: 5 })).toEqual(minutes(5));
  expect(heldPage(PAGE, minutes(60), { ...near, refresh: 0 })).toBe(PAGE);
  expect(heldPage(PAGE, minutes(60), { isNear: false, refresh: 'page' })).toBe(PAGE);
  const asked = minutes(1, { askedMs: 7 });
  expect(heldPage(PAGE, asked, { ...near, refresh: 0 })).toBe(asked);
  const others = minutes(0, { sites: SITES.slice(0, 1) });
  expect(heldPage(PAGE, others, { isNear: false, refresh: 0 })).toBe(others);
});
