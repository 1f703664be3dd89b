import { contractEndpoints } from '@solvane/contract/contracts';
import type { BodyOf } from '@solvane/contract/endpoint';
import { localDay } from '@solvane/energy/time/local-day';
import { spansOverlap } from '@solvane/energy/time/validity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractConfigurations } from '../../db/schema/contracts.ts';
import { type TestApp, type TestClient, testApp } from '../../testing/test-app.ts';
import { defaultTerms } from './contracts.wire.ts';
import { loadContracts } from './site-contracts.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const POWER = { installed: 100, limitAtGenerators: Number.NaN };

function contract(change: Partial<BodyOf<typeof contractEndpoints.save>> = {}): BodyOf<typeof contractEndpoints.save> {
  return {
    id: null,
    enterpriseId: 'solvind' as never,
    name: 'O&M',
    description: '',
    energyType: 'PV',
    validFrom: '2026-01-01',
    validTo: '2027-01-01',
    lossCategorySetId: null,
    siteIds: ['alma' as never],
    terms: defaultTerms('PV'),
    ...change,
  };
}

async function plants(): Promise<TestApp & { analyst: TestClient; stranger: TestClient; viewer: TestClient }> {
  const app = await testApp({ nowMs: NOW_MS });
  for (const id of ['alma', 'boda']) await app.given.site({ id, name: id, enterpriseId: 'solvind' });
  await app.given.site({ id: 'foreign', enterpriseId: 'other' });
  const [analyst, stranger, viewer] = await Promise.all([
    app.as({ of: 'solvind', role: 'analyst' }),
    app.as({ of: 'other', role: 'analyst' }),
    app.as({ of: 'solvind', role: 'viewer' }),
  ]);
  return { ...app, analyst, stranger, viewer };
}

test('a contract decides how its sites are counted on its days', async () => {
  const { analyst, db } = await plants();
  const terms = {
    ...defaultTerms('PV'),
    expectedMethods: { PV: ['pvwatts' as const], Wind: [], BESS: [] },
    overdesign: 'none' as const,
    degradedFactor: 0.5,
    excludesEstimated: true,
  };
  const saved = await analyst.call(contractEndpoints.save, { body: contract({ terms }) });
  expect(saved.changes).toEqual([{ siteIds: ['alma'], startMs: Date.UTC(2025, 11, 31, 23), endMs: Date.UTC(2026, 11, 31, 23) }]);
  const timeline = await loadContracts(db, 'alma' as never);
  expect(timeline.on(localDay(2025, 12, 31), POWER)).toBeUndefined();
  expect(timeline.on(localDay(2027, 1, 1), POWER)).toBeUndefined();
  const found = timeline.on(localDay(2026, 12, 31), POWER);
  expect(found?.expectedMethods).toEqual({
    PV: ['pvwatts'],
    Wind: ['effectiveCurve', 'nominalCurve', 'referenceTurbines', 'neighbourTurbines', 'mastWind'],
    BESS: ['dispatch'],
  });
  expect(found?.contract).toMatchObject({ excludesEstimated: true, overdesign: undefined, primaryProductionView: 'Technical' });
  expect(found?.contract.views.map(({ basis, sheets }) => [basis, sheets.PV.PP]).slice(0, 2)).toEqual([
    ['time', 0.5],
    ['production', 'U'],
  ]);
  expect(timeline.changes).toEqual([localDay(2026, 1, 1), localDay(2027, 1, 1)]);
});

test('the list says which are pending, active and expired; one is read, changed and deleted', async () => {
  const { analyst } = await plants();
  await analyst.call(contractEndpoints.save, { body: contract({ name: 'Later', validFrom: '2027-01-01', validTo: null }) });
  const { id } = await analyst.call(contractEndpoints.save, { body: contract({ name: 'Now' }) });
  await analyst.call(contractEndpoints.save, { body: contract({ name: 'Past', validFrom: null, validTo: '2026-01-01' }) });
  const states = async () => (await analyst.call(contractEndpoints.list)).items.map(({ name, state }) => [name, state]);
  expect(await states()).toEqual([
    ['Later', 'pending'],
    ['Now', 'active'],
    ['Past', 'expired'],
  ]);
  await analyst.call(contractEndpoints.save, { body: contract({ id, name: 'Now', siteIds: ['boda' as never] }) });
  const read = await analyst.call(contractEndpoints.get, { body: { contractConfigurationId: id } });
  expect(read.sites).toEqual([{ siteId: 'boda', siteName: 'boda' }]);
  expect(read.terms).toEqual(await analyst.call(contractEndpoints.defaults, { body: { energyType: 'PV' } }));
  const removed = await analyst.call(contractEndpoints.remove, { body: { contractConfigurationId: id } });
  expect(removed.changes).toMatchObject([{ siteIds: ['boda'] }]);
  expect(await states()).toHaveLength(2);
});

