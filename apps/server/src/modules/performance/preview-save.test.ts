import { contractEndpoints } from '@solvane/contract/contracts';
import { enterpriseIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { powerCurveEndpoints } from '@solvane/contract/models';
import { performanceEndpoints } from '@solvane/contract/performance';
import { qualityEndpoints } from '@solvane/contract/quality';
import { qualityImpactEndpoints } from '@solvane/contract/quality-impact';
import { RUNNING } from '@solvane/energy/signals/operating-state';
import { expect, test } from 'vitest';
import { auditLog } from '../../db/schema/access.ts';
import { contractConfigurations } from '../../db/schema/contracts.ts';
import { referenceTurbines } from '../../db/schema/models.ts';
import { dirtySiteDays } from '../../db/schema/site-days.ts';
import { JSON_TYPE, NOON_MS, openPlant, type Plant } from '../signals/testing/plant.ts';
import { computeWaiting } from './performance.ts';

const STEP_MS = 600_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };
const siteId = siteIdSchema.parse('plant');
const enterpriseId = enterpriseIdSchema.parse('solvind');
const INVERTER = segmentIdSchema.parse('inv-1');
const period = { siteId, startMs: NOON_MS - 6 * 3_600_000, endMs: NOON_MS };

async function computedPlant(): Promise<Plant> {
  const plant = await openPlant();
  await plant.given.metadata('inv-1', { capacityAc: 1000, capacityDc: 1200, tilt: 25, azimuth: 180 });
  const t = Array.from({ length: 36 }, (_, i) => NOON_MS - (36 - i) * STEP_MS);
  const series = [
    { segmentId: 'inv-1', signal: 'ActivePower', t, v: t.map((_, i) => (i === 20 ? null : 20 * i)) },
    // States of its controller: without them and without weather nothing would be known of its availability.
    { segmentId: 'inv-1', signal: 'OperatingState', t, v: t.map(() => RUNNING) },
  ];
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  await computeWaiting(plant.deps, NO_EVENTS);
  return plant;
}

test('what would be saved is saved, looked at and taken back: of any kind of configuration', async () => {
  const plant = await computedPlant();
  const analyst = await plant.as({ of: 'solvind', role: 'analyst' });
  const terms = await analyst.call(contractEndpoints.defaults, { body: { energyType: 'PV' } });
  const views = terms.views.map((view) => ({ ...view, sheets: { ...view.sheets, PV: { ...view.sheets.PV, FP: 0.25 } } }));
  const contract = {
    ...{ id: null, enterpriseId, name: 'O&M', description: '', energyType: 'PV' as const, siteIds: [siteId] },
    ...{ validFrom: null, validTo: null, lossCategorySetId: null, terms: { ...terms, views } },
  };
  const before = (await plant.db.select().from(auditLog)).length;
  const { days, signals } = await analyst.call(performanceEndpoints.previewSave, {
    body: { ...period, save: { kind: 'contract', body: contract } },
  });
  expect(days).toBe(1);
  const changed = signals.find(({ segmentId, signalId }) => segmentId === 'inv-1' && signalId === 'TimeAvailability||Total');
  expect(changed?.before).toBe(100);
  expect(changed?.after).toBeLessThan(100);
  const budget = { year: 2026, month: 1, energyKwh: 31_000, resource: null };
  const ofBudget = await analyst.call(performanceEndpoints.previewSave, {
    body: { ...period, save: { kind: 'budgets', body: { siteId, rows: [budget] } } },
  });
  expect(ofBudget.signals.map(({ signalId }) => signalId)).toContain('ActiveEnergy||Budget');
  const row = {
    segmentId: INVERTER,
    coefficient: 0.5,
    degradationPerYear: 0,
    minIrradiance: 20,
    acLimit: null,
    effectiveFrom: '2020-01-01',
  };
  const rows = Array.from({ length: 12 }, (_, i) => ({ ...row, month: i + 1 }));
  const ofCoefficients = await analyst.call(performanceEndpoints.previewSave, {
    body: { ...period, save: { kind: 'expectedCoefficients', body: { siteId, rows } } },
  });
  expect(ofCoefficients.days).toBe(1);

  // Nothing of it is left: no contract, no record, no day to compute.
  expect(await plant.db.select().from(contractConfigurations)).toEqual([]);
  expect(await plant.db.select().from(dirtySiteDays)).toEqual([]);
  expect((await plant.db.select().from(auditLog)).length).toBe(before);
});

