import { timeCategoryIndex } from '@solvane/energy/events/time-category';
import type { WalkBar, WalkStep } from '@solvane/energy/losses/loss-walk';
import { computeSiteDay } from '@solvane/energy/site-day/compute-site-day';
import { siteWalk } from '@solvane/energy/site-day/losses/walk-sums';
import { EMPTY_MEMORY } from '@solvane/energy/site-day/memory';
import type { SiteDayOutputs } from '@solvane/energy/site-day/outputs';
import { localDay } from '@solvane/energy/time/local-day';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at } from '../columns/column.ts';
import { sum } from '../testing/test-world.ts';
import { INTERVALS } from './interval-figures.ts';
import { METER_ID } from './minute-plant.ts';
import { computePlantDays, inputsOf } from './plant-days.ts';
import { type UnusualPlant, type UnusualPlantPlan, unusualPlant } from './unusual-plant.ts';

/** Days on which clocks change, and places whose days begin inside an hour. */
const PLACES = [
  { zone: 'Europe/Stockholm', day: localDay(2025, 3, 30), latitude: 57.7, longitude: 12 },
  { zone: 'Europe/Stockholm', day: localDay(2025, 10, 26), latitude: 57.7, longitude: 12 },
  { zone: 'America/St_Johns', day: localDay(2025, 3, 9), latitude: 47.5, longitude: -52.8 },
  { zone: 'Australia/Lord_Howe', day: localDay(2025, 10, 5), latitude: -31.5, longitude: 159.1 },
  { zone: 'Asia/Kolkata', day: localDay(2025, 4, 12), latitude: 19, longitude: 73 },
  { zone: 'Pacific/Chatham', day: localDay(2025, 4, 6), latitude: -43.9, longitude: -176.5 },
  { zone: 'America/Phoenix', day: localDay(2025, 6, 14), latitude: 33.4, longitude: -112 },
  { zone: 'UTC', day: localDay(2025, 8, 20), latitude: 41, longitude: 2 },
];
const SIGNALS = ['IrradiancePOA', 'IrradianceGHI', 'AmbientTemperature', 'ModuleTemperature', 'WindSpeed', 'NacelleWindSpeed'];
/** What cannot be known of a device that nothing is expected of. */
const UNKNOWN = ['ProductionAvailability||Total', 'ProductionAvailability||Technical', 'PerformanceRatio||Calculated'];
const NUM_RUNS = process.env.SOLVANE_LONG ? 600 : 40;

function plans(isFlawed: boolean, stopped: UnusualPlantPlan['stopped'] = 'none'): fc.Arbitrary<UnusualPlantPlan> {
  const gap = fc.record({ device: fc.nat(5), start: fc.nat(8 * 1440), minutes: fc.integer({ min: 5, max: 2800 }) });
  const reading = fc.record({ device: fc.nat(5), start: fc.nat(8 * 1440) });
  return fc.record({
    seed: fc.nat(1_000_000),
    place: fc.constantFrom(...PLACES),
    source: fc.constantFrom('solar', 'solar', 'wind', 'wind', 'both'),
    minutes: fc.constantFrom(...INTERVALS),
    rating: fc.constantFrom(5, 330, 20_000, 500_000),
    devices: fc.integer({ min: 1, max: 5 }),
    resolution: fc.constantFrom('exact', 'float32', 'coarse'),
    missing: fc.subarray(SIGNALS),
    isSilentAtNight: fc.boolean(),
    metered: fc.constantFrom('none', 'all', 'first'),
    hasCurve: fc.boolean(),
    sends: fc.constantFrom('power', 'power', 'register', 'wholeRegister'),
    isRated: fc.constantFrom(true, true, true, false),
    hasBattery: fc.constantFrom(false, false, true),
    stopped: fc.constant(stopped),
    clearness: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
    gaps: fc.array(gap, { maxLength: isFlawed ? 5 : 0 }),
    zeroReadings: fc.array(reading, { maxLength: isFlawed ? 3 : 0 }),
    clockError: isFlawed ? fc.constantFrom(0, 0, -60, 7, 60, 180) : fc.constant(0),
    unitMistake: isFlawed ? fc.constantFrom(1, 1, 1000, 0.001) : fc.constant(1),
  });
}

