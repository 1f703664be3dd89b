import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { decodeSignalColumns } from '@solvane/contract/signal-columns';
import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns-type';
import { signalEndpoints } from '@solvane/contract/signals';
import { WIDGET_FRAMES_TYPE, type WidgetFrame, widgetEndpoints, widgetFrameSchema } from '@solvane/contract/widgets/widget-data';
import { tableFromIPC } from 'apache-arrow';
import { describe, expect, test } from 'vitest';
import { series, seriesBlocks } from '../../../db/schema/series.ts';
import { CSV_TYPE, openPlant, type Plant } from '../testing/plant.ts';

const HOUR_MS = 3_600_000;
const STEP_MS = 600_000;
const DAY_MS = 86_400_000;

interface Delivery {
  columns: Record<string, (index: number) => number | undefined>;
  startMs: number;
  endMs: number;
}

/** Ten-minute points of several series, by the index of their interval. */
async function deliver(
  plant: Plant,
  { columns, startMs, endMs }: Delivery,
  headers: Record<string, string> = plant.key.headers,
): Promise<void> {
  const names = Object.keys(columns);
  const rows = Array.from(
    { length: (endMs - startMs) / STEP_MS },
    (_, index) => `${startMs + index * STEP_MS},${names.map((name) => columns[name]?.(index) ?? '').join(',')}`,
  );
  await plant.ingest(CSV_TYPE, `t,${names.join(',')}\n${rows.join('\n')}\n`, headers);
}

interface Request {
  segmentIds?: string[];
  signalIds?: string[];
  startMs: number;
  endMs: number;
  [more: string]: unknown;
}

function ask({ user }: Plant, { segmentIds = ['inv-1'], signalIds = ['ActivePower||Raw'], ...rest }: Request) {
  return user.call(signalEndpoints.values, { body: { segmentIds, signalIds, ...rest } as never });
}

function refused(plant: Plant, { segmentIds = ['inv-1'], signalIds = ['ActivePower||Raw'], ...rest }: Request) {
  return plant.user.refusal(signalEndpoints.values, { body: { segmentIds, signalIds, ...rest } as never });
}

/** Local days of Stockholm around the change of clocks. */
const SPRING = { startMs: Date.UTC(2025, 2, 29, 23), endMs: Date.UTC(2025, 2, 30, 22) };
const AUTUMN = { startMs: Date.UTC(2025, 9, 25, 22), endMs: Date.UTC(2025, 9, 26, 23) };
const JUNE = { startMs: Date.UTC(2025, 5, 1, 22), endMs: Date.UTC(2025, 5, 2, 22) };

