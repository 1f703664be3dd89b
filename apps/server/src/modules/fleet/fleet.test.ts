import { deviceTreeEndpoints, metadataEndpoints, siteEndpoints } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { sessionEndpoints } from '@solvane/contract/session';
import { describe, expect, test } from 'vitest';
import { siteArrivals } from '../../db/schema/arrivals.ts';
import { tariffs } from '../../db/schema/models.ts';
import { type TestClient, testApp } from '../../testing/test-app.ts';
import { buildTree } from './segment-trees.ts';
import type { LatestPower } from './site-power.ts';
import { createSiteStatus, type ExpectedPower } from './site-status.ts';

const ids = <T extends string>(...values: string[]) => values as T[];

async function siteIdsSeenBy(client: TestClient): Promise<string[]> {
  return (await client.call(deviceTreeEndpoints.sites)).sites.map(({ siteId }) => siteId);
}

describe('sites', () => {
  test('are those of the enterprises a user belongs to, as owner or contractor, by name', async () => {
    const { given, as } = await testApp();
    await given.site({ id: 'own', name: 'beta', enterpriseId: 'north' });
    await given.site({ id: 'contracted', name: 'Alpha', enterpriseId: 'south', contractorEnterpriseIds: ['west', 'north'] });
    await given.site({ id: 'foreign', name: 'Gamma', enterpriseId: 'south' });
    const answer = await (await as({ of: 'north', role: 'viewer' })).call(deviceTreeEndpoints.sites);
    expect(answer.sites.map(({ siteId, name }) => [siteId, name])).toEqual([
      ['contracted', 'Alpha'],
      ['own', 'beta'],
    ]);
    expect(answer.sites[0]).toMatchObject({ contractorEnterpriseIds: ['north', 'west'], configurationState: { state: 'ready' } });
    expect(answer.enterprises.map(({ id }) => id)).toEqual(['north', 'south']);
    expect(answer.errors).toEqual([]);
  });

  test('that are unpublished are seen by their owner, their contractor and provider staff like any other', async () => {
    const { given, as } = await testApp();
    await given.site({ id: 'S12', enterpriseId: 'southern', contractorEnterpriseIds: ['nordic'], visibilityState: 'Unpublished' });
    expect(await siteIdsSeenBy(await as({ of: 'southern', role: 'viewer' }))).toEqual(['S12']);
    expect(await siteIdsSeenBy(await as({ of: 'nordic', role: 'contractor' }))).toEqual(['S12']);
    expect(await siteIdsSeenBy(await as({ isProvider: true }))).toEqual(['S12']);
    expect(await siteIdsSeenBy(await as({ of: 'aurora' }))).toEqual([]);
  });

  test('seen by a token are those it was made for', async () => {
    const { given, as } = await testApp();
    await given.site({ id: 'A', enterpriseId: 'north' });
    await given.site({ id: 'B', enterpriseId: 'north' });
    expect(await siteIdsSeenBy(await as({ of: 'north', by: 'token', tokenSiteIds: ['B', 'foreign'] }))).toEqual(['B']);
  });

  test('seen by provider staff as a role of an enterprise are those of that enterprise', async () => {
    const { given, as, db } = await testApp();
    await given.site({ id: 'A', enterpriseId: 'north' });
    await given.site({ id: 'B', enterpriseId: 'south' });
    await db.execute("insert into roles (id, name, created_at_ms) values ('looker', 'Looker', 0)");
    const staff = await as({ isProvider: true });
    expect(await siteIdsSeenBy(staff)).toEqual(['A', 'B']);
    await staff.call(sessionEndpoints.viewAs, { body: { view: { roleId: 'looker' as never, enterpriseId: 'south' as never } } });
    expect(await siteIdsSeenBy(staff)).toEqual(['B']);
  });

  test('say since when and why their configuration is pending', async () => {
    const { given, as, db } = await testApp();
    await given.site({ id: 'A', enterpriseId: 'north' });
    await db.execute("update sites set pending_since_ms = 5, pending_why = 'Time zone changed'");
    const [site] = (await (await as({ of: 'north' })).call(deviceTreeEndpoints.sites)).sites;
    expect(site?.configurationState).toEqual({ state: 'pending', sinceMs: 5, why: 'Time zone changed' });
  });
});