test('impossible contracts are refused with everything that is wrong with them', async () => {
  const { analyst } = await plants();
  await analyst.call(contractEndpoints.save, { body: contract() });
  const usual = defaultTerms('PV');
  const refused = await analyst.refusal(contractEndpoints.save, {
    body: contract({
      name: 'o&m',
      siteIds: ['alma', 'foreign', 'nowhere'] as never[],
      validFrom: '2026-06-01',
      lossCategorySetId: '00000000-0000-4000-8000-000000000001',
      terms: {
        ...usual,
        views: [...usual.views.slice(0, 1), ...usual.views.slice(0, 1)],
        expectedMethods: { PV: ['dispatch', 'pvwatts', 'pvwatts'], Wind: [], BESS: [] },
        excludedPeriods: [
          { startMs: 0, endMs: 10, reason: 'Grid works' },
          { startMs: 9, endMs: 20, reason: '' },
          { startMs: 5, endMs: 5, reason: '' },
        ],
      },
    }),
  });
  expect(refused.issues.map(({ message, values }) => [message, Object.values(values ?? {}).join(' | ')])).toEqual([
    ['Configuration_Problem_SiteUnknown', 'foreign'],
    ['Configuration_Problem_SiteUnknown', 'nowhere'],
    ['Configuration_Problem_NameTaken', 'o&m'],
    ['Contract_Problem_CategorySet', ''],
    ['Configuration_Problem_SiteLinked', 'alma | O&M | 2026-01-01 – 2027-01-01'],
    ['Contract_Problem_ViewTwice', 'Total'],
    ['Contract_Problem_ViewMissing', 'Technical'],
    ['Contract_Problem_MethodOfOther', 'dispatch | PV'],
    ['Contract_Problem_MethodTwice', 'pvwatts'],
    ['Contract_Problem_ExcludedOverlap', 'Grid works'],
    ['Common_Validation_PeriodEmpty', ''],
  ]);
});

test('a copy begins without sites, and two contracts are laid side by side', async () => {
  const { analyst } = await plants();
  const { id } = await analyst.call(contractEndpoints.save, { body: contract() });
  const taken = await analyst.refusal(contractEndpoints.duplicate, { body: { contractConfigurationId: id, name: 'o&M' } });
  expect(taken.issues).toMatchObject([{ message: 'Configuration_Problem_NameTaken' }]);
  const copy = await analyst.call(contractEndpoints.duplicate, { body: { contractConfigurationId: id, name: 'O&M 2027' } });
  expect(copy.changes).toEqual([]);
  const { terms, sites } = await analyst.call(contractEndpoints.get, { body: { contractConfigurationId: copy.id } });
  expect([terms, sites]).toEqual([defaultTerms('PV'), []]);

  const [first, ...others] = terms.views;
  if (!first) throw new Error('a contract has views');
  const stricter = { ...first, sheets: { ...first.sheets, PV: { ...first.sheets.PV, EN: 'X' as const } } };
  const guarantee = { view: 'Technical' as const, basis: 'time' as const, percent: 97, steps: [] };
  const changed = { ...terms, views: [...others, stricter], guarantees: [guarantee], degradedFactor: 0.5 };
  await analyst.call(contractEndpoints.save, { body: contract({ id: copy.id, name: 'O&M 2027', siteIds: [], terms: changed }) });
  const { differences } = await analyst.call(contractEndpoints.compare, { body: { before: id, after: copy.id } });
  expect(differences.map(({ path, before, after }) => [path.join(' '), before, after])).toEqual([
    ['name', 'O&M', 'O&M 2027'],
    ['sites alma', 'alma', null],
    ['degradedFactor', null, 0.5],
    ['views Total time PV EN', 'U', 'X'],
    ['guarantees Technical time percent', null, 97],
  ]);
});

test('what is archived counts no more from today on, stays readable and is not changed', async () => {
  const { analyst, db } = await plants();
  const { id } = await analyst.call(contractEndpoints.save, { body: contract() });
  const body = { contractConfigurationId: id, isArchived: true };
  const { changes } = await analyst.call(contractEndpoints.archive, { body });
  expect(changes).toEqual([{ siteIds: ['alma'], startMs: Date.UTC(2026, 0, 14, 23), endMs: Date.UTC(2026, 11, 31, 23) }]);
  const timeline = await loadContracts(db, 'alma' as never);
  expect([14, 15].map((day) => timeline.on(localDay(2026, 1, day), POWER) !== undefined)).toEqual([true, false]);
  expect((await analyst.call(contractEndpoints.list)).items).toMatchObject([{ state: 'archived', validTo: '2026-01-15' }]);
  const refused = await analyst.refusal(contractEndpoints.save, { body: contract({ id }) });
  expect(refused.issues.map(({ message }) => message)).toEqual(['Contract_Problem_Archived']);
  // Its sites are free for the next one.
  const next = contract({ name: 'Next', validFrom: '2026-02-01' });
  const { id: later } = await analyst.call(contractEndpoints.save, { body: next });
  const early = await analyst.refusal(contractEndpoints.archive, { body: { contractConfigurationId: later, isArchived: true } });
  expect(early.issues).toMatchObject([{ message: 'Contract_Problem_ArchivePending' }]);
  await analyst.call(contractEndpoints.archive, { body: { ...body, isArchived: false } });
  expect((await analyst.call(contractEndpoints.list)).items.map(({ name, state }) => [name, state])).toEqual([
    ['Next', 'pending'],
    ['O&M', 'expired'],
  ]);
});

