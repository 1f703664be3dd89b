import { contractEndpoints } from '@solvane/contract/contracts';
import type { SiteId } from '@solvane/contract/ids';
import { powerCurveEndpoints, tariffEndpoints } from '@solvane/contract/models';
import { localDay } from '@solvane/energy/time/local-day';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/test-app.ts';
import { defaultTerms } from '../../contracts/contracts.wire.ts';
import { findConfiguredSite } from './site-configuration.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const [BEFORE, AFTER] = [localDay(2025, 12, 31), localDay(2026, 1, 1)];

test('a site computes by what is configured for it, from the day it holds, and before by what every site begins with', async () => {
  const { as, given, db } = await testApp({ nowMs: NOW_MS });
  await given.site({ id: 'ridge', enterpriseId: 'solvind', energyType: 'Wind' });
  await given.segment({ siteId: 'ridge', id: 'WT1', segmentType: 'WindTurbine' });
  await given.metadata('WT1', { capacityAc: 2000, powerCurveAccepted: true });
  const siteId = 'ridge' as SiteId;
  const setupOn = async (day: number) => {
    const site = await findConfiguredSite(db, siteId);
    if (!site) throw new RangeError('the site exists');
    return site.setupOn(day);
  };
  const plain = await setupOn(AFTER);
  expect(plain.site.devices.find(({ id }) => id === 'WT1')?.curves.map(({ id }) => id)).toEqual(['generic-2000']);

  const analyst = await as({ of: 'solvind', role: 'analyst' });
  const { id: curveId } = await analyst.call(powerCurveEndpoints.save, {
    body: {
      id: null,
      enterpriseId: 'solvind',
      name: 'V90',
      type: 'Nominal',
      points: [3, 13, 25].map((windSpeed, index) => ({ windSpeed, power: index * 1000 })),
      airDensity: 1.225,
      airDensityMin: 0,
      airDensityMax: 2,
      windDirectionMin: 0,
      windDirectionMax: 360,
      dayRange: null,
      timeRange: null,
      effectiveStartMs: null,
      effectiveEndMs: null,
      segmentIds: ['WT1'],
    },
  });
  const tariff = { validFromMs: 0, currency: 'EUR', price: { kind: 'fixed' as const, price: 45 } };
  await analyst.call(tariffEndpoints.save, { body: { siteId: 'ridge', tariff } });
  const terms = { ...defaultTerms('Wind'), expectedMethods: { PV: [], Wind: ['mastWind' as const], BESS: [] }, excludesEstimated: true };
  const contract = { enterpriseId: 'solvind', name: 'O&M', description: '', energyType: 'Wind' as const, lossCategorySetId: null, terms };
  await analyst.call(contractEndpoints.save, {
    body: { id: null, ...contract, validFrom: '2026-01-01', validTo: null, siteIds: ['ridge'] },
  });

  const [before, after] = [await setupOn(BEFORE), await setupOn(AFTER)];
  expect(after.site.devices.find(({ id }) => id === 'WT1')?.curves.map(({ id }) => id)).toEqual([curveId]);
  expect(after.site.tariffs).toEqual([{ validFromMs: 0, price: { kind: 'fixed', price: 45 } }]);
  expect([before.site.contract.excludesEstimated, after.site.contract.excludesEstimated]).toEqual([false, true]);
  expect([before.site.expectedMethods.Wind, after.site.expectedMethods.Wind]).toEqual([plain.site.expectedMethods.Wind, ['mastWind']]);
  expect(new Set([plain.hash, before.hash, after.hash]).size).toBe(3);
});
