import { batteryStateEndpoints } from '@solvane/contract/battery-states';
import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { siteWeatherEndpoints } from '@solvane/contract/site-weather';
import { beforeEach, describe, expect, test } from 'vitest';
import { JSON_TYPE, NOON_MS, openPlant, type Plant } from '../signals/testing/plant.ts';

const STEP_MS = 600_000;
const siteId = siteIdSchema.parse('plant');
const TIMES = Array.from({ length: 6 }, (_, i) => NOON_MS - (6 - i) * STEP_MS);
const period = { startMs: NOON_MS - 3_600_000, endMs: NOON_MS };

let plant: Plant;

beforeEach(async () => {
  plant = await openPlant();
});

const series = (segmentId: string, signal: string, value: number) => ({ segmentId, signal, t: TIMES, v: TIMES.map(() => value) });
const ingest = (...list: ReturnType<typeof series>[]) => plant.ingest(JSON_TYPE, JSON.stringify({ series: list }));

describe('the weather at a site', () => {
  test('is the mean of its sensors, with a word for each interval and for now', async () => {
    for (const id of ['ws-1', 'ws-2']) await plant.given.segment({ siteId: 'plant', id, name: id, segmentType: 'WeatherStation' });
    await ingest(
      ...[series('ws-1', 'AmbientTemperature', 2), series('ws-2', 'AmbientTemperature', 4), series('ws-1', 'WindDirection', 350)],
      ...[series('ws-2', 'WindDirection', 10), series('ws-1', 'IrradianceGHI', 20), series('ws-1', 'WindSpeed', 3)],
    );
    const weather = await plant.user.call(siteWeatherEndpoints.read, { body: { siteId, ...period } });
    const newestOf = (apCode: string) => weather.quantities.find((quantity) => quantity.apCode === apCode)?.latest?.value ?? Number.NaN;
    expect(newestOf('AmbientTemperature')).toBe(3);
    expect(newestOf('WindDirection') % 360).toBeCloseTo(0, 6);
    expect(weather.timesMs).toEqual(TIMES);
    // 20 W/m² at noon in January is less than a quarter of what a clear sky gives.
    expect(weather.conditions).toEqual(TIMES.map(() => 'Overcast'));
    expect(weather.condition).toBe('Overcast');
  });

  test('of a provider goes on after now, and now is the last that has begun', async () => {
    await plant.given.segment({ siteId: 'plant', id: 'ws-1', name: 'WS-1', segmentType: 'WeatherStation' });
    const t = Array.from({ length: 6 }, (_, i) => NOON_MS + (i - 3) * 3_600_000);
    const foreseen = { segmentId: 'ws-1', signal: 'AmbientTemperature||ExternalWeather', t, v: [1, 2, 3, 4, 5, 6] };
    await plant.ingest(JSON_TYPE, JSON.stringify({ series: [foreseen] }));
    const body = { siteId, source: 'external' as const, startMs: NOON_MS - 7_200_000, endMs: NOON_MS + 10_800_000 };
    const weather = await plant.user.call(siteWeatherEndpoints.read, { body });
    expect(weather.quantities.map(({ latest, values }) => [latest?.value, values])).toEqual([[4, [2, 3, 4, 5, 6]]]);
    const { items } = await plant.user.call(ingestEndpoints.status, {});
    expect(items).toMatchObject([{ siteId, lastPointMs: null }]);
  });

  test('is refused for a period that no one could look at, before anything is read', async () => {
    const century = { startMs: NOON_MS - 100 * 366 * 86_400_000, endMs: NOON_MS };
    expect(await plant.user.refusal(siteWeatherEndpoints.read, { body: { siteId, ...century } })).toMatchObject({
      code: 'signals.tooManyDatapoints',
      values: { requested: 36_600, allowed: 7_320 },
    });
  });

  test('is not known without a station, and is hidden with the site', async () => {
    const weather = await plant.user.call(siteWeatherEndpoints.read, { body: { siteId, ...period } });
    expect(weather).toMatchObject({ condition: 'Unknown', quantities: [], timesMs: [] });
    const stranger = await plant.as({ of: 'other' });
    expect(await stranger.refusal(siteWeatherEndpoints.read, { body: { siteId, ...period } })).toMatchObject({ code: 'resource.notFound' });
    const backwards = { siteId, startMs: NOON_MS, endMs: NOON_MS };
    expect(await plant.user.refusal(siteWeatherEndpoints.read, { body: backwards })).toMatchObject({ code: 'request.invalid' });
  });
});

describe('the batteries of a site', () => {
  beforeEach(async () => {
    for (const id of ['bi-1', 'bi-2'])
      await plant.given.segment({ siteId: 'plant', id, name: id.toUpperCase(), segmentType: 'BatteryInverter' });
    for (const id of ['bi-1', 'bi-2']) await plant.given.metadata(id, { capacityAc: 100, ratedEnergyCapacity: 400 });
    await plant.given.segment({ siteId: 'plant', id: 'bs-1', name: 'BS-1', segmentType: 'BatteryString' });
    await ingest(
      ...[
        series('bi-1', 'ActivePower', -50),
        series('bi-2', 'ActivePower', -30),
        series('bi-1', 'StateOfCharge', 40),
        series('bi-2', 'StateOfCharge', 60),
      ],
      ...[series('bi-1', 'AvailableChargePower', 90), series('bs-1', 'CellVoltageMax', 3.4), series('bs-1', 'CellVoltageMin', 3.34)],
    );
  });

  test('add up their power, and have the range of their charge and the widest spread of their cells', async () => {
    const { items, history } = await plant.user.call(batteryStateEndpoints.states, { body: { siteIds: [siteId] } });
    expect(items).toMatchObject([
      {
        ...{ name: 'Plant', powerKw: -80, stateOfCharge: 50, stateOfChargeMin: 40, stateOfChargeMax: 60, availableChargeKw: 90 },
        ...{ ratedPowerKw: 200, ratedKwh: 800, storedKwh: null, cellSpreadMv: expect.closeTo(60), atMs: TIMES.at(-1) },
      },
    ]);
    expect(history.timesMs).toEqual(TIMES);
    expect(history.powerKw.at(-1)).toBe(-80);
    expect(history.stateOfCharge.at(-1)).toBe(50);
  });

  test('are told one by one, and a site without any has none', async () => {
    const body = { siteIds: [siteId], units: 'inverter' as const, history: 'none' as const };
    const { items, history } = await plant.user.call(batteryStateEndpoints.states, { body });
    expect(items.map(({ segmentId, powerKw }) => [segmentId, powerKw])).toEqual([
      [segmentIdSchema.parse('bi-1'), -50],
      [segmentIdSchema.parse('bi-2'), -30],
    ]);
    expect(history.timesMs).toEqual([]);
    const { id } = await plant.given.site({ id: 'bare', enterpriseId: 'solvind', name: 'Bare' });
    expect((await plant.user.call(batteryStateEndpoints.states, { body: { ...body, siteIds: [id] } })).items).toEqual([]);
    const stranger = await plant.as({ of: 'other' });
    expect(await stranger.refusal(batteryStateEndpoints.states, { body })).toMatchObject({ code: 'resource.notFound' });
  });
});
