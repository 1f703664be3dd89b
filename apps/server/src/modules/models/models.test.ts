import type { BodyOf } from '@solvane/contract/endpoint';
import {
  budgetEndpoints,
  expectedCoefficientEndpoints,
  powerCurveEndpoints,
  referenceTurbineEndpoints,
  tariffEndpoints,
} from '@solvane/contract/models';
import { localDay } from '@solvane/energy/time/local-day';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { referenceTurbines } from '../../db/schema/models.ts';
import { createSeriesRegistry } from '../../signals/series-registry.ts';
import { type TestApp, type TestClient, testApp } from '../../testing/test-app.ts';
import { loadCoefficients, loadCurves, loadReferenceTurbines, loadTariffs } from './site-models.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const MAY_MS = Date.UTC(2026, 4, 1);

const curve: BodyOf<typeof powerCurveEndpoints.save> = {
  id: null,
  enterpriseId: 'solvind' as never,
  name: 'V90',
  type: 'Nominal',
  points: [
    { windSpeed: 25, power: 2000 },
    { windSpeed: 3, power: 0 },
    { windSpeed: 13, power: 2000 },
  ],
  airDensity: 1.225,
  airDensityMin: 0,
  airDensityMax: 2,
  windDirectionMin: 0,
  windDirectionMax: 360,
  dayRange: null,
  timeRange: null,
  effectiveStartMs: null,
  effectiveEndMs: null,
  resolutionMinutes: null,
  segmentIds: ['WT1' as never],
};

async function windFarm(): Promise<TestApp & { analyst: TestClient; stranger: TestClient; viewer: TestClient }> {
  const app = await testApp({ nowMs: NOW_MS });
  await app.given.site({ id: 'ridge', name: 'Ridge', enterpriseId: 'solvind', energyType: 'Wind' });
  for (const id of ['WT1', 'WT2', 'WT3']) await app.given.segment({ siteId: 'ridge', id, segmentType: 'WindTurbine' });
  await app.given.site({ id: 'foreign', enterpriseId: 'other' });
  await app.given.segment({ siteId: 'foreign', id: 'FOREIGN' });
  const [analyst, stranger, viewer] = await Promise.all([
    app.as({ of: 'solvind', role: 'analyst' }),
    app.as({ of: 'other', role: 'analyst' }),
    app.as({ of: 'solvind', role: 'viewer' }),
  ]);
  return { ...app, analyst, stranger, viewer };
}

const siteId = 'ridge' as never;