describe('values of devices', () => {
  test('raw values are the points of the half-open period, in order', async () => {
    const plant = await openPlant();
    const { startMs } = JUNE;
    await deliver(plant, { startMs: startMs - STEP_MS, endMs: startMs + HOUR_MS, columns: { 'inv-1/ActivePower': (index) => index } });
    const response = await ask(plant, { startMs, endMs: startMs + 3 * STEP_MS, resolution: 'raw' });
    expect(response).toEqual({
      resolution: 'raw',
      reduced: false,
      native: false,
      series: [
        {
          key: 'inv-1',
          label: 'INV-1',
          segmentId: 'inv-1',
          signalId: 'ActivePower||Raw',
          unit: 'kW',
          aggregation: 'avg',
          timezone: 'Europe/Stockholm',
          periodsBack: 0,
          timesMs: [startMs, startMs + STEP_MS, startMs + 2 * STEP_MS],
          values: [1, 2, 3],
        },
      ],
    });
  });

  test.each([
    ['of 23 hours', SPRING, 138, 23],
    ['of 25 hours', AUTUMN, 150, 25],
    ['of 24 hours', JUNE, 144, 24],
  ])('a day %s counts its own hours, before and after it is rolled up', async (_, day, steps, hours) => {
    const plant = await openPlant();
    await deliver(plant, { startMs: day.startMs - DAY_MS, endMs: day.endMs + DAY_MS, columns: { 'inv-1/ActiveEnergy': () => 2 } });
    const read = async () => {
      const request = { ...day, signalIds: ['ActiveEnergy||Raw'] };
      const byDay = (await ask(plant, { ...request, resolution: 'day' })).series[0];
      const byHour = (await ask(plant, { ...request, resolution: 'hour' })).series[0];
      return [byDay?.timesMs, byDay?.values, byDay?.completeness, byHour?.timesMs.length, new Set(byHour?.values)];
    };
    const expected = [[day.startMs], [steps * 2], [1], hours, new Set([12])];
    expect(await read()).toEqual(expected);
    await plant.deps.signals.settle();
    expect(await read()).toEqual(expected);
  });

  test('weeks, months, quarters and years begin on the local calendar', async () => {
    const plant = await openPlant();
    const year = { startMs: Date.UTC(2024, 11, 31, 23), endMs: Date.UTC(2025, 11, 31, 23) };
    await deliver(plant, { startMs: SPRING.startMs, endMs: SPRING.endMs + DAY_MS, columns: { 'inv-1/ActiveEnergy': () => 1 } });
    await plant.deps.signals.settle();
    const read = async (resolution: string) => {
      const [series] = (await ask(plant, { ...year, signalIds: ['ActiveEnergy||Raw'], resolution })).series;
      return series?.timesMs.map((timeMs, index) => [new Date(timeMs).toISOString(), series.values[index]]);
    };
    expect(await read('week')).toEqual([
      ['2025-03-23T23:00:00.000Z', 138],
      ['2025-03-30T22:00:00.000Z', 144],
    ]);
    expect(await read('month')).toEqual([['2025-02-28T23:00:00.000Z', 282]]);
    expect(await read('quarter')).toEqual([['2024-12-31T23:00:00.000Z', 282]]);
    expect(await read('year')).toEqual([['2024-12-31T23:00:00.000Z', 282]]);
  });

  test('what is finer than the native interval is answered natively and says so', async () => {
    const plant = await openPlant();
    await deliver(plant, { ...JUNE, columns: { 'inv-1/ActivePower': (index) => index } });
    expect(await ask(plant, { ...JUNE, resolution: 'PT5M' })).toMatchObject({ resolution: 'raw', native: true, reduced: false });
    expect(await ask(plant, { ...JUNE, resolution: 'PT30M' })).toMatchObject({ resolution: 'PT30M', native: false });
  });

  test('auto takes what fits the pixels, with the extremes it hides', async () => {
    const plant = await openPlant();
    await deliver(plant, { ...JUNE, columns: { 'inv-1/ActivePower': (index) => index % 6 } });
    expect(await ask(plant, { ...JUNE, maxPoints: 200 })).toMatchObject({ resolution: 'raw', reduced: false });
    const response = await ask(plant, { ...JUNE, maxPoints: 50 });
    expect(response).toMatchObject({ resolution: 'hour', reduced: true });
    const [series] = response.series;
    expect([new Set(series?.values), new Set(series?.min), new Set(series?.max)]).toEqual([new Set([2.5]), new Set([0]), new Set([5])]);
  });

  test('raw values beyond the requested number are reduced to minimum, mean and maximum, and say so', async () => {
    const plant = await openPlant();
    await deliver(plant, { ...JUNE, columns: { 'inv-1/ActivePower': (index) => (index === 77 ? 9_999 : 1) } });
    const { reduced, resolution, series } = await ask(plant, { ...JUNE, resolution: 'raw', maxPoints: 12 });
    expect({ reduced, resolution, points: series[0]?.values.length }).toEqual({ reduced: true, resolution: 'raw', points: 12 });
    expect(Math.max(...(series[0]?.max ?? []).map(Number))).toBe(9_999);
  });

  test.each([
    ['avg', undefined, 3],
    ['sum', undefined, 18],
    ['min', undefined, 0],
    ['max', undefined, 10],
    ['first', undefined, 10],
    ['last', undefined, 0],
    ['count', undefined, 6],
    ['median', undefined, 2],
    ['percentile', 100, 10],
    ['percentile', 0, 0],
  ])('an hour of values as %s %s', async (aggregation, percentile, expected) => {
    const plant = await openPlant();
    const hour = { startMs: JUNE.startMs, endMs: JUNE.startMs + HOUR_MS };
    await deliver(plant, { ...hour, columns: { 'inv-1/ActivePower': (index) => [10, 4, 3, 1, 0, 0][index] } });
    const { series } = await ask(plant, { ...hour, resolution: 'hour', aggregation, percentile });
    expect(series[0]?.values).toEqual([expected]);
    expect(series[0]?.aggregation).toBe(percentile === undefined ? aggregation : `p${percentile}`);
  });

  test('a mean of directions goes the short way round', async () => {
    const plant = await openPlant();
    await plant.given.segment({ siteId: plant.siteId, id: 'wt-1', segmentType: 'WindTurbine' });
    const hour = { startMs: JUNE.startMs, endMs: JUNE.startMs + HOUR_MS };
    await deliver(plant, { ...hour, columns: { 'wt-1/NacelleWindDirection': (index) => (index % 2 === 0 ? 350 : 30) } });
    const { series } = await ask(plant, { ...hour, segmentIds: ['wt-1'], signalIds: ['NacelleWindDirection||Raw'], resolution: 'hour' });
    expect(series[0]?.values[0]).toBeCloseTo(10, 6);
  });

  test('missing stays missing: no value for an hour without points, and the rest of a day says how much of it there is', async () => {
    const plant = await openPlant();
    await deliver(plant, { ...JUNE, columns: { 'inv-1/ActivePower': (index) => (index >= 6 && index < 78 ? undefined : 1) } });
    const byHour = (await ask(plant, { ...JUNE, resolution: 'hour' })).series[0];
    expect(byHour?.timesMs).toHaveLength(12);
    const byDay = (await ask(plant, { ...JUNE, resolution: 'day' })).series[0];
    expect([byDay?.values, byDay?.completeness]).toEqual([[1], [0.5]]);
  });

  test('a signal that a device does not have is absent, an unknown one is named', async () => {
    const plant = await openPlant();
    await deliver(plant, { ...JUNE, columns: { 'inv-1/ActivePower': () => 1 } });
    const response = await ask(plant, {
      ...JUNE,
      segmentIds: ['inv-1', 'inv-2'],
      signalIds: ['ActivePower||Raw', 'DcPower||Raw'],
      resolution: 'day',
    });
    expect(response.series.map(({ key, signalId }) => `${key} ${signalId}`)).toEqual(['inv-1 ActivePower||Raw']);
    expect(await refused(plant, { ...JUNE, signalIds: ['ActivePower||Raw', 'Happiness||Raw'] })).toMatchObject({
      status: 400,
      issues: [{ path: ['signalIds', 1], message: 'Signals_Unknown', values: { signal: 'Happiness||Raw' } }],
    });
    expect(await refused(plant, { ...JUNE, resolution: 'day', aggregation: 'percentile' })).toMatchObject({ status: 400 });
  });

  test('the newest version of a point is the one that is read and rolled up', async () => {
    const plant = await openPlant();
    await deliver(plant, { ...JUNE, columns: { 'inv-1/ActiveEnergy': () => 1 } });
    await plant.deps.signals.settle();
    await deliver(plant, { startMs: JUNE.startMs, endMs: JUNE.startMs + STEP_MS, columns: { 'inv-1/ActiveEnergy': () => 101 } });
    const day = async () => (await ask(plant, { ...JUNE, signalIds: ['ActiveEnergy||Raw'], resolution: 'day' })).series[0]?.values;
    expect(await day()).toEqual([244]);
    await plant.deps.signals.settle();
    expect(await day()).toEqual([244]);
  });
});