test('rules of data quality show what they would replace', async () => {
  const plant = await computedPlant();
  const analyst = await plant.as({ of: 'solvind', role: 'analyst' });
  const content = await analyst.call(qualityEndpoints.defaults);
  const { id } = await analyst.call(qualityEndpoints.create, { body: { enterpriseId, name: 'Ours', content } });
  // No line is drawn through what is missing any more.
  const rules = content.signals.map((signal) => ({
    ...signal,
    external: signal.external.map((entry) => (entry.method === 'interpolated' ? { ...entry, state: 'Inactive' as const } : entry)),
  }));
  const without = { ...content, signals: rules };
  const configuration = { configurationId: id, name: 'Ours', effectiveFrom: '2026-01-02' };
  const assign = { configurationId: id, siteIds: [siteId], validFrom: null, validTo: null };
  await analyst.call(qualityEndpoints.assign, { body: assign });
  await computeWaiting(plant.deps, NO_EVENTS);
  const { signals } = await analyst.call(performanceEndpoints.previewSave, {
    body: { ...period, save: { kind: 'quality', body: { ...configuration, content: without } } },
  });
  expect(signals.map(({ signalId }) => signalId).some((signalId) => signalId.endsWith('||Validated'))).toBe(true);
});

test('what could not be saved cannot be previewed either', async () => {
  const plant = await computedPlant();
  const [analyst, viewer, stranger] = await Promise.all([
    plant.as({ of: 'solvind', role: 'analyst' }),
    plant.as({ of: 'solvind', role: 'viewer' }),
    plant.as({ of: 'other', role: 'analyst' }),
  ]);
  const budgets = { kind: 'budgets' as const, body: { siteId, rows: [{ year: 2026, month: 1, energyKwh: 1, resource: null }] } };
  const ask = { body: { ...period, save: budgets } };
  expect((await viewer.refusal(performanceEndpoints.previewSave, ask)).status).toBe(403);
  expect((await stranger.refusal(performanceEndpoints.previewSave, ask)).status).toBe(404);
  const twice = { ...budgets, body: { ...budgets.body, rows: [...budgets.body.rows, ...budgets.body.rows] } };
  const refused = await analyst.refusal(performanceEndpoints.previewSave, { body: { ...period, save: twice } });
  expect(refused.issues).toMatchObject([{ message: 'Budget_Problem_MonthTwice' }]);
  expect((await analyst.call(powerCurveEndpoints.search, { body: {} })).items).toEqual([]);
});

test('changed reference turbines are tried with the permission that saving them needs, and nothing of it stays', async () => {
  const plant = await computedPlant();
  for (const id of ['wt-1', 'wt-2']) await plant.given.segment({ siteId: 'plant', id, name: id, segmentType: 'WindTurbine' });
  const [analyst, viewer, stranger] = await Promise.all([
    plant.as({ of: 'solvind', role: 'analyst' }),
    plant.as({ of: 'solvind', role: 'viewer' }),
    plant.as({ of: 'other', role: 'analyst' }),
  ]);
  const ask = (reference: string) => ({
    body: {
      ...period,
      signal: null,
      trial: {
        kind: 'referenceTurbines' as const,
        rows: [
          {
            segmentId: segmentIdSchema.parse('wt-1'),
            effectiveFrom: null,
            references: [{ segmentId: segmentIdSchema.parse(reference), rank: 1 }],
          },
        ],
      },
    },
  });
  const { days, before, after } = await analyst.call(qualityImpactEndpoints.preview, ask('wt-2'));
  expect(days).toBe(1);
  // Nothing of a solar plant depends on them.
  expect(after).toEqual(before);
  expect(await plant.db.select().from(referenceTurbines)).toEqual([]);
  const refused = await analyst.refusal(qualityImpactEndpoints.preview, ask('wt-1'));
  expect(refused.issues.map(({ message }) => message)).toEqual(['ReferenceTurbines_Problem_ownReference']);
  expect((await viewer.refusal(qualityImpactEndpoints.preview, ask('wt-2'))).status).toBe(403);
  expect((await stranger.refusal(qualityImpactEndpoints.preview, ask('wt-2'))).status).toBe(404);
});
