import { contractEndpoints } from '@solvane/contract/contracts';
import type { BodyOf } from '@solvane/contract/endpoint';
import { eventCategorySetEndpoints, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { DEFAULT_CATEGORY_SETS } from '@solvane/energy/events/category-sets';
import { describe, expect, test } from 'vitest';
import { rawEvents } from '../../db/schema/arrivals.ts';
import { type TestApp, type TestClient, testApp } from '../../testing/test-app.ts';
import { defaultTerms } from '../contracts/contracts.wire.ts';
import { loadEventCodes } from './mapping/site-event-codes.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);

const codeSet: BodyOf<typeof eventCodeSetEndpoints.save> = {
  id: null,
  enterpriseId: 'solvind' as never,
  name: 'Aerostrom',
  manufacturer: 'Aerostrom',
  models: ['A90'],
  energyType: 'Wind',
  codes: [
    { code: '301', category: 'Turbine fault', eventType: 'Downtime', priority: null, description: 'Gearbox oil temperature high' },
    { code: '302', category: 'Grid outage', eventType: 'Downtime', priority: 7, description: 'Grid voltage low' },
  ],
};

const categorySet: BodyOf<typeof eventCategorySetEndpoints.save> = {
  id: null,
  enterpriseId: 'solvind' as never,
  name: 'Ours',
  energyType: 'Wind',
  isInUse: true,
  categories: [...DEFAULT_CATEGORY_SETS.Wind],
};

async function windFarm(): Promise<TestApp & { analyst: TestClient; stranger: TestClient; viewer: TestClient }> {
  const app = await testApp({ nowMs: NOW_MS });
  for (const id of ['ridge', 'shore']) await app.given.site({ id, name: id, enterpriseId: 'solvind', energyType: 'Wind' });
  await app.given.segment({ siteId: 'ridge', id: 'WT1', segmentType: 'WindTurbine' });
  await app.given.metadata('WT1', { manufacturer: 'Aerostrom', model: 'A90' });
  await app.given.site({ id: 'foreign', enterpriseId: 'other' });
  const [analyst, stranger, viewer] = await Promise.all([
    app.as({ of: 'solvind', role: 'analyst' }),
    app.as({ of: 'other', role: 'analyst' }),
    app.as({ of: 'solvind', role: 'viewer' }),
  ]);
  return { ...app, analyst, stranger, viewer };
}

const nothing = { category: null, eventType: null, priority: null };
const turbine = { manufacturer: 'aerostrom', model: 'A90', energyType: 'Wind' as const };

describe('event codes', () => {
  test('mean what the site says, else the enterprise, else the set; each level shows what it hides and can be reset', async () => {
    const { analyst, db, viewer } = await windFarm();
    const { id: setId } = await analyst.call(eventCodeSetEndpoints.save, { body: codeSet });
    const ofEnterprise = { setId, enterpriseId: 'solvind', siteId: null };
    const ofSite = { setId, enterpriseId: 'solvind', siteId: 'ridge' };
    const stop = { startMs: NOW_MS - 7_200_000, endMs: NOW_MS - 3_600_000 };
    await db
      .insert(rawEvents)
      .values({ ...stop, segmentId: 'WT1' as SegmentId, siteId: 'ridge' as SiteId, code: '301', receivedAtMs: NOW_MS });
    await analyst.call(eventCodeSetEndpoints.override, {
      body: { ...ofEnterprise, items: [{ code: '301', ...nothing, category: 'Icing stop', priority: 42 }] },
    });
    const saved = await analyst.call(eventCodeSetEndpoints.override, {
      body: { ...ofSite, items: [{ code: '301', ...nothing, category: 'High wind stop' }] },
    });
    expect(saved.changes).toEqual([{ siteIds: ['ridge'], ...stop }]);
    const asked = { body: { setId, enterpriseId: 'solvind', siteId: 'ridge' } };
    expect((await viewer.call(eventCodeSetEndpoints.get, asked)).codes[0]).toEqual({
      code: '301',
      description: 'Gearbox oil temperature high',
      default: { category: 'Turbine fault', eventType: 'Downtime', priority: null },
      enterprise: { category: 'Icing stop', eventType: null, priority: 42 },
      site: { category: 'High wind stop', eventType: null, priority: null },
      resolved: { category: 'High wind stop', eventType: 'Downtime', priority: 42 },
    });
    const codes = (await loadEventCodes(db, 'ridge' as SiteId)).codesOf(turbine);
    expect(codes).toMatchObject({
      enterpriseOverrides: [{ code: '301', category: 'Icing stop', priority: 42 }],
      siteOverrides: [{ code: '301', category: 'High wind stop' }],
    });
    expect((await loadEventCodes(db, 'shore' as SiteId)).codesOf(turbine).siteOverrides).toEqual([]);
    expect((await loadEventCodes(db, 'foreign' as SiteId)).codesOf(turbine).codeSet).toEqual([]);
    await analyst.call(eventCodeSetEndpoints.override, { body: { ...ofSite, items: [{ code: '301', ...nothing }] } });
    const reset = await analyst.call(eventCodeSetEndpoints.get, asked);
    expect(reset.codes[0]?.resolved.category).toBe('Icing stop');
  });

  test('are refused with a category that is not in use, twice in a set, or unknown to it', async () => {
    const { analyst } = await windFarm();
    const { id: setId } = await analyst.call(eventCodeSetEndpoints.save, { body: codeSet });
    const [first] = codeSet.codes;
    if (!first) throw new RangeError('the set has codes');
    const refused = await analyst.refusal(eventCodeSetEndpoints.save, {
      body: { ...codeSet, codes: [first, { ...first, category: 'Inverter fault' }] },
    });
    expect(refused.issues.map(({ message }) => message)).toEqual([
      'Configuration_Problem_NameTaken',
      'EventCodeSet_Problem_CodeTwice',
      'EventCategorySet_Problem_NotInSet',
    ]);
    const unknown = await analyst.refusal(eventCodeSetEndpoints.override, {
      body: { setId, enterpriseId: 'solvind', siteId: null, items: [{ code: '999', ...nothing, category: 'Snow' }] },
    });
    expect(unknown.issues).toMatchObject([
      { message: 'EventCodeSet_Problem_CodeUnknown', values: { code: '999', set: 'Aerostrom' } },
      { message: 'EventCategorySet_Problem_NotInSet', values: { category: 'Snow' } },
    ]);
  });

  test('of an enterprise are visible to no other, and shared ones only the provider may change', async () => {
    const { analyst, stranger, viewer, as } = await windFarm();
    const { id: setId } = await analyst.call(eventCodeSetEndpoints.save, { body: codeSet });
    const provider = await as({ isProvider: true });
    const everybody = { ...codeSet, enterpriseId: null, name: 'For everybody' };
    await provider.call(eventCodeSetEndpoints.save, { body: everybody });
    expect((await stranger.call(eventCodeSetEndpoints.list)).items).toMatchObject([{ name: 'For everybody', codeCount: 2 }]);
    expect((await stranger.refusal(eventCodeSetEndpoints.get, { body: { setId } })).status).toBe(404);
    expect((await stranger.refusal(eventCodeSetEndpoints.remove, { body: { setId } })).status).toBe(404);
    expect((await stranger.refusal(eventCodeSetEndpoints.save, { body: codeSet })).status).toBe(404);
    expect((await analyst.refusal(eventCodeSetEndpoints.save, { body: everybody })).status).toBe(404);
    const override = { setId, enterpriseId: 'solvind', siteId: 'foreign', items: [{ code: '301', ...nothing, priority: 1 }] };
    expect((await analyst.refusal(eventCodeSetEndpoints.override, { body: override })).status).toBe(404);
    expect((await viewer.refusal(eventCodeSetEndpoints.override, { body: override })).status).toBe(403);
    expect((await viewer.refusal(eventCodeSetEndpoints.save, { body: codeSet })).status).toBe(403);
    await analyst.call(eventCodeSetEndpoints.remove, { body: { setId } });
    expect((await analyst.call(eventCodeSetEndpoints.list)).items).toHaveLength(1);
  });
});

describe('category sets', () => {
  test('of an enterprise take the place of those every installation begins with', async () => {
    const { analyst, db } = await windFarm();
    const ours = {
      ...categorySet,
      categories: [...categorySet.categories, { name: 'Crane', eventType: 'Downtime' as const, timeCategory: 'SM' as const, rank: 90 }],
    };
    const { id, changes } = await analyst.call(eventCategorySetEndpoints.save, { body: ours });
    expect(changes).toEqual([{ siteIds: ['ridge', 'shore'], startMs: null, endMs: null }]);
    const names = async () => (await loadEventCodes(db, 'ridge' as SiteId)).codesOf(turbine).categories.map(({ name }) => name);
    expect(await names()).toContain('Crane');
    const { items } = await analyst.call(eventCategorySetEndpoints.list);
    expect(items.map((set) => [set.name, set.id === null])).toEqual([
      ['Ours', false],
      ['All', true],
      ['PVPlant', true],
      ['Battery', true],
    ]);
    await analyst.call(eventCategorySetEndpoints.remove, { body: { setId: id } });
    expect(await names()).not.toContain('Crane');
  });

  test('give a category another rank unless it is taken or the category is not in them', async () => {
    const { analyst, viewer } = await windFarm();
    const { id: setId } = await analyst.call(eventCategorySetEndpoints.save, { body: categorySet });
    const [first] = categorySet.categories;
    await analyst.call(eventCategorySetEndpoints.prioritize, { body: { setId, category: first?.name ?? '', rank: 77 } });
    const taken = await analyst.refusal(eventCategorySetEndpoints.prioritize, { body: { setId, category: first?.name ?? '', rank: 2 } });
    expect(taken.issues).toMatchObject([{ message: 'EventCategorySet_Problem_priorityExists', values: { other: 'Grid outage', rank: 2 } }]);
    const missing = await analyst.refusal(eventCategorySetEndpoints.prioritize, { body: { setId, category: 'Snow', rank: 80 } });
    expect(missing.issues).toMatchObject([
      { message: 'EventCategorySet_Problem_categoryNotInSet', values: { category: 'Snow', set: 'Ours' } },
    ]);
    expect((await viewer.refusal(eventCategorySetEndpoints.prioritize, { body: { setId, category: 'Snow', rank: 80 } })).status).toBe(403);
  });

  test('are ordered as a whole, unless the order names a category that is not in them, one twice, or not all', async () => {
    const { analyst, viewer, stranger } = await windFarm();
    const { id: setId } = await analyst.call(eventCategorySetEndpoints.save, { body: categorySet });
    const names = categorySet.categories.map(({ name }) => name);
    const [first = '', second = '', ...others] = names;
    const body = { setId, categories: [second, first, ...others] };
    const saved = await analyst.call(eventCategorySetEndpoints.reorder, { body });
    expect(saved.changes).toEqual([{ siteIds: ['ridge', 'shore'], startMs: null, endMs: null }]);
    const { items } = await analyst.call(eventCategorySetEndpoints.list);
    expect(items[0]?.categories.map(({ name, rank }) => [name, rank])).toEqual(
      [second, first, ...others].map((name, index) => [name, index + 1]),
    );
    const refused = await analyst.refusal(eventCategorySetEndpoints.reorder, {
      body: { setId, categories: ['Snow', second, second, ...others] },
    });
    expect(refused.issues).toMatchObject([
      { message: 'EventCategorySet_Problem_categoryNotInSet', values: { category: 'Snow', set: 'Ours' } },
      { message: 'EventCategorySet_Problem_priorityExists', values: { other: second, rank: 2 } },
      { message: 'EventCategorySet_Problem_NotOrdered', values: { category: first } },
    ]);
    expect(await stranger.refusal(eventCategorySetEndpoints.reorder, { body })).toMatchObject({
      status: 404,
      code: 'eventCategorySets.notFound',
    });
    expect((await viewer.refusal(eventCategorySetEndpoints.reorder, { body })).status).toBe(403);
  });

  test('say what depends on them and what the caller may do to them', async () => {
    const { analyst } = await windFarm();
    const { id: codeSetId } = await analyst.call(eventCodeSetEndpoints.save, { body: codeSet });
    await analyst.call(eventCodeSetEndpoints.override, {
      body: { setId: codeSetId, enterpriseId: 'solvind', siteId: null, items: [{ code: '301', ...nothing, category: 'Icing stop' }] },
    });
    const { items: before } = await analyst.call(eventCategorySetEndpoints.list);
    expect(before.find(({ energyType }) => energyType === 'Wind')).toMatchObject({
      id: null,
      can: { edit: true, prioritize: true },
      uses: {
        contracts: [],
        overriddenCodes: 1,
        codes: [
          { category: 'Grid outage', codeCount: 1 },
          { category: 'Turbine fault', codeCount: 1 },
        ],
      },
    });
    await analyst.call(eventCategorySetEndpoints.save, { body: categorySet });
    const { items } = await analyst.call(eventCategorySetEndpoints.list);
    expect(items[0]).toMatchObject({ name: 'Ours', uses: { overriddenCodes: 1 } });
    expect(items.find(({ energyType }) => energyType === 'Battery')?.uses.codes).toEqual([]);
  });

  test('keep what codes mean, and are not deleted while a contract counts by them', async () => {
    const { analyst } = await windFarm();
    await analyst.call(eventCodeSetEndpoints.save, { body: codeSet });
    const { id } = await analyst.call(eventCategorySetEndpoints.save, { body: categorySet });
    const without = categorySet.categories.filter(({ name }) => name !== 'Grid outage');
    const inUse = await analyst.refusal(eventCategorySetEndpoints.save, { body: { ...categorySet, id, categories: without } });
    expect(inUse.issues).toMatchObject([
      { message: 'EventCategorySet_Problem_InUse', values: { category: 'Grid outage', where: 'Aerostrom' } },
    ]);
    const contract = {
      id: null,
      enterpriseId: 'solvind',
      name: 'O&M',
      description: '',
      energyType: 'Wind' as const,
      validFrom: null,
      validTo: null,
      lossCategorySetId: id,
      siteIds: [],
      terms: defaultTerms('Wind'),
    };
    await analyst.call(contractEndpoints.save, { body: contract });
    const counted = await analyst.refusal(eventCategorySetEndpoints.remove, { body: { setId: id } });
    expect(counted.issues).toMatchObject([{ message: 'Configuration_Problem_InUse', values: { name: 'Ours', where: 'O&M' } }]);
  });

  test('with ranks or names twice are refused, and so are those of others', async () => {
    const { analyst, stranger, viewer } = await windFarm();
    const [first, second] = categorySet.categories;
    if (!first || !second) throw new RangeError('the set has categories');
    const refused = await analyst.refusal(eventCategorySetEndpoints.save, {
      body: { ...categorySet, categories: [first, { ...second, rank: first.rank }, { ...first, rank: 50 }] },
    });
    expect(refused.issues.map(({ message }) => message)).toEqual([
      'EventCategorySet_Problem_priorityExists',
      'EventCategorySet_Problem_Twice',
    ]);
    const { id: setId } = await analyst.call(eventCategorySetEndpoints.save, { body: categorySet });
    expect((await stranger.refusal(eventCategorySetEndpoints.save, { body: categorySet })).status).toBe(404);
    expect((await stranger.refusal(eventCategorySetEndpoints.remove, { body: { setId } })).status).toBe(404);
    expect((await stranger.refusal(eventCategorySetEndpoints.prioritize, { body: { setId, category: 'Snow', rank: 1 } })).status).toBe(404);
    expect((await viewer.refusal(eventCategorySetEndpoints.list)).status).toBe(403);
    expect((await viewer.refusal(eventCategorySetEndpoints.save, { body: categorySet })).status).toBe(403);
    expect((await viewer.refusal(eventCategorySetEndpoints.remove, { body: { setId } })).status).toBe(403);
  });

  test('are not overwritten by an editor who read an earlier revision, unless they mean to', async () => {
    const { analyst, as } = await windFarm();
    const other = await as({ of: 'solvind', role: 'admin' });
    const { id } = await analyst.call(eventCategorySetEndpoints.save, { body: categorySet });
    const revisionOf = async () => (await analyst.call(eventCategorySetEndpoints.list)).items[0]?.revision;
    const read = await revisionOf();
    const [first = '', second = '', ...others] = categorySet.categories.map(({ name }) => name);
    const reorder = (client: TestClient, seenRevision: string | undefined) => ({
      client,
      body: { setId: id, categories: [second, first, ...others], ...(seenRevision && { seenRevision }) },
    });
    const theirs = reorder(other, read?.id);
    await theirs.client.call(eventCategorySetEndpoints.reorder, { body: theirs.body });
    const changed = await revisionOf();
    expect(changed).toMatchObject({ changedBy: 'Test admin', changedAtMs: NOW_MS });
    const stale = { ...categorySet, id, seenRevision: read?.id };
    const expected = { status: 409, code: 'configuration.changed', values: { changedBy: 'Test admin', changedAtMs: NOW_MS } };
    expect(await analyst.refusal(eventCategorySetEndpoints.save, { body: stale })).toMatchObject(expected);
    expect(await analyst.refusal(eventCategorySetEndpoints.reorder, { body: theirs.body })).toMatchObject(expected);
    const removal = { setId: id, ...(read && { seenRevision: read.id }) };
    expect(await analyst.refusal(eventCategorySetEndpoints.remove, { body: removal })).toMatchObject(expected);
    await analyst.call(eventCategorySetEndpoints.save, { body: { ...stale, seenRevision: changed?.id } });
    expect(await revisionOf()).toMatchObject({ id: read?.id });
    await other.call(eventCategorySetEndpoints.save, { body: { ...categorySet, id, name: 'Theirs' } });
  });
});

test('codes of a set and overrides of each level have revisions of their own', async () => {
  const { analyst, as } = await windFarm();
  const other = await as({ of: 'solvind', role: 'admin' });
  const { id: setId } = await analyst.call(eventCodeSetEndpoints.save, { body: codeSet });
  const ofEnterprise = { setId, enterpriseId: 'solvind' };
  const revisionAt = async (level: { siteId?: string; enterpriseId?: string }) =>
    (await analyst.call(eventCodeSetEndpoints.get, { body: { setId, ...level } })).revision;
  const read = { set: await revisionAt({}), enterprise: await revisionAt(ofEnterprise), site: await revisionAt({ siteId: 'ridge' }) };
  const items = [{ code: '301', ...nothing, category: 'Icing stop' }];
  const override = { ...ofEnterprise, siteId: null, items, seenRevision: read.enterprise.id };
  await other.call(eventCodeSetEndpoints.override, { body: override });
  const expected = { status: 409, code: 'configuration.changed', values: { changedBy: 'Test admin' } };
  expect(await analyst.refusal(eventCodeSetEndpoints.override, { body: override })).toMatchObject(expected);
  expect(await revisionAt({ siteId: 'ridge' })).toEqual(read.site);
  await analyst.call(eventCodeSetEndpoints.override, { body: { ...override, siteId: 'ridge', seenRevision: read.site.id } });
  const save = { ...codeSet, id: setId, name: 'Ours', seenRevision: read.set.id };
  await other.call(eventCodeSetEndpoints.save, { body: save });
  expect(await analyst.refusal(eventCodeSetEndpoints.save, { body: save })).toMatchObject(expected);
  const removal = { setId, seenRevision: read.set.id };
  expect(await analyst.refusal(eventCodeSetEndpoints.remove, { body: removal })).toMatchObject(expected);
  await analyst.call(eventCodeSetEndpoints.remove, { body: { setId, seenRevision: (await revisionAt({})).id } });
});

test('a set that another user changed is not deleted by one who looked at it as an enterprise or a site', async () => {
  const { analyst, as } = await windFarm();
  const other = await as({ of: 'solvind', role: 'admin' });
  const { id: setId } = await analyst.call(eventCodeSetEndpoints.save, { body: codeSet });
  const readAt = (level: object) => analyst.call(eventCodeSetEndpoints.get, { body: { setId, ...level } });
  for (const [index, level] of [{ enterpriseId: 'solvind' }, { siteId: 'ridge' }].entries()) {
    const seenRevision = (await readAt(level)).setRevision.id;
    await other.call(eventCodeSetEndpoints.save, { body: { ...codeSet, id: setId, name: `Theirs ${index}`, seenRevision } });
    const refusal = await analyst.refusal(eventCodeSetEndpoints.remove, { body: { setId, seenRevision } });
    expect(refusal).toMatchObject({ status: 409, code: 'configuration.changed', values: { changedBy: 'Test admin' } });
  }
  const read = await readAt({ siteId: 'ridge' });
  expect(read.setRevision).toEqual((await readAt({})).revision);
  await analyst.call(eventCodeSetEndpoints.remove, { body: { setId, seenRevision: read.setRevision.id } });
  expect((await analyst.refusal(eventCodeSetEndpoints.get, { body: { setId } })).status).toBe(404);
});

test('each save that changes something is a version with its user, time and note, for those who may read the set', async () => {
  const { analyst, as, setNow, stranger, viewer } = await windFarm();
  const other = await as({ of: 'solvind', role: 'admin' });
  const { id: setId } = await analyst.call(eventCategorySetEndpoints.save, { body: categorySet });
  const [first = '', second = '', ...others] = categorySet.categories.map(({ name }) => name);
  setNow(NOW_MS + 1_000);
  const order = { setId, categories: [second, first, ...others], note: 'Grid first' };
  await other.call(eventCategorySetEndpoints.reorder, { body: order });
  await other.call(eventCategorySetEndpoints.reorder, { body: order });
  expect((await analyst.call(eventCategorySetEndpoints.versions, { body: { setId } })).items).toEqual([
    { version: 2, note: 'Grid first', savedBy: 'Test admin', savedAtMs: NOW_MS + 1_000 },
    { version: 1, note: '', savedBy: 'Test analyst', savedAtMs: NOW_MS },
  ]);
  const nameAt = async (version: number) =>
    (await analyst.call(eventCategorySetEndpoints.version, { body: { setId, version } })).categories[0]?.name;
  expect([await nameAt(1), await nameAt(2)]).toEqual([first, second]);
  expect((await analyst.refusal(eventCategorySetEndpoints.version, { body: { setId, version: 3 } })).status).toBe(404);
  expect((await stranger.refusal(eventCategorySetEndpoints.versions, { body: { setId } })).status).toBe(404);
  expect((await stranger.refusal(eventCategorySetEndpoints.version, { body: { setId, version: 1 } })).status).toBe(404);
  expect((await viewer.refusal(eventCategorySetEndpoints.versions, { body: { setId } })).status).toBe(403);
});

test('a code set and each level of overrides have histories of their own', async () => {
  const { analyst, stranger } = await windFarm();
  const { id: setId } = await analyst.call(eventCodeSetEndpoints.save, { body: codeSet });
  const items = [{ code: '301', ...nothing, category: 'Icing stop' }];
  await analyst.call(eventCodeSetEndpoints.override, { body: { setId, enterpriseId: 'solvind', siteId: 'ridge', items, note: 'Ice' } });
  const versionsOf = async (level: object) =>
    (await analyst.call(eventCodeSetEndpoints.versions, { body: { setId, ...level } })).items.map(({ note }) => note);
  expect(await versionsOf({})).toEqual(['']);
  expect(await versionsOf({ enterpriseId: 'solvind' })).toEqual([]);
  // Without overrides before the first save: the empty state is a version, too.
  expect(await versionsOf({ siteId: 'ridge' })).toEqual(['Ice', '']);
  const body = { setId, siteId: 'ridge', version: 2 };
  expect((await analyst.call(eventCodeSetEndpoints.version, { body })).codes).toEqual([{ ...items[0], description: '' }]);
  expect((await stranger.refusal(eventCodeSetEndpoints.versions, { body: { setId } })).status).toBe(404);
  await analyst.call(eventCodeSetEndpoints.remove, { body: { setId } });
  expect((await analyst.refusal(eventCodeSetEndpoints.version, { body })).status).toBe(404);
});