describe('segment trees', () => {
  test('stand in the order of their siblings, with what each node needs', async () => {
    const { given, as, db } = await testApp();
    const site = await given.site({
      id: 'S',
      name: 'Site',
      enterpriseId: 'north',
      contractorEnterpriseIds: ['west'],
      energyType: 'Hybrid',
    });
    await given.segment({ siteId: 'S', id: 'B', segmentType: 'BatteryInverter' });
    await given.segment({ siteId: 'S', id: 'A', segmentType: 'Inverter', isDisabled: true });
    await given.segment({ siteId: 'S', id: 'A1', segmentType: 'Meter', parentId: 'A' });
    await db.execute("update segments set position = 1 where id = 'A'");
    const { segmentsBySiteId } = await (await as({ of: 'north' })).call(deviceTreeEndpoints.segments, { body: { siteIds: [site.id] } });
    const tree = segmentsBySiteId[site.id]?.tree;
    expect(tree).toMatchObject({
      id: 'S-root',
      isSite: true,
      level: 0,
      parentId: null,
      energyType: 'Hybrid',
      siteEnterpriseId: 'north',
      contractorEnterpriseIds: ['west'],
      children: [
        { id: 'B', energyType: 'BESS', children: [] },
        {
          id: 'A',
          energyType: 'PV',
          isDisabled: true,
          parentId: 'S-root',
          children: [{ id: 'A1', level: 2, energyType: 'PV', siteSegmentId: 'S-root' }],
        },
      ],
    });
  });

  test('of sites out of scope and of sites that do not exist are the same error, and leave the others', async () => {
    const { given, as } = await testApp();
    await given.site({ id: 'mine', enterpriseId: 'north' });
    await given.site({ id: 'theirs', enterpriseId: 'south' });
    const { segmentsBySiteId } = await (await as({ of: 'north' })).call(deviceTreeEndpoints.segments, {
      body: { siteIds: ids<SiteId>('theirs', 'mine', 'nowhere') },
    });
    const errorOf = (id: string) => segmentsBySiteId[id as SiteId]?.errors.map(({ code }) => code);
    expect([errorOf('theirs'), errorOf('nowhere'), errorOf('mine')]).toEqual([['resource.notFound'], ['resource.notFound'], []]);
    expect(segmentsBySiteId['theirs' as SiteId]?.tree).toBeNull();
    expect(segmentsBySiteId['mine' as SiteId]?.tree?.id).toBe('mine-root');
  });

  test('that are damaged say so and leave the others, and what still hangs together is shown', async () => {
    const { given, as, db } = await testApp();
    for (const id of ['broken', 'whole']) {
      await given.site({ id, enterpriseId: 'north' });
      await given.segment({ siteId: id, id: `${id}-1` });
      await given.segment({ siteId: id, id: `${id}-2`, parentId: `${id}-1` });
      await given.segment({ siteId: id, id: `${id}-3` });
    }
    await db.execute("update segments set parent_id = 'broken-2' where id = 'broken-1'");
    const { segmentsBySiteId } = await (await as({ of: 'north' })).call(deviceTreeEndpoints.segments, {
      body: { siteIds: ids<SiteId>('broken', 'whole') },
    });
    expect(segmentsBySiteId['broken' as SiteId]).toMatchObject({
      tree: { children: [{ id: 'broken-3' }] },
      errors: [{ code: 'fleet.brokenTree' }],
    });
    expect(segmentsBySiteId['whole' as SiteId]).toMatchObject({ tree: { children: [{ id: 'whole-1' }, { id: 'whole-3' }] }, errors: [] });
  });

  test('of a site without its own segment are an error of that site', () => {
    const site = {
      id: 'S' as SiteId,
      segmentId: 'S' as SegmentId,
      enterpriseId: 'north' as never,
      energyType: 'PV' as const,
      contractorEnterpriseIds: [],
    };
    expect(buildTree(site, [])).toEqual({
      tree: null,
      errors: [{ siteId: 'S', code: 'fleet.brokenTree', message: 'Fleet_BrokenTree_Message' }],
    });
  });

  test(`are given for at most ${LIMITS.sitesPerSegmentRequest} sites at once`, async () => {
    const { as } = await testApp();
    const user = await as({ of: 'north' });
    const many = ids<SiteId>(...Array.from({ length: LIMITS.sitesPerSegmentRequest + 1 }, (_, index) => `S${index}`));
    expect((await user.refusal(deviceTreeEndpoints.segments, { body: { siteIds: many } })).status).toBe(400);
    expect((await user.refusal(deviceTreeEndpoints.segments, { body: { siteIds: [] } })).status).toBe(400);
    expect((await user.refusal(deviceTreeEndpoints.segments, { body: { siteIds: ids<SiteId>("'; drop table sites; --") } })).status).toBe(
      400,
    );
  });
});