describe('values along the tree', () => {
  async function openTwoPlants(): Promise<Plant & { keyOfBoth: Record<string, string> }> {
    const plant = await openPlant();
    const { id: siteId } = await plant.given.site({ id: 'ny', enterpriseId: 'solvind', name: 'New York', timezone: 'America/New_York' });
    await plant.given.segment({ siteId, id: 'ny-1' });
    await plant.given.metadata('inv-1', { manufacturer: 'A', capacityAc: 300 });
    await plant.given.metadata('inv-2', { manufacturer: 'B', capacityAc: 100 });
    await plant.given.metadata('ny-1', { manufacturer: 'A', capacityAc: 100 });
    const key = await plant.asKey([plant.siteId, siteId]);
    const columns = { 'inv-1/ActivePower': () => 10, 'inv-2/ActivePower': () => 5, 'ny-1/ActivePower': () => 1 };
    await deliver(plant, { startMs: JUNE.startMs - DAY_MS, endMs: JUNE.endMs + DAY_MS, columns }, key.headers);
    return { ...plant, keyOfBoth: key.headers };
  }
  const ALL = { segmentIds: ['inv-1', 'inv-2', 'ny-1'], resolution: 'hour' };
  const HOUR = { startMs: JUNE.startMs, endMs: JUNE.startMs + HOUR_MS };

  test.each([
    ['total', {}, { total: 16 }],
    ['site', {}, { plant: 15, ny: 1 }],
    ['segmentType', {}, { Inverter: 16 }],
    ['attribute', { attribute: 'manufacturer' }, { A: 11, B: 5 }],
  ])('power is added up by %s', async (treeAggregation, more, expected) => {
    const plant = await openTwoPlants();
    const { series } = await ask(plant, { ...ALL, ...HOUR, treeAggregation, ...more });
    expect(Object.fromEntries(series.map(({ key, values }) => [key, values[0]]))).toEqual(expected);
    expect(series.every(({ completeness }) => completeness?.[0] === 1)).toBe(true);
  });

  test('a site’s days begin at its own midnight, days of several zones at that of UTC', async () => {
    const plant = await openTwoPlants();
    const bySite = (await ask(plant, { ...ALL, ...JUNE, resolution: 'day', treeAggregation: 'site' })).series;
    expect(bySite.find(({ key }) => key === 'plant')).toMatchObject({ timezone: 'Europe/Stockholm', segmentId: 'plant-root' });
    expect(bySite.find(({ key }) => key === 'plant')?.timesMs).toEqual([JUNE.startMs]);
    const [total] = (await ask(plant, { ...ALL, ...JUNE, resolution: 'day', treeAggregation: 'total' })).series;
    expect(total).toMatchObject({ timezone: 'UTC', segmentId: null });
    expect(total?.timesMs.every((timeMs) => timeMs % DAY_MS === 0)).toBe(true);
  });

  test('a device that is silent leaves its share of the capacity uncovered, not a zero', async () => {
    const plant = await openTwoPlants();
    const later = { startMs: JUNE.endMs + DAY_MS, endMs: JUNE.endMs + DAY_MS + HOUR_MS };
    await deliver(plant, { ...later, columns: { 'inv-1/ActivePower': () => 10 } });
    const [total] = (await ask(plant, { ...ALL, ...later, segmentIds: ['inv-1', 'inv-2'], treeAggregation: 'total' })).series;
    expect([total?.values, total?.completeness]).toEqual([[10], [0.75]]);
  });

  test('an attribute has to be named, and what cannot be put together is refused', async () => {
    const plant = await openTwoPlants();
    expect(await refused(plant, { ...ALL, ...HOUR, treeAggregation: 'attribute' })).toMatchObject({
      status: 400,
      issues: [{ path: ['attribute'] }],
    });
  });

  test('money is in the currency of its site, and not added up over currencies', async () => {
    const plant = await openTwoPlants();
    await plant.given.metadata('plant-root', { currency: 'SEK' });
    await plant.given.metadata('ny-root', { currency: 'USD' });
    await deliver(plant, { ...HOUR, columns: { 'plant-root/Price': () => 400 } });
    const price = { ...HOUR, segmentIds: ['plant-root'], signalIds: ['Price||Raw'], resolution: 'hour' };
    expect((await ask(plant, price)).series).toMatchObject([{ unit: 'SEK/MWh', values: [400] }]);
    const { items } = await plant.user.call(signalEndpoints.definitions, { body: { segmentIds: ['plant-root' as SegmentId] } });
    expect(items).toMatchObject([{ signalId: 'Price||Raw', unit: 'SEK/MWh' }]);
    await plant.deps.db.insert(seriesBlocks).values({ block: 9_000, siteId: plant.siteId as SiteId, kind: 'derived' });
    for (const [index, segmentId] of ['plant-root', 'ny-root'].entries()) {
      const row = { id: 9_000_000 + index, block: 9_000, segmentId: segmentId as SegmentId, createdAtMs: JUNE.startMs };
      await plant.deps.db.insert(series).values({ ...row, apCode: 'Revenue', calcType: 'Calculated' });
    }
    const both = { ...HOUR, segmentIds: ['plant-root', 'ny-root'], signalIds: ['Revenue||Calculated'], resolution: 'day' };
    expect(await refused(plant, { ...both, treeAggregation: 'total' })).toMatchObject({
      status: 400,
      issues: [{ message: 'Signals_MixedCurrencies' }],
    });
    expect((await ask(plant, { ...both, treeAggregation: 'site' })).series.map(({ unit }) => unit)).toEqual(['SEK', 'USD']);
  });
});

