import { describe, expect, test } from 'vitest';
import { DEFAULT_CATEGORY_SETS } from '../../events/category-sets.ts';
import { DEFAULT_EXPECTED_METHODS } from '../../production/expected-methods.ts';
import { defaultQualityConfiguration } from '../../quality/default-configuration.ts';
import { QUALITY_FLAGS } from '../../quality/flags.ts';
import { compileRules } from '../../quality/rules.ts';
import { dayBounds, localDay } from '../../time/local-day.ts';
import { computeSiteDay } from '../compute-site-day.ts';
import type { ReportedSignal } from '../inputs.ts';
import { EMPTY_MEMORY } from '../memory.ts';
import type { SiteConfiguration, SiteDevice } from '../site.ts';

const ZONE = 'Europe/Madrid';
const DAY = localDay(2025, 6, 10);
const STEP_MS = 600_000;
const window = { startMs: dayBounds(DAY - 2, ZONE).startMs, endMs: dayBounds(DAY + 2, ZONE).endMs };
const count = (window.endMs - window.startMs) / STEP_MS;
/** First interval of the day in the window. */
const FIRST = (dayBounds(DAY, ZONE).startMs - window.startMs) / STEP_MS;
const NAN = Number.NaN;

/** A roof of 1.2 kW with a meter of its own. */
function roof(): SiteConfiguration {
  const device = (id: string, segmentType: SiteDevice['segmentType'], capacityAc = NAN): SiteDevice => ({
    id,
    parentId: id === 'site' ? undefined : 'site',
    segmentType,
    energySource: 'PV',
    capacityAc,
    capacityDc: capacityAc,
    latitude: 37.4,
    longitude: -6,
    altitude: 10,
    height: NAN,
    tilt: NAN,
    azimuth: NAN,
    isTracked: false,
    samplesPerInterval: 1,
    temperatureCoefficient: -0.0037,
    systemLoss: 0.1,
    commissionedMs: NAN,
    cutIn: NAN,
    cutOut: NAN,
    minStateOfCharge: NAN,
    maxStateOfCharge: NAN,
    counter: {},
    curves: [],
    codes: { codeSet: [], enterpriseOverrides: [], siteOverrides: [], categories: DEFAULT_CATEGORY_SETS.All },
  });
  return {
    id: 'site',
    zone: ZONE,
    location: { latitude: 37.4, longitude: -6, altitude: 10 },
    collectionLoss: 0,
    exportLimit: NAN,
    silenceTreatment: 'noLoss',
    devices: [device('site', 'Site'), device('inv', 'Inverter', 1.2), device('meter', 'Meter')],
    quality: compileRules(defaultQualityConfiguration()),
    expectedMethods: DEFAULT_EXPECTED_METHODS,
    coefficients: [],
    tariffs: [],
    contract: {
      categories: DEFAULT_CATEGORY_SETS.All,
      views: [],
      primaryProductionView: 'Technical',
      overdesign: undefined,
      excludesEstimated: false,
    },
  };
}

function energyOf(deviceId: string, signals: readonly ReportedSignal[], day = DAY) {
  const inputs = {
    grid: { startMs: window.startMs, stepMs: STEP_MS, count },
    horizonMs: window.endMs,
    signals: new Map([[deviceId, signals]]),
    rawEvents: [],
    overlays: new Map(),
  };
  const { validated } = computeSiteDay(roof(), day, inputs, EMPTY_MEMORY);
  const found = validated.find((each) => each.deviceId === deviceId && each.apCode === 'ActiveEnergy');
  if (!found) throw new Error(`No energy of ${deviceId}`);
  return { ...found, total: sum(found.values) };
}

const sum = (values: Float64Array) => values.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), 0);
const column = (valueAt: (i: number) => number) => Float64Array.from({ length: count }, (_, i) => valueAt(i));
/** Kilowatt-hours of an interval: a day of 7.5 kWh. */
const sunAt = (i: number) => Math.max(0, 0.16 * Math.sin((2 * Math.PI * (i - 42)) / 144));
const READINGS = (() => {
  const readings = new Float64Array(count);
  for (let i = 0, reading = 26_500; i < count; i++) {
    reading += sunAt(i);
    readings[i] = reading;
  }
  return readings;
})();
const OF_DAY = sum(column((i) => (i >= FIRST && i < FIRST + 144 ? sunAt(i) : 0)));
const NOON = FIRST + 72;