describe('segment types', () => {
  test('in use are listed by the enterprise that owns the site', async () => {
    const { given, as } = await testApp();
    await given.site({ id: 'A', enterpriseId: 'north' });
    await given.segment({ siteId: 'A', segmentType: 'PowerPlantController' });
    await given.segment({ siteId: 'A', segmentType: 'PCC' });
    await given.site({ id: 'B', enterpriseId: 'south' });
    await given.segment({ siteId: 'B', segmentType: 'Tracker' });
    const { items } = await (await as({ of: 'north' })).call(deviceTreeEndpoints.segmentTypes);
    expect(items).toEqual([
      { enterpriseId: 'north', apCode: 'PCC', name: 'PCC' },
      { enterpriseId: 'north', apCode: 'PowerPlantController', name: 'Power plant controller' },
      { enterpriseId: 'north', apCode: 'Site', name: 'Site' },
    ]);
  });
});

describe('site status', () => {
  async function statusOf(readings: Record<string, LatestPower>, expected: Record<string, ExpectedPower> = {}) {
    const product = await testApp();
    const asked: string[][] = [];
    const read = createSiteStatus(product.db, {
      readLatestPower: async (segmentIds) => {
        asked.push([...segmentIds]);
        return new Map(Object.entries(readings)) as never;
      },
      readExpectedPower: async () => new Map(Object.entries(expected)) as never,
    });
    const status = async (siteIds: string[]) => read({ siteIds: new Set(siteIds), scopeFor: () => new Set(siteIds) } as never);
    return { ...product, asked, status };
  }

  test('reads power at the meter of the whole site and not at meters of its parts', async () => {
    const { given, status, asked } = await statusOf({ M: { timeMs: 600_000, valueKw: 95 }, W1: { timeMs: 600_000, valueKw: 50 } });
    await given.site({ id: 'A', enterpriseId: 'north', energyType: 'Wind' });
    await given.segment({ siteId: 'A', id: 'M', segmentType: 'Meter' });
    await given.segment({ siteId: 'A', id: 'W1', segmentType: 'WindTurbine', parentId: 'M' });
    await given.segment({ siteId: 'A', id: 'W2', segmentType: 'WindTurbine', parentId: 'M', isDisabled: true });
    await given.segment({ siteId: 'A', id: 'M-W1', segmentType: 'Meter', parentId: 'W1' });
    await given.segment({ siteId: 'A', id: 'mast', segmentType: 'WeatherStation' });
    expect(await status(['A'])).toEqual([
      {
        siteId: 'A',
        ratedPowerKw: null,
        lastPointMs: null,
        activePowerKw: 95,
        powerAtMs: 600_000,
        powerSource: 'meter',
        powerDevices: { known: 1, count: 1 },
        powerCoverage: 1,
        expected: null,
        collectionLoss: 0,
        openEvents: null,
        openEventsByType: null,
        lostKwhPerHour: null,
        costPerHour: null,
        isCostPartial: false,
        currency: null,
        reasons: { expected: 'notComputed', openEvents: 'notComputed', lostKwhPerHour: 'notComputed', costPerHour: 'notComputed' },
        warnings: [],
      },
    ]);
    expect(asked).toEqual([['M', 'W1']]);
  });

  test('adds the generators up less the site\u2019s own collection loss where there is no meter', async () => {
    const { given, status } = await statusOf({ I1: { timeMs: 0, valueKw: 100 }, I2: { timeMs: 0, valueKw: 100 } });
    await given.site({ id: 'A', enterpriseId: 'north' });
    for (const id of ['I1', 'I2', 'I3']) {
      await given.segment({ siteId: 'A', id, segmentType: 'Inverter' });
      await given.metadata(id, { capacityAc: id === 'I3' ? 50 : 100 });
    }
    await given.metadata('A-root', { collectionLoss: 0.1 });
    expect(await status(['A'])).toMatchObject([
      { activePowerKw: 180, powerSource: 'generators', powerDevices: { known: 2, count: 3 }, powerCoverage: 0.8 },
    ]);
  });

  test('what is expected is told at the grid connection, as the power is', async () => {
    const { given, status } = await statusOf({}, { 'A-root': { atMs: 0, expectedKw: 200, actualKw: 150 } });
    await given.site({ id: 'A', enterpriseId: 'north' });
    await given.metadata('A-root', { collectionLoss: 0.1 });
    expect(await status(['A'])).toMatchObject([
      { activePowerKw: null, expected: { powerKw: 180, actualKw: 150, atMs: 0 }, collectionLoss: 0.1 },
    ]);
  });

  test('finds a meter that was added since, and the newest point of any signal', async () => {
    const { given, status, db } = await statusOf({ M: { timeMs: 0, valueKw: 7 } });
    const site = await given.site({ id: 'A', enterpriseId: 'north' });
    expect(await status(['A'])).toMatchObject([{ activePowerKw: null, lastPointMs: null, reasons: { activePowerKw: 'neverReceived' } }]);
    await given.segment({ siteId: 'A', id: 'M', segmentType: 'Meter' });
    await db.execute("update sites set tree_version = tree_version + 1 where id = 'A'");
    await db.insert(siteArrivals).values({ siteId: site.id, lastPointMs: 42 });
    expect(await status(['A'])).toMatchObject([{ activePowerKw: 7, lastPointMs: 42 }]);
  });

  test('is given for the sites in scope', async () => {
    const { given, as } = await testApp();
    await given.site({ id: 'A', enterpriseId: 'north' });
    await given.site({ id: 'B', enterpriseId: 'south' });
    const { items } = await (await as({ of: 'north' })).call(siteEndpoints.status);
    expect(items.map(({ siteId }) => siteId)).toEqual(['A']);
  });
});