describe('comparison', () => {
  test('with the day before, laid over the requested day although it is an hour longer', async () => {
    const plant = await openPlant();
    await deliver(plant, {
      startMs: SPRING.startMs - DAY_MS,
      endMs: SPRING.endMs,
      columns: { 'inv-1/ActiveEnergy': (index) => (index < 144 ? 1 : 2) },
    });
    const request = { ...SPRING, signalIds: ['ActiveEnergy||Raw'], resolution: 'day', comparison: 'previousPeriod' };
    for (const treeAggregation of ['device', 'site', 'total']) {
      const { series } = await ask(plant, { ...request, treeAggregation });
      expect(series.map(({ periodsBack, timesMs, values }) => [periodsBack, timesMs, values])).toEqual([
        [0, [SPRING.startMs], [276]],
        [1, [SPRING.startMs], [144]],
      ]);
    }
  });

  test('of sites in several zones, each by its own days', async () => {
    const plant = await openPlant();
    const { id: siteId } = await plant.given.site({ id: 'ny', enterpriseId: 'solvind', timezone: 'America/New_York' });
    await plant.given.segment({ siteId, id: 'ny-1' });
    const key = await plant.asKey([plant.siteId, siteId]);
    const period = { startMs: Date.UTC(2025, 2, 28), endMs: Date.UTC(2025, 3, 2) };
    const columns = { 'inv-1/ActivePower': () => 1, 'ny-1/ActivePower': () => 2 };
    await deliver(plant, { startMs: period.startMs - 7 * DAY_MS, endMs: period.endMs + DAY_MS, columns }, key.headers);
    const { series } = await ask(plant, { ...period, segmentIds: ['inv-1', 'ny-1'], resolution: 'day', comparison: 'previousPeriod' });
    const times = (device: string, back: number) =>
      series.find(({ key: name, periodsBack }) => name === device && periodsBack === back)?.timesMs;
    expect(times('inv-1', 1)).toEqual(times('inv-1', 0));
    expect(times('ny-1', 1)).toEqual(times('ny-1', 0));
  });

  test('with a year ago and with several periods back', async () => {
    const plant = await openPlant();
    const before = { startMs: Date.UTC(2024, 5, 1, 22), endMs: Date.UTC(2024, 5, 2, 22) };
    await deliver(plant, { ...before, columns: { 'inv-1/ActivePower': () => 7 } });
    await deliver(plant, {
      startMs: JUNE.startMs - 3 * DAY_MS,
      endMs: JUNE.endMs,
      columns: { 'inv-1/ActivePower': (index) => Math.floor(index / 144) },
    });
    const back = async (comparison: unknown) =>
      (await ask(plant, { ...JUNE, resolution: 'day', comparison })).series.find(({ periodsBack }) => periodsBack > 0);
    expect(await back('previousYear')).toMatchObject({ periodsBack: 1, timesMs: [JUNE.startMs], values: [7] });
    expect(await back({ periodsBack: 3 })).toMatchObject({ periodsBack: 3, timesMs: [JUNE.startMs], values: [0] });
  });
});