test('agreed periods are left out of the days they touch, and promises are kept with rising steps', async () => {
  const { analyst, db } = await plants();
  const span = { startMs: Date.UTC(2026, 2, 1, 9), endMs: Date.UTC(2026, 2, 3, 17) };
  const steps = [0, 2].map((fromPercent) => ({ fromPercent, bonusPerPoint: 0, penaltyPerPoint: 100 }));
  const guarantee = { view: 'Technical' as const, basis: 'time' as const, percent: 97, steps };
  const terms = { ...defaultTerms('PV'), excludedPeriods: [{ ...span, reason: 'Grid works' }], guarantees: [guarantee] };
  await analyst.call(contractEndpoints.save, { body: contract({ terms }) });
  const found = (await loadContracts(db, 'alma' as never)).on(localDay(2026, 3, 2), POWER);
  expect(found?.contract.excludedPeriods).toEqual([span]);
  const wrong = { ...terms, guarantees: [guarantee, { ...guarantee, steps: [...steps].reverse() }] };
  const refused = await analyst.refusal(contractEndpoints.save, { body: contract({ name: 'Other', siteIds: [], terms: wrong }) });
  expect(refused.issues.map(({ message, path }) => [message, path.join('.')])).toEqual([
    ['Contract_Problem_GuaranteeTwice', 'terms.guarantees.1'],
    ['Contract_Problem_GuaranteeSteps', 'terms.guarantees.1.steps.1'],
  ]);
});

test('contracts are read and changed by their enterprise only', async () => {
  const { analyst, stranger, viewer } = await plants();
  const { id } = await analyst.call(contractEndpoints.save, { body: contract() });
  const body = { contractConfigurationId: id };
  expect((await stranger.call(contractEndpoints.list)).items).toEqual([]);
  expect((await stranger.refusal(contractEndpoints.get, { body })).status).toBe(404);
  expect((await stranger.refusal(contractEndpoints.duplicate, { body: { ...body, name: 'Mine' } })).status).toBe(404);
  expect((await stranger.refusal(contractEndpoints.archive, { body: { ...body, isArchived: true } })).status).toBe(404);
  expect((await stranger.refusal(contractEndpoints.compare, { body: { before: id, after: id } })).status).toBe(404);
  expect((await stranger.refusal(contractEndpoints.remove, { body })).status).toBe(404);
  expect((await stranger.refusal(contractEndpoints.save, { body: contract() })).status).toBe(404);
  expect((await stranger.refusal(contractEndpoints.save, { body: contract({ id, enterpriseId: 'other' as never }) })).status).toBe(404);
  for (const endpoint of [
    contractEndpoints.list,
    contractEndpoints.get,
    contractEndpoints.save,
    contractEndpoints.remove,
    contractEndpoints.defaults,
  ])
    expect((await viewer.refusal(endpoint, { body: contract() } as never)).status).toBe(403);
});

test('whatever is saved or refused, a site has one contract on any day', async () => {
  const { analyst, db } = await plants();
  const arbitraryCommand = fc.record({
    which: fc.integer({ min: 0, max: 3 }),
    from: fc.option(fc.integer({ min: 1, max: 9 })),
    to: fc.option(fc.integer({ min: 1, max: 9 })),
    isRemoved: fc.boolean(),
  });
  const date = (day: number | null) => (day === null ? null : `2026-01-0${day}`);
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryCommand, { minLength: 2, maxLength: 8 }), async (commands) => {
      await db.delete(contractConfigurations);
      const model = new Map<number, { id: string; from: number; to: number }>();
      for (const { which, from, to, isRemoved } of commands) {
        const known = model.get(which);
        if (isRemoved && known) {
          await analyst.call(contractEndpoints.remove, { body: { contractConfigurationId: known.id } });
          model.delete(which);
          continue;
        }
        const wanted = { from: from ?? 0, to: to ?? 99 };
        const isPossible =
          wanted.from < wanted.to &&
          [...model].every(([other, span]) => other === which || !(span.from < wanted.to && wanted.from < span.to));
        const body = contract({ id: known?.id ?? null, name: `C${which}`, validFrom: date(from), validTo: date(to) });
        const answer = await analyst.send(contractEndpoints.save, { body });
        expect(answer.statusCode).toBe(isPossible ? 200 : 400);
        if (isPossible) model.set(which, { id: answer.json().id, ...wanted });
      }
      const rows = await db.select().from(contractConfigurations);
      for (const [index, row] of rows.entries()) expect(rows.slice(index + 1).some((other) => spansOverlap(row, other))).toBe(false);
      const timeline = await loadContracts(db, 'alma' as never);
      for (let day = 0; day <= 10; day++) {
        const isExpected = [...model.values()].some((span) => span.from <= day && day < span.to);
        expect(timeline.on(localDay(2026, 1, 1) + day - 1, POWER) !== undefined).toBe(isExpected);
      }
    }),
    { numRuns: 25 },
  );
});
