import type { FleetDescriptionInput } from '@solvane/contract/fleet-description';
import { fleetDescriptionSchema } from '@solvane/contract/fleet-description';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/test-app.ts';
import { parseDescription } from '../description/parse-description.ts';
import { refreshDueRatings } from '../site-summaries.ts';
import { exportFleet } from './export-fleet.ts';
import { type ImportOptions, importFleet } from './import-fleet.ts';

const OWNER = { id: 'north', name: 'North' };
const TURBINE = { capacityAc: 1500, hubHeight: 80, rotorDiameter: 77 };

function plant(change: Partial<FleetDescriptionInput['sites'] extends (infer S)[] | undefined ? S : never> = {}): FleetDescriptionInput {
  return {
    version: 1,
    enterprises: [OWNER, { id: 'service', name: 'Service' }],
    sites: [
      {
        id: 'ridge',
        name: 'Ridge',
        enterpriseId: 'north',
        contractorEnterpriseIds: ['service'],
        visibilityState: 'Published',
        timezone: 'America/Denver',
        latitude: 41.2,
        longitude: -104.5,
        country: 'US',
        energyType: 'Wind',
        metadata: {
          commissioningDate: '2016-05-01',
          exportLimit: [
            { from: null, value: 4000 },
            { from: '2021-03-28', value: 3500 },
          ],
        },
        segments: [
          { id: 'M-1', name: 'Meter', type: 'Meter' },
          { id: 'WT-2', name: '2', type: 'WindTurbine', parentId: 'M-1', metadata: { ...TURBINE } },
          {
            id: 'WT-1',
            name: '1',
            type: 'WindTurbine',
            parentId: 'M-1',
            metadata: {
              ...TURBINE,
              capacityAc: [
                { from: null, value: 1500 },
                { from: '2024-01-01', value: 1600 },
                { from: '2090-01-01', value: 9000 },
              ],
            },
          },
        ],
        ...change,
      },
    ],
  };
}

async function fleet() {
  const product = await testApp({ nowMs: Date.UTC(2026, 2, 1), commits: false });
  const put = async (description: FleetDescriptionInput, options: Partial<ImportOptions> = {}) => {
    const parsed = parseDescription(description);
    if (!parsed.description) throw new Error(JSON.stringify(parsed.issues));
    return importFleet(product.deps, parsed.description, { actor: { userId: null, name: 'test' }, ...options });
  };
  const site = async () => (await product.db.execute("select * from sites where id = 'ridge'")).rows[0];
  return { ...product, put, site };
}

const NOTHING = { created: 0, updated: 0, removed: 0 };