describe('power curves', () => {
  test('are assigned to turbines, in order of the wind', async () => {
    const { analyst, db, viewer } = await windFarm();
    const saved = await analyst.call(powerCurveEndpoints.save, { body: { ...curve, effectiveStartMs: MAY_MS } });
    expect(saved.changes).toEqual([{ siteIds: ['ridge'], startMs: MAY_MS, endMs: null }]);
    const [loaded] = (await loadCurves(db, siteId)).get('WT1') ?? [];
    expect(loaded).toMatchObject({ id: saved.id, effectiveStartMs: MAY_MS, effectiveEndMs: Number.POSITIVE_INFINITY });
    expect([...(loaded?.curve.windSpeed ?? [])]).toEqual([3, 13, 25]);
    expect((await viewer.call(powerCurveEndpoints.search, { body: {} })).items).toMatchObject([{ name: 'V90', segmentIds: ['WT1'] }]);
    await analyst.call(powerCurveEndpoints.save, { body: { ...curve, id: saved.id, segmentIds: [] } });
    expect(await loadCurves(db, siteId)).toEqual(new Map());
    const removed = await analyst.call(powerCurveEndpoints.remove, { body: { id: saved.id } });
    expect(removed.changes).toEqual([]);
    expect((await viewer.call(powerCurveEndpoints.search, { body: {} })).items).toEqual([]);
  });

  test('of one type for one turbine under the same conditions do not hold at the same time', async () => {
    const { analyst } = await windFarm();
    await analyst.call(powerCurveEndpoints.save, { body: { ...curve, effectiveEndMs: MAY_MS } });
    const other = { ...curve, name: 'V90 retrofit', segmentIds: ['WT2', 'WT1'] as never[] };
    const refused = await analyst.refusal(powerCurveEndpoints.save, { body: { ...other, effectiveStartMs: MAY_MS - 1 } });
    expect(refused.issues).toMatchObject([
      {
        path: ['segmentIds', 1],
        message: 'PowerCurve_Problem_Overlap',
        values: { device: 'WT1', name: 'V90', period: '… – 2026-05-01T00:00' },
      },
    ]);
    await analyst.call(powerCurveEndpoints.save, { body: { ...other, effectiveStartMs: MAY_MS } });
    await analyst.call(powerCurveEndpoints.save, { body: { ...other, name: 'By night', timeRange: { fromMinute: 0, toMinute: 360 } } });
  });

  test('that make no sense, or name unknown turbines, are refused with all of it', async () => {
    const { analyst } = await windFarm();
    await analyst.call(powerCurveEndpoints.save, { body: curve });
    const refused = await analyst.refusal(powerCurveEndpoints.save, {
      body: {
        ...curve,
        name: 'v90',
        points: [...curve.points, { windSpeed: 13, power: 1 }],
        airDensityMax: 0,
        segmentIds: ['WT9', 'FOREIGN'] as never[],
      },
    });
    expect(refused.issues.map(({ message, values }) => [message, Object.values(values ?? {})[0]])).toEqual([
      ['Configuration_Problem_DeviceUnknown', 'WT9'],
      ['Configuration_Problem_DeviceUnknown', 'FOREIGN'],
      ['PowerCurve_Problem_SpeedRepeated', 13],
      ['Configuration_Problem_RangeEmpty', 'airDensityMax'],
      ['Configuration_Problem_NameTaken', 'v90'],
    ]);
  });

  test('are those of the caller’s enterprises', async () => {
    const { analyst, stranger, viewer } = await windFarm();
    const { id } = await analyst.call(powerCurveEndpoints.save, { body: curve });
    expect((await stranger.call(powerCurveEndpoints.search, { body: {} })).items).toEqual([]);
    expect((await stranger.refusal(powerCurveEndpoints.save, { body: curve })).status).toBe(404);
    expect((await stranger.refusal(powerCurveEndpoints.save, { body: { ...curve, id, enterpriseId: 'other' } })).status).toBe(404);
    expect((await stranger.refusal(powerCurveEndpoints.remove, { body: { id } })).status).toBe(404);
    expect((await viewer.refusal(powerCurveEndpoints.save, { body: curve })).status).toBe(403);
  });

  test('a curve that turbines have is not deleted, and the refusal says where it is in use', async () => {
    const { analyst, given } = await windFarm();
    await given.site({ id: 'hill', name: 'Hill', enterpriseId: 'solvind', energyType: 'Wind' });
    await given.segment({ siteId: 'hill', id: 'H1', name: 'H-1', segmentType: 'WindTurbine' });
    const segmentIds = ['WT1', 'WT2', 'H1'] as never[];
    const { id } = await analyst.call(powerCurveEndpoints.save, { body: { ...curve, segmentIds } });
    const refused = await analyst.refusal(powerCurveEndpoints.remove, { body: { id } });
    expect(refused.issues).toMatchObject([
      { message: 'Configuration_Problem_InUse', values: { name: 'V90', where: 'Hill (H-1), Ridge (WT1, WT2)' } },
    ]);
    expect((await analyst.call(powerCurveEndpoints.get, { body: { id } })).segmentIds).toHaveLength(3);
  });

  test('each save is a version with its note, and a save on another revision is refused with who was first', async () => {
    const { analyst, as, stranger, viewer } = await windFarm();
    const other = await as({ of: 'solvind', role: 'admin' });
    const { id } = await analyst.call(powerCurveEndpoints.save, { body: { ...curve, note: 'From the data sheet' } });
    const seen = await analyst.call(powerCurveEndpoints.get, { body: { id } });
    expect(seen).toMatchObject({ name: 'V90', can: { edit: true }, hiddenCount: 0, uploadedBy: 'Test analyst' });
    const seenRevision = seen.revision.id;
    await other.call(powerCurveEndpoints.save, { body: { ...curve, id, airDensity: 1.1, seenRevision } });
    const late = await analyst.refusal(powerCurveEndpoints.save, { body: { ...curve, id, name: 'Late', seenRevision } });
    expect(late).toMatchObject({ code: 'configuration.changed', values: { changedBy: 'Test admin' } });
    expect((await analyst.refusal(powerCurveEndpoints.remove, { body: { id, seenRevision } })).code).toBe('configuration.changed');
    const { items } = await viewer.call(powerCurveEndpoints.versions, { body: { id } });
    expect(items.map(({ version, note, savedBy }) => [version, note, savedBy])).toEqual([
      [2, '', 'Test admin'],
      [1, 'From the data sheet', 'Test analyst'],
    ]);
    const first = await viewer.call(powerCurveEndpoints.version, { body: { id, version: 1 } });
    expect(first).toMatchObject({ airDensity: 1.225, segmentIds: ['WT1'] });
    expect((await viewer.call(powerCurveEndpoints.get, { body: { id } })).can.edit).toBe(false);
    for (const body of [{ id }, { id: '00000000-0000-4000-8000-000000000001' }]) {
      expect((await stranger.refusal(powerCurveEndpoints.get, { body })).status).toBe(404);
      expect((await stranger.refusal(powerCurveEndpoints.versions, { body })).status).toBe(404);
      expect((await stranger.refusal(powerCurveEndpoints.version, { body: { ...body, version: 1 } })).status).toBe(404);
    }
  });

  test('hours fit the intervals of the sites, days exist in every year, and a stated resolution is that of the sites', async () => {
    const { analyst } = await windFarm();
    const messagesOf = async (body: Partial<typeof curve>) =>
      (await analyst.refusal(powerCurveEndpoints.save, { body: { ...curve, ...body } })).issues.map(({ message }) => message);
    expect(await messagesOf({ timeRange: { fromMinute: 605, toMinute: 720 } })).toEqual(['PowerCurve_Problem_HourRange']);
    expect(await messagesOf({ dayRange: { from: 229, to: 1001 } })).toEqual(['PowerCurve_Problem_LeapDay']);
    expect(await messagesOf({ dayRange: { from: 101, to: 431 } })).toEqual(['PowerCurve_Problem_DayUnknown']);
    expect(await messagesOf({ resolutionMinutes: 15 })).toEqual(['PowerCurve_Problem_Resolution']);
    await analyst.call(powerCurveEndpoints.save, {
      body: { ...curve, resolutionMinutes: 10, timeRange: { fromMinute: 600, toMinute: 1440 }, dayRange: { from: 228, to: 1231 } },
    });
  });

  test('the turbines of sites in scope can be chosen, with what they are', async () => {
    const { analyst, db, given, stranger } = await windFarm();
    await given.metadata('WT2', { manufacturer: 'Vestas', model: 'V90' });
    const sent = (segmentId: string, apCode: string) => ({ siteId, segmentId: segmentId as never, apCode, calcType: 'Raw' });
    const registry = createSeriesRegistry({ db, now: () => NOW_MS });
    await registry.register([sent('WT2', 'ActivePower'), sent('WT3', 'ActivePower'), sent('WT3', 'NacelleWindSpeed')]);
    const { items } = await analyst.call(powerCurveEndpoints.turbines, { body: {} });
    expect(
      items.map(({ segmentId, siteName, model, stepMinutes, isMeasured }) => [segmentId, siteName, model, stepMinutes, isMeasured]),
    ).toEqual([
      ['WT1', 'Ridge', null, 10, false],
      ['WT2', 'Ridge', 'V90', 10, false],
      ['WT3', 'Ridge', null, 10, true],
    ]);
    expect((await stranger.call(powerCurveEndpoints.turbines, { body: { siteIds: [siteId] } })).items).toEqual([]);
  });
});

