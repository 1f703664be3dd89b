import type { RequestOf } from '@solvane/contract/endpoint';
import { type SiteId, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import type { PeriodMetricId } from '@solvane/contract/metric-ids';
import { metricValueEndpoints } from '@solvane/contract/metric-values';
import type { AccountedEvent } from '@solvane/energy/site-day/availability/day-account';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sites } from '../../db/schema/fleet.ts';
import { siteDays } from '../../db/schema/site-days.ts';
import { pointKindOf } from '../../signals/series-registry.ts';
import { openPlant, type Plant } from '../signals/testing/plant.ts';

/** Acceptance vectors of metrics of several sites or devices, read back from the endpoint. */
const DAY = '2026-01-13';
const DAY_MS = Date.UTC(2026, 0, 13);
const HOUR_MS = 3_600_000;
const period = { fromDay: '2026-01-13', toDay: '2026-01-15' };

type Body = RequestOf<typeof metricValueEndpoints.values>['body'];

const near = (value: number) => expect.closeTo(value, 5);

test('a ratio of two sites is that of their sums, and stands against its budget in points (vector A1)', async () => {
  const plant = await openPlant();
  await givenSites(plant, { a: {}, b: {} });
  await givenComputed(plant, 'a', 'PerformanceRatio', { value: (100 * 4200) / 5000, weight: 5000 });
  await givenComputed(plant, 'b', 'PerformanceRatio', { value: (100 * 1700) / 2300, weight: 2300 });
  const { rows, totals } = await ask(plant, { siteIds: ids('a', 'b'), metricIds: ['pr'], groupBy: 'each' });
  expect(totals).toMatchObject([{ value: near(80.821918), numerator: near(5900), denominator: near(7300), have: 2, of: 2, unit: '%' }]);
  expect(rows.map(({ value }) => value)).toEqual([near(84), near(73.913043)]);
});

test('revenue has one sum for each currency, without those that have no price (vector A5)', async () => {
  const plant = await openPlant();
  await givenSites(plant, { a: { currency: 'EUR' }, b: { currency: 'USD' }, c: { currency: 'EUR' }, d: { currency: 'EUR' } });
  await givenComputed(plant, 'a', 'Revenue', { value: 6_000 });
  await givenComputed(plant, 'b', 'Revenue', { value: 5_000 });
  await givenComputed(plant, 'd', 'Revenue', { value: -200 });
  const { rows, totals } = await ask(plant, { siteIds: ids('a', 'b', 'c', 'd'), metricIds: ['revenue'], groupBy: 'each' });
  expect(rows.map(({ key, value, unit, reason }) => [key, value, unit, reason])).toEqual([
    ['a', near(6_000), 'EUR', null],
    ['b', near(5_000), 'USD', null],
    ['c', null, 'EUR', 'noPrice'],
    ['d', near(-200), 'EUR', null],
  ]);
  expect(totals.map(({ value, currency, have, of }) => [value, currency, have, of])).toEqual([
    [near(5_800), 'EUR', 2, 3],
    [near(5_000), 'USD', 1, 1],
  ]);
});

