import { metadataEndpoints, siteEndpoints } from '@solvane/contract/fleet';
import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { JSON_TYPE, NOON_MS, openPlant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';

const STEP_MS = 600_000;
const DAY_MS = 86_400_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const siteId = siteIdSchema.parse('plant');

test('a test that removes too much on three days is a warning of the site, until the configuration is mended', async () => {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 400, capacityDc: 1200 });
  const t = Array.from({ length: 5 * 144 }, (_, i) => NOON_MS - 5 * DAY_MS + i * STEP_MS);
  const v = t.map((atMs) =>
    Math.max(0, (900 + 20 * Math.sin(atMs / STEP_MS)) * Math.sin(((((atMs / DAY_MS) % 1) - 0.33) / 0.29) * Math.PI)),
  );
  await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t, v }] }));
  await computeWaiting(plant.deps, NO_EVENTS);
  // The plant has no irradiance either, which is another warning.
  const warnings = async () =>
    (await plant.user.call(siteEndpoints.status)).items
      .find((item) => item.siteId === siteId)
      ?.warnings.flatMap((each) => (each.kind === 'ruleRemoves' ? [each] : []));
  const [warning, ...others] = (await warnings()) ?? [];
  expect(others).toEqual([]);
  expect(warning).toMatchObject({
    kind: 'ruleRemoves',
    method: 'outOfRangeMax',
    apCode: 'ActivePower',
    segmentIds: ['inv-1'],
    since: '2026-01-10',
  });
  expect(warning?.kind === 'ruleRemoves' ? warning.share : 0).toBeGreaterThan(0.5);

  const change = { segmentId: segmentIdSchema.parse('inv-1'), attribute: 'capacityAc', value: 1000, validFrom: null, remove: false };
  expect(await plant.user.call(metadataEndpoints.save, { body: { changes: [change] } })).toEqual({ saved: 1, failed: [] });
  await computeWaiting(plant.deps, NO_EVENTS);
  expect(await warnings()).toEqual([]);
});

test('loggers that sent nothing on more than a week of dark days are a warning of the site, until they send', async () => {
  const plant = await openPlant();
  const computed = (day: string, silences: string) =>
    plant.db.execute(sql`
      insert into site_days (site_id, day, computed_at_ms, horizon_ms, configuration_hash, detected, evidence, dark_silences)
      values ('plant', ${day}, 1, 1, 'h', '[]', '{}', ${silences}::jsonb)`);
  const warnings = async () => (await plant.user.call(siteEndpoints.status)).items.find((item) => item.siteId === siteId)?.warnings;
  await computed('2019-12-20', '[{"deviceId":"inv-1","days":9},{"deviceId":"inv-2","days":8}]');
  expect(await warnings()).toEqual([{ kind: 'darkSilence', segmentIds: ['inv-1', 'inv-2'], since: '2019-12-12' }]);
  await computed('2019-12-21', '[]');
  await plant.given.changedResults('plant');
  expect(await warnings()).toEqual([]);
});

test('a warning is of the last days with data, however long ago they are, and of sites in scope only', async () => {
  const plant = await openPlant();
  const day = (number: number) => `2019-05-${String(number).padStart(2, '0')}`;
  for (const number of [1, 2, 3, 20, 21, 22, 23]) {
    await plant.db.execute(sql`
      insert into site_days (site_id, day, computed_at_ms, horizon_ms, configuration_hash, detected, evidence)
      values ('plant', ${day(number)}, 1, 1, 'h', '[]', '{}')`);
    await plant.db.execute(sql`insert into rule_removals values ('plant', ${day(number)}, 'inv-1', 'ActivePower', 'flatline', 91, 144)`);
  }
  const items = (await plant.user.call(siteEndpoints.status)).items;
  expect(items.find((item) => item.siteId === siteId)?.warnings).toEqual([
    { kind: 'ruleRemoves', method: 'flatline', apCode: 'ActivePower', share: 91 / 144, segmentIds: ['inv-1'], since: day(20) },
  ]);
  const stranger = await plant.as({ of: 'elsewhere' });
  expect((await stranger.call(siteEndpoints.status)).items).toEqual([]);
});