function months(from = '2026-01-01', coefficient: number | null = 0.9) {
  return Array.from({ length: 12 }, (_, index) => ({
    segmentId: 'WT1' as never,
    effectiveFrom: from,
    month: index + 1,
    coefficient,
    degradationPerYear: 0.005,
    minIrradiance: 20,
    acLimit: null,
  }));
}

describe('expected coefficients', () => {
  test('are replaced table by table; odd ones are kept with a warning', async () => {
    const { analyst, db, viewer } = await windFarm();
    await analyst.call(expectedCoefficientEndpoints.save, { body: { siteId, rows: [...months(), ...months('2026-03-01')] } });
    const saved = await analyst.call(expectedCoefficientEndpoints.save, { body: { siteId, rows: months('2026-03-01', 1) } });
    expect(saved.warnings).toMatchObject([{ level: 'warning', message: 'ExpectedCoefficients_Problem_allOne', values: { device: 'WT1' } }]);
    expect(saved.changes).toEqual([{ siteIds: ['ridge'], startMs: Date.UTC(2026, 1, 28, 23), endMs: null }]);
    const loaded = await loadCoefficients(db, siteId);
    expect(loaded).toHaveLength(24);
    expect(loaded[12]).toEqual({
      deviceId: 'WT1',
      effectiveFrom: localDay(2026, 3, 1),
      month: 1,
      coefficient: 1,
      degradationPerYear: 0.005,
      minIrradiance: 20,
    });
    expect((await viewer.call(expectedCoefficientEndpoints.read, { body: { siteId } })).rows).toHaveLength(24);
  });

  test('with a month missing, out of bounds or of an unknown device are refused', async () => {
    const { analyst, stranger, viewer } = await windFarm();
    const rows = [...months().slice(1), ...months('2026-03-01', 2), ...months().map((row) => ({ ...row, segmentId: 'FOREIGN' as never }))];
    const refused = await analyst.refusal(expectedCoefficientEndpoints.save, { body: { siteId, rows } });
    expect(refused.issues.map(({ message }) => message)).toEqual([
      'Configuration_Problem_DeviceUnknown',
      'ExpectedCoefficients_Problem_monthMissing',
      'ExpectedCoefficients_Problem_outOfRange',
    ]);
    expect((await stranger.refusal(expectedCoefficientEndpoints.save, { body: { siteId, rows: months() } })).status).toBe(404);
    expect((await stranger.refusal(expectedCoefficientEndpoints.read, { body: { siteId } })).status).toBe(404);
    expect((await viewer.refusal(expectedCoefficientEndpoints.save, { body: { siteId, rows: months() } })).status).toBe(403);
  });
});

