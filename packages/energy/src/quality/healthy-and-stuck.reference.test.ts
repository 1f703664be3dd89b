import { differences } from '@solvane/testing/differences';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { rollUp } from '../rollup/roll-up.ts';
import { completenessOf } from '../rollup/rollup-values.ts';
import { bucketsIn } from '../time/bucket.ts';
import { flagFlatline } from './checks/flatline.ts';
import { defaultQualityConfiguration } from './default-configuration.ts';
import { SENSOR_FAULT_MASK } from './flags.ts';
import { compileRules } from './rules.ts';
import { validateSite } from './validate-site.ts';

const reference = referenceData('pv_labelled_pvanalytics');
const QUARTER_HOUR = 900_000;

describe.skipIf(reference.isAbsent)(`measured data of PVAnalytics${reference.note}`, () => {
  test('a well kept weather station raises next to no alarm', () => {
    const table = reference.table('rmis_weather_data.csv.gz');
    const irradiance = table.numbers('Global Horizontal');
    const columns = {
      AmbientTemperature: 'Ambient Temperature',
      BarometricPressure: 'Barometric Pressure',
      IrradianceGHI: 'Global Horizontal',
      IrradiancePOA: 'Plane of array',
      RelativeHumidity: 'Relative Humidity',
      WindSpeed: 'Wind Speed',
      WindDirection: 'Wind Direction',
    };
    const unknown = Number.NaN;
    const station = {
      id: 'RMIS',
      segmentType: 'WeatherStation' as const,
      energySource: 'PV' as const,
      capacityAc: unknown,
      capacityDc: unknown,
      latitude: 39.74,
      longitude: -105.18,
      altitude: 1829,
      height: 10,
      tilt: unknown,
      azimuth: unknown,
      isTracked: false,
      samplesPerInterval: unknown,
      signals: Object.entries(columns).map(([apCode, column]) => ({ apCode, raw: table.numbers(column) })),
    };
    const site = {
      zone: 'UTC',
      grid: { startMs: 0, stepMs: 300_000, count: table.rowCount },
      core: { start: 0, end: table.rowCount },
      // Day and night as the instrument itself sees them.
      sunElevation: irradiance.map((value) => (value > 5 ? 20 : -10)),
      devices: [station],
    };
    const [quality] = validateSite(site, compileRules(defaultQualityConfiguration()));
    for (const { apCode, flags } of quality?.signals ?? []) {
      const alarms = flags.filter((bits) => (bits & SENSOR_FAULT_MASK) !== 0).length;
      expect(alarms / table.rowCount, apCode).toBeLessThan(0.01);
    }
  });

  test('every range that was frozen is found, and nothing next to it', () => {
    const healthy = reference.table('ac_power_inv_2173.csv.gz').numbers('value_normalized');
    const frozen = reference.table('ac_power_inv_2173_stale_data.csv.gz').numbers('value_normalized');
    const options = { minLength: 4, tolerance: 0, ignoreBelow: 0.01, ignoreAbove: 0.97 };
    const found = new Int32Array(frozen.length);
    flagFlatline(frozen, options, found);
    const before = new Int32Array(healthy.length);
    flagFlatline(healthy, options, before);
    const altered = [...healthy.keys()].filter((i) => Math.abs((healthy[i] ?? 0) - (frozen[i] ?? 0)) > 1e-9);
    expect(altered.length).toBeGreaterThan(100);
    const missed = altered.filter((i) => found[i] === 0 && (frozen[i] ?? 0) >= 0.01);
    expect(missed).toEqual([]);
    expect(before.filter((bits) => bits !== 0)).toHaveLength(0);
  });

  test('completeness by day', () => {
    const table = reference.table('ac_power_inv_2173.csv.gz');
    const startMs = Date.parse(table.texts('timestamp')[0]?.replace(' ', 'T') ?? '');
    const grid = { startMs, stepMs: QUARTER_HOUR, count: table.rowCount };
    const { edgesMs } = bucketsIn({ startMs, endMs: startMs + table.rowCount * QUARTER_HOUR }, 'day', 'UTC');
    // The peer counts the first and the last day as whole days.
    const whole = { startMs: edgesMs[0] ?? 0, stepMs: QUARTER_HOUR, count: ((edgesMs.at(-1) ?? 0) - (edgesMs[0] ?? 0)) / QUARTER_HOUR };
    const values = new Float64Array(whole.count).fill(Number.NaN);
    values.set(table.numbers('value_normalized'), (grid.startMs - whole.startMs) / QUARTER_HOUR);
    const shares = completenessOf(rollUp({ grid: whole, values, kind: 'mean', edgesMs }));
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    const found = [shares.length, mean, shares.filter((share) => share < 0.333).length];
    expect(differences(found, reference.expected('completeness') as number[], { absolute: 1e-6 })).toEqual([]);
  });
});
