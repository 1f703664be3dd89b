import { median } from '@solvane/series/quantile';
import { seededRandom } from '@solvane/series/seeded-random';
import { signalsOfSegmentType } from '../devices/segment-signals.ts';
import { DEFAULT_CATEGORY_SETS } from '../events/category-sets.ts';
import type { RawEvent } from '../events/raw-events.ts';
import { RUNNING } from '../signals/operating-state.ts';
import { dayBounds, localDay } from '../time/local-day.ts';
import { GENERIC_2_MW_CURVE } from '../wind/power-curve.ts';
import { computeSiteDay } from './compute-site-day.ts';
import type { ReportedSignal, SiteDayInputs } from './inputs.ts';
import { EMPTY_MEMORY } from './memory.ts';
import type { SiteConfiguration, SiteDevice } from './site.ts';
import { contractWith, equippedDevice, smallSite } from './testing/small-site.ts';

// node packages/energy/src/site-day/site-day.bench.ts
const ZONE = 'Europe/Madrid';
const DAY = localDay(2025, 6, 10);
const STEP_MS = 600_000;
const SIGNALS = 20;
const DEVICES = 100;
const random = seededRandom(7);
const window = { startMs: dayBounds(DAY - 2, ZONE).startMs, endMs: dayBounds(DAY + 2, ZONE).endMs };
const count = (window.endMs - window.startMs) / STEP_MS;

for (const type of ['Inverter', 'WindTurbine'] as const) {
  const site = siteOf(type);
  const inputs = inputsOf(site);
  const points = DEVICES * SIGNALS * count;
  // Time of this process, not of the clock: the number holds on a busy machine too.
  const times = Float64Array.from({ length: 80 }, () => {
    const before = process.cpuUsage();
    computeSiteDay(site, DAY, inputs, EMPTY_MEMORY);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  const warm = median(times.subarray(40));
  const best = times.reduce((least, time) => Math.min(least, time));
  console.log(
    `${DEVICES} devices (${type}) x ${SIGNALS} signals x 144 intervals, two days around them: ${warm.toFixed(1)} ms, best ${best.toFixed(1)} ms, ${(points / warm / 1000).toFixed(1)} M points/s`,
  );
}
console.log(
  `heap ${(process.memoryUsage().heapUsed / 1e6).toFixed(0)} MB, buffers ${(process.memoryUsage().arrayBuffers / 1e6).toFixed(0)} MB`,
);

function siteOf(type: 'Inverter' | 'WindTurbine'): SiteConfiguration {
  return smallSite([], {
    location: { latitude: 37.4, longitude: -6, altitude: 10 },
    collectionLoss: 0.02,
    devices: [
      deviceOf('site', 'Site'),
      deviceOf('ws', 'WeatherStation'),
      ...Array.from({ length: DEVICES }, (_, k) => deviceOf(`g${k}`, type)),
    ],
    tariffs: [{ validFromMs: 0, price: { kind: 'fixed', price: 50 } }],
    contract: contractWith('Total', 'Technical', 'Operational'),
  });
}

function deviceOf(id: string, segmentType: SiteDevice['segmentType']): SiteDevice {
  const isTurbine = segmentType === 'WindTurbine';
  const isGenerator = isTurbine || segmentType === 'Inverter';
  return equippedDevice(id, segmentType, {
    ...(isGenerator && { capacityAc: 2000, capacityDc: 2500 }),
    latitude: 37.4 + random() / 20,
    longitude: -6 + random() / 20,
    curves: isTurbine ? [nominalCurve()] : [],
    codes: {
      codeSet: [
        { code: '1', category: 'Forced outage', eventType: 'Downtime', description: '' },
        { code: '2', category: 'Notification', eventType: 'Warning', description: '' },
      ],
      enterpriseOverrides: [],
      siteOverrides: [],
      categories: DEFAULT_CATEGORY_SETS.All,
    },
    primaryWeatherStationId: 'ws',
    irradianceSensorId: 'ws',
  });
}

function nominalCurve(): SiteDevice['curves'][number] {
  return {
    id: 'nominal',
    type: 'Nominal',
    curve: GENERIC_2_MW_CURVE,
    airDensity: 1.225,
    airDensityMin: 0,
    airDensityMax: 2,
    windDirectionMin: 0,
    windDirectionMax: 360,
    effectiveStartMs: Number.NEGATIVE_INFINITY,
    effectiveEndMs: Number.POSITIVE_INFINITY,
    uploadedMs: 0,
  };
}

function inputsOf(site: SiteConfiguration): SiteDayInputs {
  const signals = new Map<string, ReportedSignal[]>();
  for (const { id, segmentType } of site.devices) {
    if (id === 'site') continue;
    const rows = signalsOfSegmentType(segmentType).filter(({ calcTypes }) => calcTypes.includes('Raw'));
    const wanted = rows.filter(({ apCode }) => !apCode.includes('Counter') && apCode !== 'ActiveEnergy').slice(0, SIGNALS);
    signals.set(
      id,
      wanted.map(({ apCode }) => ({
        apCode,
        raw: Float64Array.from({ length: count }, (_, i) => (random() < 0.003 ? Number.NaN : reading(segmentType, apCode, i))),
      })),
    );
  }
  return {
    grid: { startMs: window.startMs, stepMs: STEP_MS, count },
    horizonMs: window.endMs,
    signals,
    rawEvents: site.devices.filter(({ id }) => id.startsWith('g')).flatMap(({ id }) => eventsOf(id)),
    overlays: new Map(),
  };
}

/** A warning and a stop a day. */
function eventsOf(deviceId: string): RawEvent[] {
  return Array.from({ length: 5 }, (_, day) => window.startMs + day * 86_400_000 + Math.floor(random() * 70_000_000)).flatMap((startMs) => [
    { id: `${deviceId} w ${startMs}`, deviceId, code: '2', startMs, endMs: startMs + 3_600_000, source: 'Scada' as const },
    {
      id: `${deviceId} s ${startMs}`,
      deviceId,
      code: '1',
      startMs: startMs + 900_000,
      endMs: startMs + 2_700_000,
      source: 'Scada' as const,
    },
  ]);
}

function reading(segmentType: SiteDevice['segmentType'], apCode: string, i: number): number {
  const sun = Math.max(0, Math.sin((2 * Math.PI * (i - 36)) / 144));
  if (apCode.startsWith('Curtailment')) return 2000;
  if (apCode === 'OperatingState') return RUNNING;
  if (apCode === 'ActivePower' && segmentType === 'WindTurbine') return 1000 + 600 * Math.sin(i / 40) + 50 * random();
  if (apCode === 'ActivePower' || apCode === 'DcPower') return 1900 * sun * (0.95 + 0.05 * random()) - 1;
  if (apCode.startsWith('Irradiance')) return 600 * sun * (0.97 + 0.03 * random());
  if (apCode.includes('WindSpeed')) return 8 + 3 * Math.sin(i / 40) + random();
  return 20 + 5 * Math.sin(i / 20) + random();
}