describe('budgets', () => {
  const year = (number: number) =>
    Array.from({ length: 12 }, (_, index) => ({
      ...{ year: number, month: index + 1, energyKwh: 1000, energyP75Kwh: 950, energyP90Kwh: 900, resource: null, windSpeed: null },
      ...{ cellTemperature: 38, performanceRatio: null, availability: 98, pricePerMwh: null },
    }));

  test('are kept once per year, and replaced only when asked to', async () => {
    const { analyst, stranger, viewer } = await windFarm();
    await analyst.call(budgetEndpoints.save, { body: { siteId, rows: year(2026) } });
    const refused = await analyst.refusal(budgetEndpoints.save, { body: { siteId, rows: [...year(2026), ...year(2027)] } });
    expect(refused.issues).toMatchObject([{ message: 'Budget_Problem_YearTaken', values: { year: '2026' } }]);
    await analyst.call(budgetEndpoints.save, { body: { siteId, replace: true, rows: year(2026).slice(0, 2) } });
    expect((await viewer.call(budgetEndpoints.read, { body: { siteId } })).rows).toEqual(year(2026).slice(0, 2));
    const twice = await analyst.refusal(budgetEndpoints.save, { body: { siteId, rows: [...year(2028), ...year(2028).slice(3, 4)] } });
    expect(twice.issues).toMatchObject([{ message: 'Budget_Problem_MonthTwice', values: { year: '2028', month: 4 } }]);
    const rising = [{ ...year(2029)[0], energyP75Kwh: null, energyP90Kwh: 1001 }] as never[];
    const quantiles = await analyst.refusal(budgetEndpoints.save, { body: { siteId, rows: rising } });
    expect(quantiles.issues).toMatchObject([{ message: 'Budget_Problem_Quantiles', values: { year: '2029', month: 1 } }]);
    expect((await analyst.refusal(budgetEndpoints.save, { body: { siteId, rows: [] } })).status).toBe(400);
    const negative = [{ ...year(2029)[0], energyKwh: -1 }] as never[];
    expect((await analyst.refusal(budgetEndpoints.save, { body: { siteId, rows: negative } })).status).toBe(400);
    expect((await stranger.refusal(budgetEndpoints.read, { body: { siteId } })).status).toBe(404);
    expect((await stranger.refusal(budgetEndpoints.save, { body: { siteId, rows: year(2030) } })).status).toBe(404);
    expect((await viewer.refusal(budgetEndpoints.save, { body: { siteId, rows: year(2030) } })).status).toBe(403);
  });
});

