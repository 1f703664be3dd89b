import { type QualityContent, qualityEndpoints } from '@solvane/contract/quality';
import { defaultQualityConfiguration } from '@solvane/energy/quality/default-configuration';
import { localDay, toIsoDate } from '@solvane/energy/time/local-day';
import { spansOverlap } from '@solvane/energy/time/validity';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditLog } from '../../db/schema/access.ts';
import { siteArrivals } from '../../db/schema/arrivals.ts';
import { qualitySites } from '../../db/schema/quality.ts';
import { dirtySiteDays } from '../../db/schema/site-days.ts';
import { type TestApp, type TestClient, testApp } from '../../testing/test-app.ts';
import { toContent } from './quality.queries.ts';
import { loadQualityRules } from './quality-rules.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const DAY_MS = 86_400_000;

/** The usual rules, told apart by how many signals they are for. */
function content(signals = 3): QualityContent {
  return { signals: toContent(defaultQualityConfiguration()).signals.slice(0, signals) };
}

interface Plants extends TestApp {
  analyst: TestClient;
  create(name: string, signals?: number): Promise<string>;
}

async function plants(): Promise<Plants> {
  const app = await testApp({ nowMs: NOW_MS });
  for (const id of ['alma', 'boda']) {
    const site = await app.given.site({ id, name: id, enterpriseId: 'solvind' });
    await app.db.insert(siteArrivals).values({ siteId: site.id, firstPointMs: NOW_MS - 30 * DAY_MS });
  }
  await app.given.site({ id: 'foreign', name: 'Foreign', enterpriseId: 'other' });
  const analyst = await app.as({ of: 'solvind', role: 'analyst' });
  const create = async (name: string, signals?: number): Promise<string> => {
    const body = { enterpriseId: 'solvind', name, content: content(signals) };
    return (await analyst.call(qualityEndpoints.create, { body })).id;
  };
  return { ...app, analyst, create };
}

const SINCE_EVER = { validFrom: null, validTo: null };