interface Case {
  plan: UnusualPlantPlan;
  plant: UnusualPlant;
  days: SiteDayOutputs[];
}

/** The same plants are asked about several things. */
const known = new Map<string, Case>();

function caseOf(plan: UnusualPlantPlan): Case {
  const key = JSON.stringify(plan);
  const found = known.get(key);
  if (found) return found;
  const plant = unusualPlant(plan);
  const { site, averaged, days } = plant;
  const made = { plan, plant, days: computePlantDays({ ...averaged, site, days, events: [] }) };
  known.set(key, made);
  return made;
}

function always(isFlawed: boolean, holds: (each: Case) => void): void {
  fc.assert(
    fc.property(plans(isFlawed), (plan) => holds(caseOf(plan))),
    { numRuns: NUM_RUNS, seed: 20256 },
  );
}

function derivedOf({ derived }: SiteDayOutputs, deviceId: string, signalId: string): Float64Array {
  return derived.find((column) => column.deviceId === deviceId && column.signalId === signalId)?.values ?? new Float64Array(0);
}

function knownOf(values: Float64Array): number[] {
  return [...values].filter((value) => !Number.isNaN(value));
}

function pairs(days: readonly SiteDayOutputs[], ids: readonly string[]): [SiteDayOutputs, string][] {
  return days.flatMap((day) => ids.map((id): [SiteDayOutputs, string] => [day, id]));
}