describe('limits are told before any work is done', () => {
  const ids = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

  test('too many devices, with both counts, although none of them exists', async () => {
    const plant = await openPlant();
    expect(await refused(plant, { ...JUNE, segmentIds: ids(LIMITS.selectedDevices + 1, 'd') })).toMatchObject({
      status: 400,
      code: 'signals.tooManyDevices',
      values: { requested: LIMITS.selectedDevices + 1, allowed: LIMITS.selectedDevices },
    });
  });

  test('too many signals, with both counts', async () => {
    const plant = await openPlant();
    expect(
      await refused(plant, { ...JUNE, signalIds: ids(LIMITS.selectedSignals + 1, 'Signal').map((name) => `${name}||Raw`) }),
    ).toMatchObject({
      code: 'signals.tooManySignals',
      values: { requested: LIMITS.selectedSignals + 1, allowed: LIMITS.selectedSignals },
    });
  });

  test('too many datapoints, with both counts', async () => {
    const plant = await openPlant();
    await deliver(plant, {
      startMs: JUNE.startMs,
      endMs: JUNE.startMs + HOUR_MS,
      columns: { 'inv-1/ActivePower': () => 1, 'inv-2/ActivePower': () => 1 },
    });
    const startMs = Date.UTC(1990, 0, 1);
    const steps = (JUNE.endMs - startMs) / STEP_MS;
    const request = { startMs, endMs: JUNE.endMs, segmentIds: ['inv-1', 'inv-2'], resolution: 'raw' };
    expect(await refused(plant, request)).toMatchObject({
      code: 'signals.tooManyDatapoints',
      values: { requested: 2 * steps, allowed: LIMITS.datapointsPerResponse },
    });
    expect((await ask(plant, { ...request, resolution: 'auto' })).series).toHaveLength(2);
  });
});