describe('tables of a site', () => {
  const budget = (month: number, energyKwh = 1000) => ({ year: 2026, month, energyKwh, resource: null });

  test('have a history, and a save on an older state is refused with the name of who changed it', async () => {
    const { analyst, as, stranger, viewer } = await windFarm();
    const other = await as({ of: 'solvind', role: 'admin' });
    const seen = await analyst.call(budgetEndpoints.read, { body: { siteId } });
    expect([seen.canEdit, (await viewer.call(budgetEndpoints.read, { body: { siteId } })).canEdit]).toEqual([true, false]);
    const seenRevision = seen.revision.id;
    const body = { siteId, rows: [budget(1), budget(2)], replace: true, seenRevision };
    await other.call(budgetEndpoints.save, { body: { ...body, note: 'Board decision' } });
    const late = await analyst.refusal(budgetEndpoints.save, { body });
    expect(late).toMatchObject({ code: 'configuration.changed', values: { changedBy: 'Test admin' } });
    const { items } = await viewer.call(budgetEndpoints.versions, { body: { siteId } });
    expect(items.map(({ version, note, savedBy }) => [version, note, savedBy])).toEqual([
      [2, 'Board decision', 'Test admin'],
      [1, '', ''],
    ]);
    const second = await viewer.call(budgetEndpoints.version, { body: { siteId, version: 2 } });
    expect(second.rows.map(({ month }) => month)).toEqual([1, 2]);
    expect((await viewer.call(budgetEndpoints.version, { body: { siteId, version: 1 } })).rows).toEqual([]);
    expect((await viewer.refusal(budgetEndpoints.version, { body: { siteId, version: 3 } })).status).toBe(404);
    expect((await stranger.refusal(budgetEndpoints.versions, { body: { siteId } })).status).toBe(404);
    expect((await stranger.refusal(budgetEndpoints.version, { body: { siteId, version: 1 } })).status).toBe(404);
  });

  test('lose a year, or a table of coefficients, that is removed', async () => {
    const { analyst, stranger } = await windFarm();
    await analyst.call(budgetEndpoints.save, { body: { siteId, rows: [budget(1), { ...budget(1), year: 2027 }] } });
    const saved = await analyst.call(budgetEndpoints.save, { body: { siteId, rows: [], removeYears: [2026] } });
    // A year of the calendar in Stockholm.
    expect(saved.changes).toEqual([{ siteIds: ['ridge'], startMs: Date.UTC(2025, 11, 31, 23), endMs: Date.UTC(2026, 11, 31, 23) }]);
    expect((await analyst.call(budgetEndpoints.read, { body: { siteId } })).rows.map(({ year }) => year)).toEqual([2027]);

    await analyst.call(expectedCoefficientEndpoints.save, { body: { siteId, rows: [...months(), ...months('2026-03-01')] } });
    const remove = [{ segmentId: 'WT1' as never, effectiveFrom: '2026-03-01' }];
    const removed = await analyst.call(expectedCoefficientEndpoints.save, { body: { siteId, rows: [], remove } });
    expect(removed.changes).toEqual([{ siteIds: ['ridge'], startMs: Date.UTC(2026, 1, 28, 23), endMs: null }]);
    const left = await analyst.call(expectedCoefficientEndpoints.read, { body: { siteId } });
    expect(new Set(left.rows.map(({ effectiveFrom }) => effectiveFrom))).toEqual(new Set(['2026-01-01']));
    const { items } = await analyst.call(expectedCoefficientEndpoints.versions, { body: { siteId } });
    expect(items.map(({ version }) => version)).toEqual([3, 2, 1]);
    const second = await analyst.call(expectedCoefficientEndpoints.version, { body: { siteId, version: 2 } });
    expect(second.rows).toHaveLength(24);
    const foreign = [{ segmentId: 'FOREIGN' as never, effectiveFrom: '2026-03-01' }];
    const refused = await analyst.refusal(expectedCoefficientEndpoints.save, { body: { siteId, rows: [], remove: foreign } });
    expect(refused.issues).toMatchObject([{ message: 'Configuration_Problem_DeviceUnknown' }]);
    expect((await stranger.refusal(expectedCoefficientEndpoints.versions, { body: { siteId } })).status).toBe(404);
    expect((await stranger.refusal(expectedCoefficientEndpoints.version, { body: { siteId, version: 1 } })).status).toBe(404);
  });
});

