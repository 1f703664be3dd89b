import { qualityEndpoints } from '@solvane/contract/quality';
import { defaultQualityConfiguration } from '@solvane/energy/quality/default-configuration';
import { expect, test } from 'vitest';
import { toContent } from '../../quality/quality.queries.ts';
import { JSON_TYPE, NOON_MS, openPlant } from '../../signals/testing/plant.ts';
import { computeWaiting } from '../performance.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 600_000;
const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };

/** A thermometer that was read around every noon but yesterday's: 0 °C ten days ago, one degree more each day. */
async function plantWithoutYesterday() {
  const plant = await openPlant();
  await plant.given.segment({ siteId: 'plant', id: 'ws', segmentType: 'WeatherStation' });
  const around = (daysBefore: number) => Array.from({ length: 12 }, (_, i) => NOON_MS - daysBefore * DAY_MS + (i - 12) * STEP_MS);
  const series = Array.from({ length: 11 }, (_, i) => 10 - i).flatMap((daysBefore) => [
    { segmentId: 'inv-1', signal: 'ActivePower', t: around(daysBefore), v: around(daysBefore).map((_, i) => 100 + i) },
    ...(daysBefore === 1
      ? []
      : [
          {
            segmentId: 'ws',
            signal: 'AmbientTemperature',
            t: around(daysBefore),
            v: around(daysBefore).map((_, i) => 10 - daysBefore + i / 100),
          },
        ]),
  ]);
  await plant.ingest(JSON_TYPE, JSON.stringify({ series }));
  await computeWaiting(plant.deps, NO_EVENTS);
  return plant;
}

test('a rule that looks back finds what days showed before anybody switched it on', async () => {
  const plant = await plantWithoutYesterday();
  const at = new Date(NOON_MS - DAY_MS - 6 * STEP_MS).toISOString();
  const yesterday = async () => (await plant.stored('ws', 'AmbientTemperature||Validated')).find(([time]) => time === at)?.[1];
  expect(await yesterday()).toBeUndefined();

  const { signals } = toContent(defaultQualityConfiguration());
  const sameTime = { mode: 'sameTimeOfDay', windowDays: 9, minDays: 9 };
  const content = {
    signals: signals.map((rules) =>
      rules.apCode === 'AmbientTemperature'
        ? {
            ...rules,
            external: rules.external.map((entry) =>
              entry.method === 'persistenceWithWindow' ? { ...entry, attributes: sameTime } : entry,
            ),
          }
        : rules,
    ),
  };
  const analyst = await plant.as({ of: 'solvind', role: 'analyst' });
  const { id } = await analyst.call(qualityEndpoints.create, { body: { enterpriseId: 'solvind', name: 'Ours', content } });
  await analyst.call(qualityEndpoints.assign, { body: { configurationId: id, siteIds: ['plant'], validFrom: null, validTo: null } });
  await computeWaiting(plant.deps, NO_EVENTS);
  // Nine days before yesterday, of 0 to 8 °C.
  expect(await yesterday()).toBeCloseTo(4.06, 9);
});