describe('importing a fleet', () => {
  test('makes enterprises, sites, segments and their values', async () => {
    const { put, site } = await fleet();
    const { issues, changes } = await put(plant());
    expect(issues).toEqual([]);
    expect(changes).toEqual({
      enterprises: { ...NOTHING, created: 2 },
      sites: { ...NOTHING, created: 1, unchanged: 0 },
      segments: { ...NOTHING, created: 3 },
      values: { written: 17, removed: 0 },
    });
    expect(await site()).toMatchObject({ segment_count: 4, rated_power_kw: 3100, tree_version: '2', energy_type: 'Wind' });
  });

  test('a second time changes nothing at all', async () => {
    const { put, site } = await fleet();
    await put(plant());
    const before = await site();
    const { changes } = await put(plant());
    expect(changes).toEqual({
      enterprises: NOTHING,
      sites: { ...NOTHING, unchanged: 1 },
      segments: NOTHING,
      values: { written: 0, removed: 0 },
    });
    expect(await site()).toEqual(before);
  });

  test('and exporting it again gives the same description', async () => {
    const { put, db } = await fleet();
    await put(plant());
    const wanted = fleetDescriptionSchema.parse(plant());
    const exported = await exportFleet(db);
    expect(exported).toEqual(wanted);
    expect((await put(exported, { prune: true })).changes).toMatchObject({ segments: NOTHING, values: { written: 0, removed: 0 } });
  });

  test('says what it would do and does nothing on a dry run', async () => {
    const { put, site } = await fleet();
    expect((await put(plant(), { dryRun: true })).changes?.segments.created).toBe(3);
    expect(await site()).toBeUndefined();
  });

  test('with one error changes nothing and names them all', async () => {
    const { put, site } = await fleet();
    const { issues, changes } = await put(
      plant({
        enterpriseId: 'unknown',
        segments: [
          { id: 'X', name: 'X', type: 'Rocket' },
          { id: 'Y', name: 'Y', type: 'Meter', parentId: 'Z' },
        ],
      }),
    );
    expect(changes).toBeUndefined();
    expect(issues.map(({ message }) => message)).toEqual([
      'Fleet_Import_UnknownEnterprise',
      'Fleet_Import_UnknownType',
      'Fleet_Import_UnknownParent',
    ]);
    expect(await site()).toBeUndefined();
  });

  test('moves, renames and rates devices, and tells browsers that the tree is another one', async () => {
    const { put, db, site } = await fleet();
    await put(plant());
    await put(
      plant({
        segments: [
          { id: 'WT-1', name: 'Aline', type: 'WindTurbine', metadata: { ...TURBINE, capacityAc: 2000 } },
          { id: 'M-1', name: 'Meter', type: 'Meter', parentId: 'WT-1' },
        ],
      }),
    );
    const { rows } = await db.execute("select id, path, level, name from segments where site_id = 'ridge' order by path");
    expect(rows.map(({ id, path, level }) => [id, path, level])).toEqual([
      ['ridge', 'ridge', 0],
      ['WT-1', 'ridge/WT-1', 1],
      ['M-1', 'ridge/WT-1/M-1', 2],
      ['WT-2', 'ridge/WT-1/M-1/WT-2', 3],
    ]);
    // The later rating of WT-1 stays where the description gives only what holds since ever.
    expect(await site()).toMatchObject({ tree_version: '3', rated_power_kw: 3100 });
  });

  test('of new values only leaves the cached trees of browsers as they are', async () => {
    const { put, site } = await fleet();
    await put(plant());
    const changed = plant();
    Object.assign(changed.sites?.[0]?.segments?.[1]?.metadata ?? {}, { capacityAc: 1800 });
    expect((await put(changed)).changes?.values).toEqual({ written: 1, removed: 0 });
    expect(await site()).toMatchObject({ tree_version: '2', rated_power_kw: 3400 });
  });

  test('removes nothing unless it is told to', async () => {
    const { put, db } = await fleet();
    await put(plant());
    const less = plant({
      segments: [{ id: 'M-1', name: 'Meter', type: 'Meter' }],
      contractorEnterpriseIds: [],
      timezone: null,
      metadata: {},
    });
    expect((await put(less)).changes).toMatchObject({ sites: { removed: 0 }, segments: { removed: 0 }, values: { removed: 0 } });
    expect((await exportFleet(db)).sites[0]).toMatchObject({ timezone: 'America/Denver', contractorEnterpriseIds: ['service'] });
  });

  test('with prune removes what the description does not name, and only of its own enterprises', async () => {
    const { put, db, given, site } = await fleet();
    const theirs = await given.site({ enterpriseId: 'other' });
    await put(plant());
    await put({
      version: 1,
      sites: [{ id: 'old', name: 'Old', enterpriseId: 'north', timezone: 'UTC', latitude: 0, longitude: 0, country: 'US' }],
    });
    const less = plant({
      segments: [{ id: 'WT-2', name: '2', type: 'WindTurbine', metadata: TURBINE }],
      contractorEnterpriseIds: [],
      timezone: null,
      metadata: {},
    });
    const { changes } = await put(less, { prune: true });
    expect(changes).toMatchObject({
      sites: { removed: 1, updated: 1 },
      segments: { removed: 2, updated: 1 },
      values: { written: 0, removed: 4 },
    });
    const { sites } = await exportFleet(db);
    expect(sites.map(({ id }) => id).sort()).toEqual([theirs.id, 'ridge'].sort());
    expect(sites.find(({ id }) => id === 'ridge')).toMatchObject({ timezone: null, contractorEnterpriseIds: [], metadata: {} });
    expect(await site()).toMatchObject({ segment_count: 2, rated_power_kw: 1500 });
  });

  test('refuses an id that another site has already', async () => {
    const { put } = await fleet();
    await put(plant());
    const second = plant({ id: 'hill', name: 'Hill', segments: [{ id: 'WT-1', name: '1', type: 'WindTurbine', metadata: TURBINE }] });
    const { issues } = await put(second);
    expect(issues).toMatchObject([{ message: 'Fleet_Import_IdOfOtherSite', values: { id: 'WT-1', siteId: 'ridge' } }]);
  });

  test('with a rating that begins later shows it from that day on', async () => {
    const { put, site, setNow, db, deps } = await fleet();
    await put(plant());
    setNow(Date.UTC(2090, 0, 1));
    await refreshDueRatings(db, deps.now());
    expect(await site()).toMatchObject({ rated_power_kw: 10_500 });
  });

  test('is written down with who did it', async () => {
    const { put, db } = await fleet();
    await put(plant());
    await put(plant());
    const { rows } = await db.execute("select actor, action, details from audit_log where entity_type = 'fleet'");
    expect(rows).toMatchObject([{ actor: 'test', action: 'fleet.import', details: { sites: { created: 1 } } }]);
  });
});
