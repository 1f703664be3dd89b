import { legacyToolEndpoints } from '@solvane/contract/legacy-tools';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '../../db/schema/access.ts';
import { testApp } from '../../testing/test-app.ts';

/** The map and the tree map of the product took the place of older ones. */
const OWN_ITEMS = [
  { tool: 'fleetMap', url: '/wallboard?dashboards=%5B%22builtin.fleet-map%22%5D' },
  { tool: 'sitesTreeMap', url: '/wallboard?dashboards=%5B%22builtin.sites-tree-map%22%5D' },
];

test('the map and the tree map of the product are for those who may open them', async () => {
  const { as } = await testApp();
  const reader = await as({ of: 'north', permissions: ['ReadDashboard'] });
  expect(await reader.call(legacyToolEndpoints.list)).toEqual({ items: [], canEdit: false });
});

test('the menu holds the tools that have a target, in its own order, for everybody', async () => {
  const { as } = await testApp();
  const [staff, viewer] = [await as({ isProvider: true }), await as({ of: 'north', role: 'viewer' })];
  expect(await viewer.call(legacyToolEndpoints.list)).toEqual({ items: OWN_ITEMS, canEdit: false });
  const targets = { siteBrowser: 'https://old.example/browse/{siteId}?node={segmentId}', fleetMap: '/map', eventViewer: '' };
  const items = [
    { tool: 'fleetMap', url: '/map' },
    ...OWN_ITEMS.filter(({ tool }) => tool === 'sitesTreeMap'),
    { tool: 'siteBrowser', url: 'https://old.example/browse/{siteId}?node={segmentId}' },
  ];
  expect(await staff.call(legacyToolEndpoints.save, { body: { targets } })).toEqual({ items, canEdit: true });
  expect(await viewer.call(legacyToolEndpoints.list)).toEqual({ items, canEdit: false });
});

test('an empty target hides an entry and leaves the others', async () => {
  const { as, db } = await testApp();
  const staff = await as({ isProvider: true });
  await staff.call(legacyToolEndpoints.save, { body: { targets: { fleetMap: '/map', fleetManager: '/fleet' } } });
  const after = await staff.call(legacyToolEndpoints.save, { body: { targets: { fleetMap: ' ' } } });
  expect(after.items).toEqual([{ tool: 'fleetManager', url: '/fleet' }, ...OWN_ITEMS.filter(({ tool }) => tool === 'sitesTreeMap')]);
  const entries = await db.select().from(auditLog).where(eq(auditLog.action, 'legacyTools.save'));
  expect(entries).toHaveLength(2);
});

test('only provider staff change it', async () => {
  const { as } = await testApp();
  const admin = await as({ of: 'north' });
  expect(await admin.refusal(legacyToolEndpoints.save, { body: { targets: { fleetMap: '/map' } } })).toMatchObject({ status: 403 });
});

test.each(['javascript:alert(1)', 'data:text/html,x', '//elsewhere.example', '/\\elsewhere.example', 'ftp://files.example', 'map'])(
  '%s is no target',
  async (url) => {
    const { as } = await testApp();
    const staff = await as({ isProvider: true });
    expect(await staff.refusal(legacyToolEndpoints.save, { body: { targets: { fleetMap: url } } })).toMatchObject({ status: 400 });
  },
);
