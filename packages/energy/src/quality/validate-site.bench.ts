import { median } from '@solvane/series/quantile';
import { seededRandom } from '@solvane/series/seeded-random';
import { signalsOfSegmentType } from '../devices/segment-signals.ts';
import { defaultQualityConfiguration } from './default-configuration.ts';
import { compileRules } from './rules.ts';
import type { QualityDevice, QualitySignal, QualitySite } from './site.ts';
import { validateSite } from './validate-site.ts';

// node packages/energy/src/quality/validate-site.bench.ts
const DAY_INTERVALS = 144;
const WINDOW = 5 * DAY_INTERVALS;
const random = seededRandom(11);
const rules = compileRules(defaultQualityConfiguration());

report('100 inverters x 20 signals x 5 days, one day of values', solarSite({ start: 2 * DAY_INTERVALS, end: 3 * DAY_INTERVALS }));
report('100 inverters x 20 signals x 5 days, five days of values', solarSite({ start: 0, end: WINDOW }));
report('100 turbines x 20 signals x 5 days, one day of values', windSite({ start: 2 * DAY_INTERVALS, end: 3 * DAY_INTERVALS }));
report('100 silent turbines, one day of values', silent(windSite({ start: 2 * DAY_INTERVALS, end: 3 * DAY_INTERVALS })));

function report(title: string, site: QualitySite): void {
  const times = Float64Array.from({ length: 60 }, () => {
    const start = performance.now();
    validateSite(site, rules);
    return performance.now() - start;
  });
  console.log(`${title}: ${median(times.subarray(20)).toFixed(1)} ms`);
}

function solarSite(core: QualitySite['core']): QualitySite {
  const sun = Float64Array.from({ length: WINDOW }, (_, i) => 60 * Math.sin((2 * Math.PI * (i - 36)) / DAY_INTERVALS));
  const power = (i: number) => Math.max(0, sun[i] ?? 0) * 15 * (0.9 + 0.1 * random());
  return site(
    core,
    sun,
    Array.from({ length: 100 }, (_, k) => device(`INV-${k}`, 'Inverter', power)),
  );
}

function windSite(core: QualitySite['core']): QualitySite {
  const sun = new Float64Array(WINDOW).fill(30);
  const power = (i: number) => 800 + 700 * Math.sin(i / 30) + 50 * random();
  return site(
    core,
    sun,
    Array.from({ length: 100 }, (_, k) => device(`WT-${k}`, 'WindTurbine', power)),
  );
}

function silent(site: QualitySite): QualitySite {
  const raw = new Float64Array(WINDOW).fill(Number.NaN);
  return { ...site, devices: site.devices.map((one) => ({ ...one, signals: one.signals.map((signal) => ({ ...signal, raw })) })) };
}

function site(core: QualitySite['core'], sunElevation: Float64Array, devices: QualityDevice[]): QualitySite {
  return { zone: 'Europe/Madrid', grid: { startMs: Date.UTC(2025, 5, 1), stepMs: 600_000, count: WINDOW }, core, sunElevation, devices };
}

function device(id: string, segmentType: 'Inverter' | 'WindTurbine', power: (i: number) => number): QualityDevice {
  const rows = signalsOfSegmentType(segmentType).filter((row) => row.calcTypes.includes('Raw'));
  const signals = rows.slice(0, 20).map(({ apCode, unit }): QualitySignal => {
    const value = unit === 'kW' ? power : (i: number) => 40 + 5 * Math.sin(i / 20) + random();
    return { apCode, raw: Float64Array.from({ length: WINDOW }, (_, i) => (random() < 0.003 ? Number.NaN : value(i))) };
  });
  return {
    id,
    segmentType,
    energySource: segmentType === 'Inverter' ? 'PV' : 'Wind',
    capacityAc: 1000,
    capacityDc: 1250,
    latitude: 40 + random() / 10,
    longitude: -3 + random() / 10,
    altitude: 400,
    height: 90,
    tilt: 25,
    azimuth: 180,
    isTracked: false,
    samplesPerInterval: 600,
    signals,
  };
}