describe('metadata', () => {
  const NOW = Date.UTC(2026, 2, 1, 12);

  async function plant() {
    const product = await testApp({ nowMs: NOW });
    await product.given.site({ id: 'A', enterpriseId: 'north', contractorEnterpriseIds: ['west'], timezone: 'Pacific/Auckland' });
    await product.given.segment({ siteId: 'A', id: 'I1', segmentType: 'Inverter' });
    await product.given.metadata('I1', { capacityAc: 100 });
    const change = (attribute: string, value: unknown, more: object = {}) =>
      ({ segmentId: 'I1' as SegmentId, attribute, value, validFrom: null, ...more }) as never;
    const user = await product.as({ of: 'north' });
    const save = (...changes: never[]) => user.call(metadataEndpoints.save, { body: { changes } });
    const read = async (segmentId: string, attribute: string) => {
      const { items } = await user.call(metadataEndpoints.read, { body: { segmentIds: [segmentId as SegmentId] } });
      return items[0]?.attributes.find(({ name }) => name === attribute);
    };
    return { ...product, user, change, save, read };
  }

  test('lists every attribute of a type, set or not', async () => {
    const { user, read } = await plant();
    const { items } = await user.call(metadataEndpoints.read, { body: { segmentIds: ids<SegmentId>('I1', 'A-root', 'I1') } });
    expect(items.map(({ segmentId }) => segmentId)).toEqual(['I1', 'A-root']);
    expect(await read('I1', 'capacityAc')).toMatchObject({ value: 100, history: [{ validFrom: null, value: 100, changedBy: 'test' }] });
    expect(await read('I1', 'serialNumber')).toEqual({ name: 'serialNumber', value: null, history: [] });
    expect(await read('I1', 'hubHeight')).toBeUndefined();
  });

  test('holds from a local date of the site on: a value of tomorrow is in the history only', async () => {
    const { save, change, read } = await plant();
    // In Auckland it is 2 March already.
    await save(change('capacityAc', 120, { validFrom: '2026-03-02' }), change('capacityAc', 140, { validFrom: '2026-03-03' }));
    expect(await read('I1', 'capacityAc')).toMatchObject({
      value: 120,
      history: [{ value: 100 }, { value: 120 }, { value: 140, validFrom: '2026-03-03' }],
    });
    await save(change('capacityAc', null, { validFrom: '2026-03-01' }), change('capacityAc', 0, { validFrom: '2026-03-02', remove: true }));
    expect((await read('I1', 'capacityAc'))?.value).toBeNull();
  });

  test('is saved cell by cell: what cannot be written says why and stops nothing', async () => {
    const { save, change, read } = await plant();
    const answer = await save(
      change('serialNumber', 4711),
      change('capacityAc', 'many'),
      change('capacityAc', -1, { validFrom: '2025-01-01' }),
      change('hubHeight', 80),
      change('colour', 'red'),
      change('capacityDc', null),
      change('tilt', '30.5'),
      change('tilt', 31),
      change('irradianceSensorId', 'nowhere'),
      change('timezone', 'UTC', { segmentId: 'unknown' }),
      change('timezone', 'Mars/Olympus', { segmentId: 'A-root' }),
      change('timezone', 'UTC', { segmentId: 'A-root', validFrom: '2026-01-01' }),
    );
    expect(answer.saved).toBe(2);
    expect(answer.failed.map(({ index, issue }) => [index, issue.message])).toEqual([
      [1, 'Attribute_Problem_kind'],
      [2, 'Attribute_Problem_min'],
      [3, 'Attribute_Problem_type'],
      [4, 'Attribute_Problem_unknown'],
      [5, 'Attribute_Problem_required'],
      [7, 'Metadata_Problem_Twice'],
      [8, 'Attribute_Problem_segment'],
      [9, 'Metadata_Problem_Device'],
      [10, 'Attribute_Problem_zone'],
      [11, 'Attribute_Problem_undated'],
    ]);
    expect([(await read('I1', 'serialNumber'))?.value, (await read('I1', 'tilt'))?.value]).toEqual(['4711', 30.5]);
  });

  test('says what money of the site is in: as it is described, or else as its newest price', async () => {
    const { db, given, save, change, user } = await plant();
    await given.site({ id: 'B', enterpriseId: 'north' });
    const currencies = async () => (await user.call(deviceTreeEndpoints.sites)).sites.map(({ currency }) => currency);
    await save(change('currency', 'SEK', { segmentId: 'A-root' }));
    expect(await currencies()).toEqual(['SEK', null]);
    await db.insert(tariffs).values({ siteId: 'A' as SiteId, validFromMs: 0, currency: 'EUR', price: { kind: 'fixed', price: 45 } });
    expect(await currencies()).toEqual(['EUR', null]);
  });

  test('of the site is what its list shows: place, zone and rating follow at once', async () => {
    const { save, change, user } = await plant();
    await save(
      change('timezone', 'Europe/Stockholm', { segmentId: 'A-root' }),
      change('latitude', 60, { segmentId: 'A-root' }),
      change('energyType', 'Hybrid', { segmentId: 'A-root' }),
      change('latitude', 10),
      change('capacityAc', 250),
    );
    const [site] = (await user.call(deviceTreeEndpoints.sites)).sites;
    expect(site).toMatchObject({
      ratedPowerKw: 250,
      currency: null,
      treeVersion: 2,
      metadata: { timezone: 'Europe/Stockholm', latitude: 60, energyType: 'Hybrid' },
    });
  });

  test('is written down with the value before and after', async () => {
    const { save, change, db, user } = await plant();
    await save(change('capacityAc', 250));
    const { rows } = await db.execute("select user_id, action, entity_id, details from audit_log where action = 'metadata.save'");
    expect(rows).toEqual([
      {
        user_id: user.userId,
        action: 'metadata.save',
        entity_id: 'I1',
        details: { changes: [{ attribute: 'capacityAc', validFrom: null, before: 100, after: 250 }] },
      },
    ]);
  });

  test('of a device that is seen but not the caller\u2019s to change is refused for want of permission', async () => {
    const { as, given, change, db } = await plant();
    await given.site({ id: 'B', enterpriseId: 'west' });
    await given.segment({ siteId: 'B', id: 'I2', segmentType: 'Inverter' });
    const user = await as({ of: 'west', permissions: ['EditMetadata'] });
    await db.execute(
      `insert into memberships select user_id, 'north', (select role_id from memberships m where m.user_id <> '${user.userId}' limit 1), 0 from memberships where user_id = '${user.userId}'`,
    );
    await db.execute('delete from site_contractors');
    await db.execute(
      "delete from role_permissions where permission = 'EditMetadata' and role_id in (select role_id from memberships where enterprise_id = 'north')",
    );
    const answer = await user.call(metadataEndpoints.save, {
      body: { changes: [change('tilt', 30), change('tilt', 30, { segmentId: 'I2' })] },
    });
    expect(answer).toMatchObject({ saved: 1, failed: [{ index: 0, issue: { message: 'Metadata_Problem_Permission' } }] });
  });

  test('leaves something between the two ends of a range, as they hold on the date of the change', async () => {
    const { save, change } = await plant();
    const site = { segmentId: 'A-root' };
    const period = (from: string, to: string) => [change('baselineStart', from, site), change('baselineEnd', to, site)] as const;
    expect(await save(...period('2024-01-01', '2024-12-31'))).toMatchObject({ saved: 2 });
    expect(await save(change('baselineEnd', '2023-06-30', site))).toMatchObject({
      saved: 0,
      failed: [
        {
          index: 0,
          issue: {
            message: 'Attribute_Problem_notAbove',
            values: { attribute: 'baselineEnd', value: '2023-06-30', otherAttribute: 'baselineStart', otherValue: '2024-01-01' },
          },
        },
      ],
    });
    // Both ends at once are judged by what they will be.
    expect(await save(...period('2025-01-01', '2025-12-31'))).toMatchObject({ saved: 2, failed: [] });
    const later = { ...site, validFrom: '2026-02-01' };
    const refused = { failed: [{ issue: { message: 'Attribute_Problem_notAbove' } }] };
    const apart = [change('minStateOfCharge', 20, site), change('maxStateOfCharge', 15, later)];
    expect(await save(...apart)).toMatchObject({ saved: 0, failed: [{ index: 0 }, { index: 1 }] });
    expect(await save(change('minStateOfCharge', 20, site), change('maxStateOfCharge', 90, site))).toMatchObject({ saved: 2 });
    expect(await save(change('maxStateOfCharge', 15, later))).toMatchObject({ saved: 0, ...refused });
    const both = [change('minStateOfCharge', 10, later), change('maxStateOfCharge', 15, later)];
    expect(await save(...both)).toMatchObject({ saved: 2, failed: [] });
    // Without its entry of February the lower end is 20 again.
    const undone = change('minStateOfCharge', null, { ...later, remove: true });
    expect(await save(undone)).toMatchObject({ saved: 0, failed: [{ issue: { message: 'Attribute_Problem_notBelow' } }] });
  });

  test('that another editor changed meanwhile is refused by name, and replaced when the change was seen', async () => {
    const { save, change, user } = await plant();
    const seen = (seenChangeMs: number | null) => ({ seenChangeMs });
    expect(await save(change('tilt', 30, seen(null)))).toMatchObject({ saved: 1 });
    const stale = await save(change('tilt', 31, seen(null)));
    expect(stale).toMatchObject({
      saved: 0,
      failed: [{ issue: { message: 'Metadata_Problem_Changed', values: { author: expect.stringMatching(/.+/) } } }],
    });
    const { items } = await user.call(metadataEndpoints.read, { body: { segmentIds: ids<SegmentId>('I1') } });
    const [last] = items[0]?.attributes.find(({ name }) => name === 'tilt')?.history ?? [];
    expect(await save(change('tilt', 31, seen(last?.changedAtMs ?? null)))).toMatchObject({ saved: 1, failed: [] });
    // Who states nothing replaces what is there, as imports and the public API do.
    expect(await save(change('tilt', 32))).toMatchObject({ saved: 1 });
  });

  test('that another editor removed meanwhile is refused without a name, for none is stored', async () => {
    const { save, change, read } = await plant();
    const [set] = (await read('I1', 'capacityAc'))?.history ?? [];
    await save(change('tilt', 30));
    const [tilted] = (await read('I1', 'tilt'))?.history ?? [];
    expect(await save(change('tilt', null))).toMatchObject({ saved: 1 });
    const stale = [
      change('tilt', 31, { seenChangeMs: tilted?.changedAtMs }),
      change('capacityAc', 120, { seenChangeMs: set?.changedAtMs }),
    ];
    expect(await save(...stale)).toMatchObject({ saved: 1, failed: [{ index: 0, issue: { message: 'Metadata_Problem_Removed' } }] });
  });

  test('is hidden out of scope as if it did not exist, and not changed without the permission', async () => {
    const { as, change } = await plant();
    const stranger = await as({ of: 'south' });
    expect((await stranger.refusal(metadataEndpoints.read, { body: { segmentIds: ids<SegmentId>('I1') } })).code).toBe('resource.notFound');
    expect(await stranger.call(metadataEndpoints.save, { body: { changes: [change('tilt', 30)] } })).toMatchObject({
      saved: 0,
      failed: [{ issue: { message: 'Metadata_Problem_Device' } }],
    });
    const viewer = await as({ of: 'north', role: 'viewer' });
    expect((await viewer.refusal(metadataEndpoints.save, { body: { changes: [change('tilt', 30)] } })).code).toBe('access.forbidden');
    expect((await viewer.call(metadataEndpoints.read, { body: { segmentIds: ids<SegmentId>('I1') } })).items).toHaveLength(1);
  });

  test.each([
    { changes: [] },
    { changes: [{ segmentId: 'I1', attribute: 'tilt', value: 1, validFrom: '2025-02-30' }] },
    { changes: [{ segmentId: 'I1' }] },
    {},
  ])('refuses %j', async (body) => {
    const { user } = await plant();
    expect((await user.refusal(metadataEndpoints.save, { body: body as never })).status).toBe(400);
  });
});