describe('the energy of a register', () => {
  test('is that between its readings', () => {
    expect(energyOf('inv', [{ apCode: 'ExportCounter', raw: READINGS }]).total).toBeCloseTo(OF_DAY, 6);
  });

  test('that falls by 28 kWh is not its whole reading', () => {
    const raw = READINGS.map((reading, i) => (i >= NOON ? reading - 28 : reading));
    const { total, values } = energyOf('inv', [{ apCode: 'ExportCounter', raw }]);
    expect(values[72]).toBeNaN();
    expect(total).toBeCloseTo(OF_DAY - sunAt(NOON), 6);
  });

  test('that falls is doubted, and its power counts', () => {
    const raw = READINGS.map((reading, i) => (i >= NOON ? reading - 28 : reading));
    const power = column((i) => sunAt(i) * 6);
    const { total, flags } = energyOf('inv', [
      { apCode: 'ExportCounter', raw },
      { apCode: 'ActivePower', raw: power },
    ]);
    expect(total).toBeCloseTo(OF_DAY, 6);
    expect((flags[72] ?? 0) & QUALITY_FLAGS.SUSPECT).not.toBe(0);
  });

  test('that reads zero for two hours runs through', () => {
    const raw = READINGS.map((reading, i) => (i >= NOON && i < NOON + 12 ? 0 : reading));
    expect(energyOf('inv', [{ apCode: 'ExportCounter', raw }]).total).toBeCloseTo(OF_DAY, 6);
  });

  test('of a meter cannot exceed what its inverters can give', () => {
    const raw = READINGS.map((reading, i) => (i >= NOON ? reading + 9016.7 : reading));
    expect(energyOf('meter', [{ apCode: 'ExportCounter', raw }]).total).toBeCloseTo(OF_DAY - sunAt(NOON), 6);
  });

  test('is spread over ten hours without readings', () => {
    const raw = READINGS.map((reading, i) => (i > FIRST + 45 && i < FIRST + 105 ? NAN : reading));
    const { total, values, flags } = energyOf('inv', [{ apCode: 'ExportCounter', raw }]);
    expect(total).toBeCloseTo(OF_DAY, 6);
    expect((flags[60] ?? 0) & QUALITY_FLAGS.INTERPOLATED).not.toBe(0);
    expect(values.subarray(46, 105).every((value) => value > 0)).toBe(true);
  });
});

describe('a register that was silent for longer than the window', () => {
  const silent = { apCode: 'ExportCounter', raw: new Float64Array(count).fill(NAN) };
  const length = count + 800;
  const around = { readingBefore: { position: -501, value: 1000 }, readingAfter: { position: count + 299, value: 1000 + length / 100 } };

  test('has counted a share of each day', () => {
    const { total, values, flags } = energyOf('inv', [{ ...silent, ...around }]);
    expect(total).toBeCloseTo(1.44, 6);
    expect(values.every((value) => value > 0)).toBe(true);
    expect((flags[72] ?? 0) & QUALITY_FLAGS.INTERPOLATED).not.toBe(0);
  });

  test('shares the days before its return as much as those of the return', () => {
    const raw = silent.raw.map((_, i) => (i >= NOON ? 1000 + length / 100 + i - NOON : NAN));
    const readingBefore = { position: NOON - length, value: 1000 };
    const { values } = energyOf('meter', [{ apCode: 'ExportCounter', raw, readingBefore }]);
    expect(sum(values.subarray(0, 73))).toBeCloseTo(0.73, 6);
  });

  test('that counted more than can have flowed since says nothing', () => {
    const readingAfter = { position: count + 299, value: 1_000_000 };
    expect(energyOf('inv', [{ ...silent, ...around, readingAfter }]).total).toBe(0);
  });
});

describe('a column of interval energies', () => {
  test('with a catch-up after missing intervals spreads it over them', () => {
    const caught = sum(column((i) => (i >= NOON && i <= NOON + 30 ? sunAt(i) : 0)));
    const raw = column((i) => (i === NOON + 30 ? caught : i >= NOON && i < NOON + 30 ? NAN : sunAt(i)));
    const { total, values } = energyOf('inv', [{ apCode: 'ActiveEnergy', raw }]);
    expect(total).toBeCloseTo(OF_DAY, 6);
    expect(values[72 + 30]).toBeLessThan(0.25);
  });

  test('with more than can have been since stays as it is judged', () => {
    const raw = column((i) => (i === NOON + 3 ? 500 : i >= NOON && i < NOON + 3 ? NAN : sunAt(i)));
    expect(energyOf('inv', [{ apCode: 'ActiveEnergy', raw }]).total).toBeLessThan(OF_DAY);
  });
});