describe('a data-quality configuration', () => {
  test('is assigned to sites, and what it changes is recalculated from the day it is effective', async () => {
    const { analyst, create, db } = await plants();
    const configurationId = await create('Ours');
    const saved = await analyst.call(qualityEndpoints.assign, {
      body: { configurationId, siteIds: ['alma'], validFrom: '2026-01-10', validTo: null },
    });
    expect(saved.changes).toEqual([{ siteIds: ['alma'], startMs: Date.UTC(2026, 0, 9, 23), endMs: null }]);
    const days = await db.select({ siteId: dirtySiteDays.siteId, day: dirtySiteDays.day }).from(dirtySiteDays).orderBy(dirtySiteDays.day);
    expect(days[0]).toEqual({ siteId: 'alma', day: '2026-01-08' });
    expect(days.at(-1)).toEqual({ siteId: 'alma', day: '2026-01-15' });
    const { items } = await analyst.call(qualityEndpoints.list);
    expect(items).toMatchObject([
      { name: 'Ours', signalCount: 3, sites: [{ siteId: 'alma', siteName: 'alma', validFrom: '2026-01-10', validTo: null }] },
    ]);
    const record = await db.select().from(auditLog).where(eq(auditLog.action, 'qualityConfiguration.assign'));
    expect(record).toMatchObject([{ siteId: 'alma', entityId: configurationId }]);
  });

  test('keeps its versions, each from its day on, and tells them apart', async () => {
    const { analyst, create, db } = await plants();
    const configurationId = await create('Ours', 2);
    await analyst.call(qualityEndpoints.assign, { body: { configurationId, siteIds: ['alma'], ...SINCE_EVER } });
    await analyst.call(qualityEndpoints.save, {
      body: { configurationId, name: 'Ours', effectiveFrom: '2026-01-12', content: content(3) },
    });
    const rules = await loadQualityRules(db, 'alma' as never);
    expect(rules.on(localDay(2026, 1, 11)).signals).toHaveLength(2);
    expect(rules.on(localDay(2026, 1, 12)).signals).toHaveLength(3);
    expect(rules.changes.map(toIsoDate)).toEqual(['2026-01-12']);
    const details = await analyst.call(qualityEndpoints.get, { body: { configurationId } });
    expect(details.versions).toMatchObject([
      { version: 1, effectiveFrom: null },
      { version: 2, effectiveFrom: '2026-01-12' },
    ]);
    const compared = await analyst.call(qualityEndpoints.compare, { body: { configurationId, before: 1, after: 2 } });
    expect(compared.differences).toMatchObject([{ apCode: content(3).signals[2]?.apCode, method: null, kind: 'added' }]);
  });

  test('is not assigned to a site that follows another one, unless it is moved', async () => {
    const { analyst, create, db } = await plants();
    const [ours, theirs] = [await create('Ours'), await create('Theirs')];
    await analyst.call(qualityEndpoints.assign, { body: { configurationId: ours, siteIds: ['alma'], ...SINCE_EVER } });
    const body = { configurationId: theirs, siteIds: ['boda', 'alma'], validFrom: '2026-01-10', validTo: '2026-01-12' };
    const refused = await analyst.refusal(qualityEndpoints.assign, { body });
    expect(refused.issues).toEqual([
      {
        level: 'error',
        path: ['siteIds', 1],
        message: 'Configuration_Problem_SiteLinked',
        values: { site: 'alma', name: 'Ours', period: '… – …' },
        text: 'alma is already linked to Ours (… – …)',
      },
    ]);
    await analyst.call(qualityEndpoints.assign, { body: { ...body, move: true } });
    const rows = await db
      .select()
      .from(qualitySites)
      .where(eq(qualitySites.siteId, 'alma' as never))
      .orderBy(qualitySites.validFrom);
    expect(rows.map(({ configurationId, validFrom, validTo }) => [configurationId, validFrom, validTo])).toEqual([
      [ours, '-infinity', '2026-01-10'],
      [theirs, '2026-01-10', '2026-01-12'],
      [ours, '2026-01-12', 'infinity'],
    ]);
  });

  test('that is followed is not deleted, and the refusal says where; after that it is', async () => {
    const { analyst, create } = await plants();
    const configurationId = await create('Ours');
    await analyst.call(qualityEndpoints.assign, { body: { configurationId, siteIds: ['alma', 'boda'], ...SINCE_EVER } });
    const refused = await analyst.refusal(qualityEndpoints.remove, { body: { configurationId } });
    expect(refused.issues[0]).toMatchObject({ message: 'Configuration_Problem_InUse', values: { name: 'Ours', where: 'alma, boda' } });
    await analyst.call(qualityEndpoints.unassign, { body: { configurationId, siteIds: ['alma', 'boda'] } });
    await analyst.call(qualityEndpoints.remove, { body: { configurationId } });
    expect((await analyst.call(qualityEndpoints.list)).items).toEqual([]);
  });

  test('that cannot be used is refused with everything that is wrong with it', async () => {
    const { analyst, create } = await plants();
    await create('Ours');
    const [signal] = content(1).signals;
    if (!signal) throw new RangeError('the usual rules have signals');
    const broken = {
      ...signal,
      internal: signal.internal
        .filter(({ method }) => method !== 'missing')
        .map((entry, index) => ({ ...entry, order: index + 1, ...(entry.method === 'flatline' && { attributes: { windowMinutes: 5 } }) })),
    };
    const refused = await analyst.refusal(qualityEndpoints.create, {
      body: { enterpriseId: 'solvind', name: 'OURS', content: { signals: [broken] } },
    });
    expect(refused.issues.map(({ message, values }) => [message, values?.method ?? values?.name])).toEqual([
      ['Configuration_Problem_NameTaken', 'OURS'],
      ['QualityConfiguration_Problem_attributeOutOfBounds', 'flatline'],
      ['QualityConfiguration_Problem_mandatoryMissing', 'missing'],
    ]);
  });

  test('belongs to its enterprise: others neither read nor change it, and it is for its own sites only', async () => {
    const { as, analyst, create } = await plants();
    const configurationId = await create('Ours');
    const stranger = await as({ of: 'other', role: 'analyst' });
    expect((await stranger.call(qualityEndpoints.list)).items).toEqual([]);
    const asked = [
      stranger.refusal(qualityEndpoints.get, { body: { configurationId } }),
      stranger.refusal(qualityEndpoints.compare, { body: { configurationId, before: 1, after: 1 } }),
      stranger.refusal(qualityEndpoints.save, { body: { configurationId, name: 'Mine', effectiveFrom: null, content: content() } }),
      stranger.refusal(qualityEndpoints.remove, { body: { configurationId } }),
      stranger.refusal(qualityEndpoints.assign, { body: { configurationId, siteIds: ['foreign'], ...SINCE_EVER } }),
      stranger.refusal(qualityEndpoints.unassign, { body: { configurationId, siteIds: ['foreign'] } }),
      stranger.refusal(qualityEndpoints.create, { body: { enterpriseId: 'solvind', name: 'Mine', content: content() } }),
    ];
    for (const answer of asked) expect((await answer).status).toBe(404);
    const refused = await analyst.refusal(qualityEndpoints.assign, { body: { configurationId, siteIds: ['foreign'], ...SINCE_EVER } });
    expect(refused.issues).toMatchObject([{ message: 'Configuration_Problem_SiteUnknown', values: { site: 'foreign' } }]);
    const viewer = await as({ of: 'solvind', role: 'viewer' });
    expect((await viewer.refusal(qualityEndpoints.list)).status).toBe(403);
  });
});

