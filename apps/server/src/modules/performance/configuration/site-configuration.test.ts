import type { SiteId } from '@solvane/contract/ids';
import { localDay } from '@solvane/energy/time/local-day';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/test-app.ts';
import { findConfiguredSite } from './site-configuration.ts';

const DAY = localDay(2026, 1, 15);

async function siteOn(metadata: Readonly<Record<string, Record<string, number | string | boolean>>>) {
  const { given, db } = await testApp();
  await given.site({ id: 'ridge', energyType: 'Hybrid' });
  await given.segment({ siteId: 'ridge', id: 'WT1', segmentType: 'WindTurbine' });
  await given.segment({ siteId: 'ridge', id: 'BI1', segmentType: 'BatteryInverter' });
  for (const [id, values] of Object.entries(metadata)) await given.metadata(id, values);
  const { site } = (await findConfiguredSite(db, 'ridge' as SiteId))?.setupOn(DAY) ?? {};
  return { site, device: (id: string) => site?.devices.find((each) => each.id === id) };
}

test('what is not stated has its default', async () => {
  const { site, device } = await siteOn({});
  expect([site?.chargePriority, site?.baseline, site?.maxHoldMinutes]).toEqual([undefined, undefined, undefined]);
  expect([device('WT1')?.isStallRegulated, device('WT1')?.isSampled]).toEqual([undefined, undefined]);
  expect([device('BI1')?.roundTripEfficiency, device('BI1')?.usableEnergy]).toEqual([0.86, undefined]);
});

test('how devices work, and what a site compares itself with, reach the calculation', async () => {
  const { site, device } = await siteOn({
    'ridge-root': {
      chargePriority: 'Wind,Grid',
      baselineStart: '2025-01-01',
      baselineEnd: '2025-06-30',
      powerSampling: 'instantaneous',
      maxHoldMinutes: 60,
    },
    WT1: { powerRegulation: 'stall' },
    BI1: { ratedRoundTripEfficiency: 90, usableEnergyCapacity: 3800, powerSampling: 'mean' },
  });
  expect(site?.chargePriority).toEqual(['Wind', 'Grid', 'PV']);
  expect(site?.maxHoldMinutes).toBe(60);
  expect(site?.baseline).toEqual({ first: localDay(2025, 1, 1), last: localDay(2025, 6, 30) });
  expect(device('WT1')).toMatchObject({ isStallRegulated: true, isSampled: true });
  expect(device('BI1')).toMatchObject({ roundTripEfficiency: 0.9, usableEnergy: 3800 });
  expect(device('BI1')?.isSampled).toBeUndefined();
});

test.each<[string, number, Record<string, Record<string, boolean | number>>]>([
  ['not used unless the metadata accept it', 0, {}],
  ['used where the turbine accepts it', 1, { WT1: { powerCurveAccepted: true } }],
  ['used where the site accepts it', 1, { 'ridge-root': { powerCurveAccepted: true } }],
  [
    'not used where the turbine refuses what the site accepts',
    0,
    { 'ridge-root': { powerCurveAccepted: true }, WT1: { powerCurveAccepted: false } },
  ],
])('a generic power curve is %s', async (_title, count, metadata) => {
  const { device } = await siteOn({ ...metadata, WT1: { capacityAc: 1500, ...metadata.WT1 } });
  expect(device('WT1')?.curves).toHaveLength(count);
  if (count > 0) expect(Math.max(...(device('WT1')?.curves[0]?.curve.power ?? []))).toBe(1500);
});