describe('reference turbines', () => {
  const ranked = (effectiveFrom: string | null, ...ids: readonly string[]) => ({
    segmentId: 'WT1' as never,
    effectiveFrom,
    references: ids.map((id, index) => ({ segmentId: id as never, rank: index + 1 })),
  });

  test('are asked in their order from their day on', async () => {
    const { analyst, db } = await windFarm();
    const rows = [ranked(null, 'WT2', 'WT3'), ranked('2026-03-01', 'WT3'), ranked('2026-04-01')];
    await analyst.call(referenceTurbineEndpoints.save, { body: { siteId, rows } });
    const references = await loadReferenceTurbines(db, siteId);
    expect(references.of('WT1', localDay(2026, 2, 28))).toEqual(['WT2', 'WT3']);
    expect(references.of('WT1', localDay(2026, 3, 1))).toEqual(['WT3']);
    expect(references.of('WT1', localDay(2026, 4, 1))).toBeUndefined();
    expect(references.changes).toEqual([localDay(2026, 3, 1), localDay(2026, 4, 1)]);
    expect((await analyst.call(referenceTurbineEndpoints.read, { body: { siteId } })).rows).toEqual(rows);
  });

  test('have a history, and a save on an older state is refused with the name of who changed it', async () => {
    const { analyst, as, stranger, viewer } = await windFarm();
    const other = await as({ of: 'solvind', role: 'admin' });
    const seen = await analyst.call(referenceTurbineEndpoints.read, { body: { siteId } });
    expect(seen.turbines.map(({ segmentId, latitude }) => [segmentId, latitude])).toEqual([
      ['WT1', null],
      ['WT2', null],
      ['WT3', null],
    ]);
    const seenRevision = seen.revision.id;
    await other.call(referenceTurbineEndpoints.save, { body: { siteId, rows: [ranked(null, 'WT2')], seenRevision, note: 'Wake' } });
    const late = await analyst.refusal(referenceTurbineEndpoints.save, { body: { siteId, rows: [ranked(null, 'WT3')], seenRevision } });
    expect(late).toMatchObject({ code: 'configuration.changed', values: { changedBy: 'Test admin' } });
    const { items } = await analyst.call(referenceTurbineEndpoints.versions, { body: { siteId } });
    expect(items.map(({ version, note, savedBy }) => [version, note, savedBy])).toEqual([
      [2, 'Wake', 'Test admin'],
      [1, '', ''],
    ]);
    expect((await analyst.call(referenceTurbineEndpoints.version, { body: { siteId, version: 2 } })).rows).toEqual([ranked(null, 'WT2')]);
    expect((await analyst.call(referenceTurbineEndpoints.version, { body: { siteId, version: 1 } })).rows).toEqual([]);
    expect((await stranger.refusal(referenceTurbineEndpoints.versions, { body: { siteId } })).status).toBe(404);
    expect((await stranger.refusal(referenceTurbineEndpoints.version, { body: { siteId, version: 1 } })).status).toBe(404);
    expect((await viewer.refusal(referenceTurbineEndpoints.versions, { body: { siteId } })).status).toBe(403);
  });

  test('are never the turbine itself, ranked twice, with gaps or unknown', async () => {
    const { analyst, stranger, viewer } = await windFarm();
    const gap = { ...ranked('2026-03-01'), references: [{ segmentId: 'WT2' as never, rank: 2 }] };
    const rows = [ranked(null, 'WT1'), gap, ranked('2026-05-01', 'WT2', 'WT2'), ranked('2026-06-01', 'FOREIGN')];
    const refused = await analyst.refusal(referenceTurbineEndpoints.save, { body: { siteId, rows } });
    expect(refused.issues.map(({ message }) => message)).toEqual([
      'Configuration_Problem_DeviceUnknown',
      'ReferenceTurbines_Problem_ownReference',
      'ReferenceTurbines_Problem_rankGap',
      'ReferenceTurbines_Problem_referenceRepeated',
    ]);
    expect((await stranger.refusal(referenceTurbineEndpoints.read, { body: { siteId } })).status).toBe(404);
    expect((await stranger.refusal(referenceTurbineEndpoints.save, { body: { siteId, rows } })).status).toBe(404);
    expect((await viewer.refusal(referenceTurbineEndpoints.read, { body: { siteId } })).status).toBe(403);
  });

  test('on any day are those that began last, in whatever order they were sent', async () => {
    const { analyst, db } = await windFarm();
    const arbitraryCommand = fc.record({
      day: fc.option(fc.integer({ min: 1, max: 9 })),
      ids: fc.constantFrom(['WT2'], ['WT3'], ['WT3', 'WT2'], []),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryCommand, { minLength: 1, maxLength: 6 }), async (commands) => {
        await db.delete(referenceTurbines);
        const sent = new Map<number, readonly string[]>();
        for (const { day, ids } of commands) {
          const rows = [ranked(day === null ? null : `2026-01-0${day}`, ...ids)];
          await analyst.call(referenceTurbineEndpoints.save, { body: { siteId, rows } });
          sent.set(day ?? 0, ids);
        }
        const references = await loadReferenceTurbines(db, siteId);
        for (let day = 0; day <= 10; day++) {
          const began = [...sent.keys()].filter((start) => start <= day).sort((a, b) => b - a)[0];
          const expected = began === undefined ? [] : (sent.get(began) ?? []);
          expect(references.of('WT1', localDay(2026, 1, 1) + day - 1) ?? []).toEqual(expected);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('prices', () => {
  const fixed = (validFromMs: number, price: number, currency = 'EUR') => ({
    validFromMs,
    currency,
    price: { kind: 'fixed' as const, price },
  });

  test('hold until the next ones begin, and only that time is recalculated', async () => {
    const { analyst, db, viewer } = await windFarm();
    await analyst.call(tariffEndpoints.save, { body: { siteId, tariff: fixed(MAY_MS, 45) } });
    const saved = await analyst.call(tariffEndpoints.save, { body: { siteId, tariff: fixed(0, 40) } });
    expect(saved.changes).toEqual([{ siteIds: ['ridge'], startMs: 0, endMs: MAY_MS }]);
    expect(await loadTariffs(db, siteId)).toEqual([
      { validFromMs: 0, price: { kind: 'fixed', price: 40 } },
      { validFromMs: MAY_MS, price: { kind: 'fixed', price: 45 } },
    ]);
    await analyst.call(tariffEndpoints.remove, { body: { siteId, validFromMs: MAY_MS } });
    expect((await viewer.call(tariffEndpoints.read, { body: { siteId } })).items).toEqual([fixed(0, 40)]);
    expect((await analyst.refusal(tariffEndpoints.remove, { body: { siteId, validFromMs: MAY_MS } })).status).toBe(404);
  });

  test('of a site are in one currency, and a series rises', async () => {
    const { analyst, stranger, viewer } = await windFarm();
    await analyst.call(tariffEndpoints.save, { body: { siteId, tariff: fixed(0, 40) } });
    const points = [MAY_MS, MAY_MS].map((fromMs) => ({ fromMs, price: 1 }));
    const refused = await analyst.refusal(tariffEndpoints.save, {
      body: { siteId, tariff: { validFromMs: 1, currency: 'SEK', price: { kind: 'series', points } } },
    });
    expect(refused.issues).toMatchObject([
      { message: 'Tariff_Problem_Order', values: { point: 2 } },
      { message: 'Tariff_Problem_Currency', values: { currency: 'EUR' } },
    ]);
    expect((await stranger.refusal(tariffEndpoints.read, { body: { siteId } })).status).toBe(404);
    expect((await stranger.refusal(tariffEndpoints.save, { body: { siteId, tariff: fixed(1, 1) } })).status).toBe(404);
    expect((await stranger.refusal(tariffEndpoints.remove, { body: { siteId, validFromMs: 0 } })).status).toBe(404);
    expect((await viewer.refusal(tariffEndpoints.save, { body: { siteId, tariff: fixed(1, 1) } })).status).toBe(403);
  });

  test('are replaced as a whole, and only where another price holds anything is recalculated', async () => {
    const { analyst, db, stranger, viewer } = await windFarm();
    const june = Date.UTC(2026, 5, 1);
    await analyst.call(tariffEndpoints.replace, { body: { siteId, items: [fixed(0, 40), fixed(MAY_MS, 45)] } });
    const seenRevision = (await analyst.call(tariffEndpoints.read, { body: { siteId } })).revision.id;
    const prices = new Array<number | null>(12 * 7 * 24).fill(null);
    const calendar = { validFromMs: june, currency: 'EUR', price: { kind: 'calendar' as const, prices } };
    const empty = await analyst.refusal(tariffEndpoints.replace, { body: { siteId, items: [fixed(0, 40), calendar] } });
    expect(empty.issues).toMatchObject([{ message: 'Tariff_Problem_Empty', path: ['items', 1, 'price', 'prices'] }]);
    prices.fill(-5, 0, 24);
    const saved = await analyst.call(tariffEndpoints.replace, {
      body: { siteId, items: [fixed(0, 40), calendar, fixed(MAY_MS, 46)], seenRevision },
    });
    expect(saved.changes).toEqual([{ siteIds: ['ridge'], startMs: MAY_MS, endMs: null }]);
    expect((await loadTariffs(db, siteId)).map(({ validFromMs }) => validFromMs)).toEqual([0, MAY_MS, june]);
    const late = await analyst.refusal(tariffEndpoints.replace, { body: { siteId, items: [], seenRevision } });
    expect(late.code).toBe('configuration.changed');
    const twice = await analyst.refusal(tariffEndpoints.replace, { body: { siteId, items: [fixed(0, 1), fixed(0, 2, 'SEK')] } });
    expect(twice.issues.map(({ message }) => message)).toEqual(['Tariff_Problem_Currency', 'Tariff_Problem_Twice']);
    const { items } = await viewer.call(tariffEndpoints.versions, { body: { siteId } });
    expect(items.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect((await viewer.call(tariffEndpoints.version, { body: { siteId, version: 2 } })).items).toEqual([fixed(0, 40), fixed(MAY_MS, 45)]);
    expect((await viewer.refusal(tariffEndpoints.replace, { body: { siteId, items: [] } })).status).toBe(403);
    expect((await stranger.refusal(tariffEndpoints.replace, { body: { siteId, items: [] } })).status).toBe(404);
    expect((await stranger.refusal(tariffEndpoints.versions, { body: { siteId } })).status).toBe(404);
    expect((await stranger.refusal(tariffEndpoints.version, { body: { siteId, version: 1 } })).status).toBe(404);
  });
});