describe('who sees what', () => {
  test('a device out of scope answers as if it did not exist, whatever is requested', async () => {
    const plant = await openPlant();
    await deliver(plant, { ...JUNE, columns: { 'inv-1/ActivePower': () => 1 } });
    const stranger = await plant.as({ of: 'other' });
    const statusOf = async (segmentId: string) => {
      const body = { ...JUNE, segmentIds: [segmentId], signalIds: ['ActivePower||Raw'] };
      const point = { segmentId, signalId: 'ActivePower||Raw', timeMs: JUNE.startMs };
      return [
        await stranger.refusal(signalEndpoints.values, { body } as never),
        await stranger.refusal(signalEndpoints.definitions, { body: { segmentIds: [segmentId] } }),
        await stranger.refusal(signalEndpoints.latest, { body: { segmentIds: [segmentId] } }),
        await stranger.refusal(signalEndpoints.explain, { body: point } as never),
        await stranger.refusal(signalEndpoints.exportCount, { body } as never),
        await stranger.refusal(signalEndpoints.export, { body: { request: body, format: 'csv' } } as never),
      ].map(({ requestId: _, ...response }) => response);
    };
    const responses = await statusOf('inv-1');
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(responses).toEqual(await statusOf('no-such-device'));
  });

  test('a user without access to Data Studio gets no values, but latest ones', async () => {
    const plant = await openPlant();
    await deliver(plant, { ...JUNE, columns: { 'inv-1/ActivePower': () => 3 } });
    const guest = await plant.as({ of: 'solvind', permissions: [] });
    const body = { ...JUNE, segmentIds: ['inv-1'], signalIds: ['ActivePower||Raw'] };
    expect(await guest.refusal(signalEndpoints.values, { body } as never)).toMatchObject({ status: 403, code: 'access.forbidden' });
    expect((await guest.call(signalEndpoints.latest, { body: { segmentIds: ['inv-1'] } } as never)).items).toMatchObject([{ value: 3 }]);
  });

  test('a token that may only read asks all the same, one narrowed to other sites sees nothing', async () => {
    const plant = await openPlant();
    await deliver(plant, { ...JUNE, columns: { 'inv-1/ActivePower': () => 3 } });
    const body = { ...JUNE, segmentIds: ['inv-1'], signalIds: ['ActivePower||Raw'], resolution: 'day' };
    const reader = await plant.as({ of: 'solvind', by: 'readOnlyToken' });
    expect((await reader.call(signalEndpoints.values, { body } as never)).series[0]?.values).toEqual([3]);
    const narrowed = await plant.as({ of: 'solvind', by: 'token', tokenSiteIds: [] });
    expect(await narrowed.refusal(signalEndpoints.values, { body } as never)).toMatchObject({ status: 404 });
  });
});