test('failures and the times between and of them are those of all turbines, also of one without failures (vector A9)', async () => {
  const plant = await openPlant();
  const { given } = plant;
  await given.site({ id: 'wind', enterpriseId: 'solvind', name: 'Wind', energyType: 'Wind', timezone: 'UTC' });
  for (const name of ['wt-1', 'wt-2', 'wt-3']) {
    await given.segment({ siteId: 'wind', id: name, name, segmentType: 'WindTurbine' });
    await given.metadata(name, { capacityAc: 2_000 });
  }
  const availableHours = { 'wt-1': 700, 'wt-2': 690, 'wt-3': 610 };
  for (const [name, hours] of Object.entries(availableHours))
    await givenComputed(plant, 'wind', 'TimeAvailability', {
      segmentId: name,
      calcType: 'Technical',
      value: 100,
      weight: hours * 3600 * 2_000,
    });
  const outage = (ownerId: string, fromHour: number, hours: number) => booked({ ownerId, fromHour, hours, timeCategory: 'FO' });
  // That of thirty hours is cut by midnight; what lasts less than five minutes is no failure.
  await givenDay(plant, 'wind', DAY, [outage('wt-1', 1, 6), outage('wt-2', 10, 14), outage('wt-3', 1, 0.05)]);
  await givenDay(plant, 'wind', '2026-01-14', [outage('wt-1', 25, 4), outage('wt-2', 24, 16)]);
  const metricIds: PeriodMetricId[] = ['failures', 'mtbf', 'mttr'];
  const turbines = ['wt-1', 'wt-2', 'wt-3'].map((id) => segmentIdSchema.parse(id));
  const { rows, totals } = await ask(plant, { segmentIds: turbines, metricIds, groupBy: 'each' });
  const of = (key: string) => rows.filter((row) => row.key === key).map(({ value, reason }) => [value, reason]);
  expect(of('wt-1')).toEqual([
    [2, null],
    [near(350), null],
    [near(5), null],
  ]);
  expect(of('wt-2')).toEqual([
    [1, null],
    [near(690), null],
    [near(30), null],
  ]);
  expect(of('wt-3')).toEqual([
    [0, null],
    [null, 'noFailures'],
    [null, 'noFailures'],
  ]);
  expect(totals.map(({ value }) => value)).toEqual([3, near((700 + 690 + 610) / 3), near(40 / 3)]);
  const two = await ask(plant, { segmentIds: turbines.slice(0, 2), metricIds });
  expect(two.totals.map(({ value }) => value)).toEqual([3, near(463.333333), near(13.333333)]);
  const site = await ask(plant, { siteIds: ids('wind'), metricIds });
  expect(site.totals.map(({ value, numerator }) => [value, numerator])).toEqual([
    [3, 3],
    [near(2000 / 3), near(2000)],
    [near(40 / 3), near(40)],
  ]);
});

test('CO2 is avoided by the factor of each site on each day, and a site without one is counted out (vector A9)', async () => {
  const plant = await openPlant();
  await givenSites(plant, { a: {}, b: {}, c: {} });
  for (const [id, kwh] of [
    ['a', 120_000],
    ['b', 80_000],
    ['c', 10_000],
  ] as const)
    await givenComputed(plant, id, 'ActiveEnergy', { calcType: 'Validated', value: kwh, everyInterval: true });
  await plant.given.metadata(segmentOf('a'), { co2Factor: 400 });
  await plant.given.metadata(segmentOf('b'), { co2Factor: 50 });
  const oneDay = { fromDay: DAY, toDay: '2026-01-14' };
  const { rows, totals } = await ask(plant, { siteIds: ids('a', 'b', 'c'), metricIds: ['co2Avoided'], groupBy: 'each', period: oneDay });
  expect(rows.map(({ key, value, unit, reason }) => [key, value, unit, reason])).toEqual([
    ['a', near(48), 't', null],
    ['b', near(4), 't', null],
    ['c', null, 't', 'noFactor'],
  ]);
  expect(totals).toMatchObject([{ value: near(52), have: 2, of: 3 }]);
});

test('curtailed time is weighed by rating', async () => {
  const plant = await openPlant();
  await givenSites(plant, { a: { ratedPowerKw: 1_000 }, b: { ratedPowerKw: 3_000 } });
  const of = (id: string, hours: number) =>
    booked({ ownerId: segmentOf(id), fromHour: 1, hours, timeCategory: 'RQ', eventType: 'Curtailment', ratedHours: hours * 1_000 });
  await givenDay(plant, 'a', DAY, [of('a', 4)]);
  await givenDay(plant, 'b', DAY, [of('b', 6)]);
  const { rows, totals } = await ask(plant, { siteIds: ids('a', 'b'), metricIds: ['curtailedHours'], groupBy: 'each' });
  expect(rows.map(({ value }) => value)).toEqual([near(4), near(2)]);
  expect(totals).toMatchObject([{ value: near(2.5), numerator: near(10_000), denominator: near(4_000) }]);
});

test('devices are counted by what they do now', async () => {
  const plant = await openPlant();
  const metricIds: PeriodMetricId[] = ['devices.NoData', 'devices.Running'];
  const { totals } = await ask(plant, { siteIds: ids('plant'), metricIds });
  expect(totals.map(({ value }) => value)).toEqual([2, 0]);
});