function zeroIfMissing(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

/** Of all sources. [kWh] */
function barOf({ walk }: SiteDayOutputs, wanted: WalkStep): number {
  const bars: WalkBar[] = Object.values(siteWalk(walk)).flat();
  return sum(bars.filter(({ step }) => step === wanted).map(({ energy }) => energy));
}

function energyOf({ validated }: SiteDayOutputs, deviceId: string): Float64Array {
  return validated.find((column) => column.deviceId === deviceId && column.apCode === 'ActiveEnergy')?.values ?? new Float64Array(0);
}

/** What a device sent on a day. */
function readingsOn(
  { averaged: { grid, signals } }: UnusualPlant,
  { grid: day }: SiteDayOutputs,
  { id, apCode }: { id: string; apCode: string },
): Float64Array {
  const offset = (day.startMs - grid.startMs) / grid.stepMs;
  const raw = signals.get(id)?.find((signal) => signal.apCode === apCode)?.raw;
  return raw?.subarray(offset, offset + day.count) ?? new Float64Array(day.count).fill(Number.NaN);
}

/** From the first reading of the days to the last: what the register counted, and what the engine made of it. [kWh] */
function registerSums(plant: UnusualPlant, days: readonly SiteDayOutputs[], id: string): { counted: number; kept: number } {
  const readings = days.flatMap((day) => [...readingsOn(plant, day, { id, apCode: 'ExportCounter' })]);
  const energy = days.flatMap((day) => [...energyOf(day, id)]);
  const isRead = (kwh: number) => kwh > 0;
  const [first, last] = [readings.findIndex(isRead), readings.findLastIndex(isRead)];
  return { counted: (readings[last] ?? 0) - (readings[first] ?? 0), kept: sum(energy.slice(first + 1, last + 1)) };
}

/** Whether nothing there is can tell what the devices should have made. */
function isWithoutExpectation({ source, devices, missing, hasCurve }: UnusualPlantPlan): boolean {
  if (source === 'both') return false;
  if (source === 'solar') return devices === 1 && missing.includes('IrradiancePOA') && missing.includes('IrradianceGHI');
  return devices <= 2 && (!hasCurve || missing.includes('NacelleWindSpeed'));
}

describe.each([
  { title: 'a plant without flaws', isFlawed: false },
  { title: 'a plant with gaps, wrong clocks and wrong units', isFlawed: true },
])('$title', ({ isFlawed }) => {
  test('keeps the energy of good data', () => {
    always(isFlawed, ({ plan, plant, days }) => {
      if (plan.sends !== 'power') return;
      let [kept, sent] = [0, 0];
      for (const [day, id] of pairs(days, plant.generatorIds.slice(plan.unitMistake === 1 ? 0 : 1))) {
        const power = readingsOn(plant, day, { id, apCode: 'ActivePower' });
        energyOf(day, id).forEach((kwh, i) => {
          if (Number.isNaN(at(power, i))) return;
          sent += (at(power, i) * day.grid.stepMs) / 3_600_000;
          kept += zeroIfMissing(kwh);
        });
      }
      expect(Math.abs(kept - sent)).toBeLessThanOrEqual(0.01 * Math.abs(sent) + 1e-6);
    });
  });

  test('counts what its registers counted, gaps and wrong readings between', () => {
    always(isFlawed, ({ plan, plant, days }) => {
      if (plan.sends === 'power') return;
      const ids = [...plant.generatorIds.slice(plan.unitMistake === 1 ? 0 : 1), ...(plan.metered === 'all' ? [METER_ID] : [])];
      const step = plan.sends === 'wholeRegister' ? 1 : 0;
      for (const id of ids) {
        const { counted, kept } = registerSums(plant, days, id);
        expect([id, Math.abs(kept - counted)]).toEqual([id, expect.toSatisfy((kwh: number) => kwh <= 0.01 * counted + step)]);
      }
    });
  });

  test('has nothing that is perfect because it is unknown', () => {
    always(isFlawed, ({ plan, plant, days }) => {
      if (!isWithoutExpectation(plan)) return;
      const canTellStops = plan.source === 'wind' && !plan.missing.includes('NacelleWindSpeed');
      for (const [day, id] of pairs(days, plant.generatorIds)) {
        expect(sum(derivedOf(day, id, 'ActiveEnergy||Expected'))).toBe(0);
        for (const signal of UNKNOWN) expect([signal, ...knownOf(derivedOf(day, id, signal))]).toEqual([signal]);
        const seconds = day.availability.find(({ device }) => device.id === id)?.account.all.seconds;
        if (!canTellStops) expect(seconds?.[timeCategoryIndex('FP')]).toBe(0);
      }
    });
  });

  test('shows in bars of their own what is missing and what nothing was expected of', () => {
    always(isFlawed, ({ plan, plant, days }) => {
      for (const day of days) {
        const gaps = { noData: 0, withoutExpectation: 0 };
        for (const id of plant.generatorIds) {
          const expected = derivedOf(day, id, 'ActiveEnergy||Expected');
          energyOf(day, id).forEach((kwh, i) => {
            if (Number.isNaN(kwh)) gaps.noData -= zeroIfMissing(at(expected, i));
            else if (Number.isNaN(at(expected, i))) gaps.withoutExpectation += Math.max(0, kwh);
          });
        }
        const tolerance = 1e-6 * Math.max(1, plan.rating);
        expect(Math.abs(barOf(day, 'withoutExpectation') - gaps.withoutExpectation)).toBeLessThan(tolerance);
        // A meter proves energy of devices that are missing.
        if (plan.metered === 'none') expect(Math.abs(barOf(day, 'noData') - gaps.noData)).toBeLessThan(tolerance);
        else expect(barOf(day, 'noData')).toBeGreaterThanOrEqual(gaps.noData - tolerance);
      }
    });
  });

  test('has walks that close, seconds that are all counted, and no infinite number', () => {
    always(isFlawed, ({ days }) => {
      for (const { walk, derived, validated, losses, detected, availability, grid } of days) {
        const bars = Object.values(siteWalk(JSON.parse(JSON.stringify(walk)))).flat();
        expect(bars.filter(({ energy }) => !Number.isFinite(energy))).toEqual([]);
        for (const { values } of [...derived, ...validated])
          expect(values.some((value) => Math.abs(value) === Number.POSITIVE_INFINITY)).toBe(false);
        expect(
          losses.filter(({ energy, startMs }) => energy < 0 || Math.abs(energy) === Number.POSITIVE_INFINITY || !Number.isFinite(startMs)),
        ).toEqual([]);
        expect(detected.filter(({ startMs, endMs }) => !(startMs < (endMs ?? Number.POSITIVE_INFINITY)))).toEqual([]);
        for (const { account } of availability) expect(sum(account.all.seconds)).toBeCloseTo((grid.count * grid.stepMs) / 1000, 3);
      }
    });
  });

  test('is computed to the same bytes in whatever order it is listed', () => {
    always(isFlawed, ({ plant: { site, averaged, days } }) => {
      const day = days[1] ?? Number.NaN;
      const inputs = inputsOf({ ...averaged, site, events: [] }, day);
      const shuffled = {
        ...inputs,
        signals: new Map([...inputs.signals].reverse().map(([id, signals]) => [id, [...signals].reverse()])),
      };
      const again = computeSiteDay({ ...site, devices: [...site.devices].reverse() }, day, shuffled, EMPTY_MEMORY);
      const first = computeSiteDay(site, day, inputs, EMPTY_MEMORY);
      expect(sorted(again)).toEqual(sorted(first));
    });
  });
});

function sorted(outputs: SiteDayOutputs): SiteDayOutputs {
  const name = ({ deviceId, apCode = '', signalId = '' }: { deviceId: string; apCode?: string; signalId?: string }) =>
    `${deviceId} ${apCode} ${signalId}`;
  const byName = <T extends { deviceId: string }>(columns: readonly T[]) => [...columns].sort((a, b) => (name(a) < name(b) ? -1 : 1));
  return { ...outputs, validated: byName(outputs.validated), derived: byName(outputs.derived) };
}

describe('a healthy plant', () => {
  test('loses almost nothing', () => {
    always(false, ({ plant, days }) => {
      let [lost, made] = [0, 0];
      for (const day of days)
        for (const id of plant.generatorIds) {
          lost += sum(derivedOf(day, id, 'ActiveEnergy||Lost'));
          made += sum(energyOf(day, id));
        }
      expect(lost).toBeLessThanOrEqual(0.01 * Math.max(0, made) + 1e-6);
    });
  });

  test('is not silent at night because its loggers sleep', () => {
    always(false, ({ days }) => {
      expect(days.flatMap(({ detected }) => detected.filter(({ code }) => code.startsWith('SYS-COMM')))).toEqual([]);
    });
  });
});

/** Whether the weather tells what the devices should have made. */
function isExpectedByWeather({ source, missing, hasCurve, isRated, sends }: UnusualPlantPlan): boolean {
  // A register in whole kWh stands still for hours on a small device that runs.
  if (!isRated || sends !== 'power') return false;
  const isWindKnown = hasCurve && !missing.includes('NacelleWindSpeed');
  const isWarm = !missing.includes('ModuleTemperature') || !missing.includes('AmbientTemperature');
  const isLightKnown = isWarm && !(missing.includes('IrradiancePOA') && missing.includes('IrradianceGHI'));
  return (source === 'solar' || isWindKnown) && (source === 'wind' || isLightKnown);
}

test.each(['first', 'all'] as const)('a stop of a day is found where the weather tells of it: %s', (stopped) => {
  fc.assert(
    fc.property(plans(false, stopped), (plan) => {
      if (!isExpectedByWeather(plan)) return;
      const { plant, days } = caseOf(plan);
      const day = days[1];
      for (const { deviceId, lost } of plant.truth.losses) {
        // In dim light and light wind nothing stands out.
        if (!day || lost < (0.1 * 24 * plan.rating) / plan.devices) continue;
        const found = sum(derivedOf(day, deviceId, 'ActiveEnergy||LostDowntime'));
        expect(found / lost).toBeGreaterThan(0.7);
        expect(found / lost).toBeLessThan(1.3);
      }
    }),
    { numRuns: NUM_RUNS, seed: 20257 },
  );
});