test('after any assignments a site follows one configuration at a time, and the last one sent', async () => {
  const { analyst, create, db } = await plants();
  const ids = [await create('A', 1), await create('B', 2), await create('C', 3)];
  const date = (day: number | null) => (day === null ? null : `2026-01-${String(day).padStart(2, '0')}`);
  const arbitraryCommand = fc
    .record({
      which: fc.integer({ min: 0, max: 2 }),
      from: fc.option(fc.integer({ min: 1, max: 9 })),
      to: fc.option(fc.integer({ min: 2, max: 10 })),
    })
    .filter(({ from, to }) => from === null || to === null || from < to);
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryCommand, { minLength: 1, maxLength: 6 }), async (commands) => {
      await db.delete(qualitySites);
      const expected = new Map<number, number>();
      for (const { which, from, to } of commands) {
        const body = { configurationId: ids[which] ?? '', siteIds: ['alma'], validFrom: date(from), validTo: date(to), move: true };
        await analyst.call(qualityEndpoints.assign, { body });
        for (let day = 0; day <= 11; day++) if (day >= (from ?? 0) && day < (to ?? 99)) expected.set(day, which);
      }
      const spans = await db.select().from(qualitySites);
      for (const [index, span] of spans.entries()) expect(spans.slice(index + 1).some((other) => spansOverlap(span, other))).toBe(false);
      const rules = await loadQualityRules(db, 'alma' as never);
      for (let day = 0; day <= 11; day++) {
        const which = expected.get(day);
        const found = rules.on(localDay(2026, 1, 1) + day - 1).signals.length;
        expect(found).toBe(which === undefined ? defaultQualityConfiguration().signals.length : which + 1);
      }
    }),
    { numRuns: 25 },
  );
});

test('a save is refused when another user saved meanwhile, keeps why it was made, and a new name makes no version', async () => {
  const { analyst, create } = await plants();
  const configurationId = await create('Ours');
  const first = await analyst.call(qualityEndpoints.get, { body: { configurationId } });
  const body = { configurationId, name: 'Ours', effectiveFrom: '2026-01-05', content: content() };
  const seenRevision = first.revision.id;
  await analyst.call(qualityEndpoints.save, { body: { ...body, seenRevision, note: 'Tighter range' } });
  const stale = await analyst.refusal(qualityEndpoints.save, { body: { ...body, seenRevision } });
  expect(stale.code).toBe('configuration.changed');
  expect((await analyst.refusal(qualityEndpoints.remove, { body: { configurationId, seenRevision } })).code).toBe('configuration.changed');
  const second = await analyst.call(qualityEndpoints.get, { body: { configurationId } });
  expect(second.versions.map(({ note }) => note)).toEqual(['', 'Tighter range']);
  await analyst.call(qualityEndpoints.save, { body: { ...body, name: 'Theirs', seenRevision: second.revision.id } });
  const renamed = await analyst.call(qualityEndpoints.get, { body: { configurationId } });
  expect([renamed.name, renamed.versions.length]).toEqual(['Theirs', 2]);
});