function ask({ user }: Plant, body: Partial<Body> & Pick<Body, 'metricIds'>) {
  return user.call(metricValueEndpoints.values, { body: { period, ...body } });
}

function ids(...names: string[]): SiteId[] {
  return names.map((name) => siteIdSchema.parse(name));
}

function segmentOf(siteId: string): string {
  return `${siteId}-root`;
}

interface SiteValues {
  currency?: string;
  ratedPowerKw?: number;
}

/** Computed on both days, with nothing booked. */
async function givenSites(plant: Plant, sitesById: Record<string, SiteValues>): Promise<void> {
  for (const [id, { currency, ratedPowerKw }] of Object.entries(sitesById)) {
    await plant.given.site({ id, enterpriseId: 'solvind', name: id, timezone: 'UTC', signalCalcPeriod: 'PT10M', energyType: 'PV' });
    if (currency !== undefined) await plant.given.metadata(segmentOf(id), { currency });
    if (ratedPowerKw !== undefined)
      await plant.db
        .update(sites)
        .set({ ratedPowerKw })
        .where(eq(sites.id, siteIdSchema.parse(id)));
    await givenDay(plant, id, '2026-01-12', []);
    await givenDay(plant, id, '2026-01-14', []);
  }
}

async function givenDay({ db }: Plant, id: string, day: string, events: AccountedEvent[]): Promise<void> {
  const unknown = { noData: 0, withoutExpectation: 0, unmonitored: 0 };
  const kept = { detected: [], evidence: {}, walk: {} as never, account: { sources: {}, events, unknown } };
  await db.insert(siteDays).values({ siteId: siteIdSchema.parse(id), day, computedAtMs: 0, horizonMs: 0, configurationHash: '', ...kept });
}

interface Booked {
  ownerId: string;
  fromHour: number;
  hours: number;
  timeCategory: AccountedEvent['timeCategory'];
  eventType?: AccountedEvent['eventType'];
  ratedHours?: number;
}

function booked({ ownerId, fromHour, hours, timeCategory, eventType = 'Downtime', ratedHours = 0 }: Booked): AccountedEvent {
  const startMs = DAY_MS + fromHour * HOUR_MS;
  return {
    ...{ ownerId, id: `${ownerId} ${fromHour}`, code: '1', category: '', eventType, timeCategory, source: 'Wind' },
    ...{ startMs, endMs: startMs + hours * HOUR_MS, devices: 1, amounts: [ratedHours, 0, 0, 0, 0, 0] },
  };
}

interface Computed {
  /** Default: the site. */
  segmentId?: string;
  calcType?: string;
  value: number;
  weight?: number;
  /** The value in equal parts over every interval of the day. */
  everyInterval?: boolean;
}

/** A value of the first day as a computation leaves it behind. */
async function givenComputed(
  { deps }: Plant,
  siteId: string,
  apCode: string,
  { segmentId = segmentOf(siteId), calcType = 'Calculated', value, weight = 0, everyInterval = false }: Computed,
): Promise<void> {
  const key = { siteId: siteIdSchema.parse(siteId), segmentId: segmentIdSchema.parse(segmentId), apCode, calcType };
  const [series = 0] = await deps.signals.registry.register([key]);
  const count = everyInterval ? 144 : 1;
  const columns = {
    series: new Uint32Array(count).fill(series),
    timesMs: Float64Array.from({ length: count }, (_, i) => DAY_MS + i * 600_000),
    values: new Float64Array(count).fill(value / count),
  };
  const { store } = deps.signals;
  const whole = { startMs: DAY_MS, endMs: DAY_MS + 24 * HOUR_MS };
  if (pointKindOf(calcType) === 'validated')
    await store.replaceComputed({
      ...whole,
      validated: { series: [series], points: { ...columns, flags: new Uint32Array(count), methods: new Uint8Array(count) } },
    });
  else
    await store.replaceComputed({
      ...whole,
      derived: { series: [series], points: { ...columns, weights: new Float64Array(count).fill(weight) } },
    });
}