test('as Arrow the values come with their position in the request, absent series included', async () => {
  const plant = await openPlant();
  await deliver(plant, { ...JUNE, columns: { 'inv-2/ActivePower': (index) => index } });
  const body = { segmentIds: ['inv-1', 'inv-2'], signalIds: ['ActivePower||Raw'], ...JUNE, resolution: 'raw' };
  const response = await plant.user.send(signalEndpoints.values, { body } as never, { accept: 'application/vnd.apache.arrow.stream' });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/vnd.apache.arrow.stream']);
  const table = tableFromIPC(response.rawPayload);
  expect(table.schema.fields.map(({ name }) => name)).toEqual(['series', 'time', 'value', 'min', 'max', 'completeness']);
  expect([table.numRows, new Set(table.getChild('series'))]).toEqual([144, new Set([1])]);
  expect([table.getChild('time')?.get(5), table.getChild('value')?.get(5)].map(Number)).toEqual([JUNE.startMs + 5 * STEP_MS, 5]);
  const grouped = { body: { ...body, treeAggregation: 'total' } } as never;
  expect((await plant.user.send(signalEndpoints.values, grouped, { accept: 'application/vnd.apache.arrow.stream' })).statusCode).toBe(400);
});

test('as columns the response says the same as in JSON, of devices, of groups, of periods compared', async () => {
  const plant = await openPlant();
  await deliver(plant, {
    ...JUNE,
    columns: { 'inv-1/ActivePower': (index) => (index % 7 ? index / 3 : undefined), 'inv-2/ActivePower': (index) => index },
  });
  const body = { segmentIds: ['inv-1', 'inv-2'], signalIds: ['ActivePower||Raw'], ...JUNE };
  for (const more of [
    { resolution: 'raw' },
    { resolution: 'hour', comparison: 'previousPeriod' },
    { resolution: 'day', treeAggregation: 'site' },
  ]) {
    const request = { body: { ...body, ...more } } as never;
    const response = await plant.user.send(signalEndpoints.values, request, { accept: SIGNAL_COLUMNS_TYPE });
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, SIGNAL_COLUMNS_TYPE]);
    const json = await plant.user.call(signalEndpoints.values, request);
    expect(plain(Uint8Array.from(response.rawPayload))).toEqual(json);
    const [asked, , refused] = await widgetFrames(plant, [
      { ...body, ...more },
      { ...body, ...more },
      { ...body, segmentIds: [] },
    ]);
    expect(asked && 'columns' in asked && plain(Uint8Array.fromBase64(asked.columns))).toEqual(json);
    expect(refused).toMatchObject({ id: '2', error: { code: 'request.invalid' } });
  }
});

/** The columns of a response as its JSON has them. */
function plain({ buffer }: Uint8Array<ArrayBuffer>): unknown {
  return JSON.parse(JSON.stringify(decodeSignalColumns(buffer), (_, value) => (value instanceof Float64Array ? [...value] : value)));
}

/** Queries of widgets by a reader of columns, in the order of the queries. */
async function widgetFrames({ user }: Plant, bodies: readonly object[]): Promise<WidgetFrame[]> {
  const queries = bodies.map((body, index) => ({ id: String(index), kind: 'series', body }));
  const response = await user.send(
    widgetEndpoints.data,
    { body: { queries } as never },
    { accept: `${WIDGET_FRAMES_TYPE}, ${SIGNAL_COLUMNS_TYPE}` },
  );
  const frames = response.body
    .trimEnd()
    .split('\n')
    .map((line) => widgetFrameSchema.parse(JSON.parse(line)));
  return frames.toSorted((a, b) => Number(a.id) - Number(b.id));
}
