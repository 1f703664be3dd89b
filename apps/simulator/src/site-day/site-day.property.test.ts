import type { RawEvent } from '@solvane/energy/events/raw-events';
import { computeSiteDay } from '@solvane/energy/site-day/compute-site-day';
import { EMPTY_MEMORY } from '@solvane/energy/site-day/memory';
import { localDay } from '@solvane/energy/time/local-day';
import { describe, expect, test } from 'vitest';
import { DEMO_SITES } from '../fleet/demo-sites.ts';
import { getPlan } from '../plant/demo-world.ts';
import { FIRST_DAY, sum, testWorld } from '../testing/test-world.ts';
import { demoConfiguration } from './demo-configuration.ts';
import { asResult, computeDemoDay, type DemoResult, demoInputs } from './demo-day.ts';

const world = testWorld();
const TOLERANCE = 1e-6;

function generatorsOf({ outputs }: DemoResult): string[] {
  return outputs.availability.map(({ device }) => device.id);
}

function columnsOf(result: DemoResult, id: string) {
  const column = (name: string) => result.derived(id, `ActiveEnergy||${name}`);
  return {
    expected: column('Expected'),
    actual: result.validated(id, 'ActiveEnergy').values,
    parts: ['LostDowntime', 'LostCurtailment', 'LostDegraded', 'LostCommunication', 'LostUnknown'].map(column),
    identified: ['LostSnow', 'LostSoiling'].map(column),
    residual: column('LostResidual'),
    lost: column('Lost'),
  };
}

/** Largest distance from 0; an interval nothing is known of says nothing. */
function worst(values: Float64Array): number {
  return values.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), 0);
}

describe.each(DEMO_SITES.map(({ id }) => id))('a day of %s', (siteId) => {
  // A weekend day with faults on several sites, and a day in winter.
  const results = [20, 186].map((day) => computeDemoDay(world, getPlan(siteId), FIRST_DAY + day));

  test('explains every kilowatt-hour once: expected is produced plus lost plus unexplained', () => {
    for (const result of results) {
      for (const id of generatorsOf(result)) {
        const { expected, actual, parts, identified, residual, lost } = columnsOf(result, id);
        const explained = lost.map((_, i) => sum([...parts, ...identified].map((column) => column[i] ?? Number.NaN)));
        const open = expected.map((energy, i) => energy - Math.max(0, actual[i] ?? Number.NaN) - (explained[i] ?? 0) - (residual[i] ?? 0));
        expect(worst(open)).toBeLessThan(TOLERANCE);
        expect(worst(lost.map((energy, i) => energy - (explained[i] ?? 0)))).toBeLessThan(TOLERANCE);
        expect(parts.every((column) => column.every((kwh) => !(kwh < 0)))).toBe(true);
      }
    }
  });

  test('gives every allocated kilowatt-hour to one event, and to no event what is on no timeline', () => {
    for (const result of results) {
      const allocated = sum(generatorsOf(result).flatMap((id) => columnsOf(result, id).parts.flatMap((part) => [...part])));
      const { losses, timelines } = result.outputs;
      const borne = sum(losses.map(({ energy }) => (Number.isNaN(energy) ? 0 : energy)));
      expect(borne).toBeCloseTo(allocated, 6);
      const starts = new Set(timelines.flatMap(({ deviceId, slices }) => slices.map(({ startMs }) => `${deviceId} ${startMs}`)));
      expect(losses.filter(({ deviceId, startMs }) => !starts.has(`${deviceId} ${startMs}`))).toEqual([]);
    }
  });

  test('books every second of every generator once', () => {
    for (const { outputs } of results) {
      for (const { account } of outputs.availability) expect(sum(account.all.seconds)).toBeCloseTo(outputs.grid.count * 600, 6);
    }
  });

  test('has a sum of the site that is the sum of its generators', () => {
    for (const result of results) {
      const ofDevices = sum(generatorsOf(result).flatMap((id) => [...result.derived(id, 'ActiveEnergy||Lost')]));
      expect(sum(result.derived(siteId, 'ActiveEnergy||Lost'))).toBeCloseTo(ofDevices, 6);
    }
  });

  test('loses nothing in the dark', () => {
    for (const result of results) {
      const elevation = result.derived(siteId, 'SolarElevation||Calculated');
      for (const id of generatorsOf(result).filter((each) => each.includes('-inv-'))) {
        const lost = result.derived(id, 'ActiveEnergy||Lost');
        expect([...lost].filter((energy, i) => (elevation[i] ?? 0) < -1 && energy !== 0)).toEqual([]);
      }
    }
  });

  test('comes out the same to the byte, asked again or in another order', () => {
    const plan = getPlan(siteId);
    const day = FIRST_DAY + 186;
    const inputs = demoInputs(world, plan, day);
    const site = demoConfiguration(plan);
    const first = computeSiteDay(site, day, inputs, EMPTY_MEMORY);
    const again = computeSiteDay(site, day, inputs, EMPTY_MEMORY);
    const shuffled = computeSiteDay(
      { ...site, devices: [...site.devices].reverse() },
      day,
      { ...inputs, rawEvents: [...inputs.rawEvents].reverse(), signals: new Map([...inputs.signals].reverse()) },
      EMPTY_MEMORY,
    );
    expect(bytesOf(again)).toEqual(bytesOf(first));
    expect(bytesOf(shuffled)).toEqual(bytesOf(first));
  });

  test('finds the same events when what it found before is stored', () => {
    const plan = getPlan(siteId);
    const day = FIRST_DAY + 186;
    const inputs = demoInputs(world, plan, day);
    const first = computeDemoDay(world, plan, day, { inputs }).outputs;
    const stored: RawEvent[] = [...inputs.rawEvents, ...first.detected];
    const second = computeDemoDay(world, plan, day, { inputs: { ...inputs, rawEvents: stored } }).outputs;
    expect(bytesOf(second)).toEqual(bytesOf(first));
  });
});

/** Columns as texts that compare to the last bit; the many bit patterns of a value that is missing are one. */
function bytesOf(value: object): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (each instanceof Map) return [...each];
    if (each instanceof Float64Array) return Array.from(each, (number) => (Object.is(number, -0) ? '-0' : String(number))).join(' ');
    if (each instanceof Int32Array || each instanceof Uint8Array) return [...each];
    return typeof each === 'function' ? undefined : each;
  });
}

describe('a day on which the clocks change', () => {
  test.each([
    ['s03', localDay(2025, 3, 30), 138],
    ['s03', localDay(2025, 10, 26), 150],
    ['s02', localDay(2025, 11, 2), 150],
    ['s05', localDay(2025, 10, 5), 138],
    ['s04', localDay(2025, 10, 26), 144],
  ])('has at %s its own number of intervals, all of them booked', (siteId, day, count) => {
    const { outputs } = computeDemoDay(world, getPlan(siteId), day);
    expect(outputs.grid.count).toBe(count);
    expect(outputs.derived.every(({ values }) => values.length === count)).toBe(true);
    for (const { account } of outputs.availability) expect(sum(account.all.seconds)).toBeCloseTo(count * 600, 6);
  });
});

describe('a day that is not over', () => {
  const plan = getPlan('s01');
  const day = FIRST_DAY + 95;
  const full = demoInputs(world, plan, day);
  const horizonMs = full.grid.startMs + (2 * 144 + 72) * full.grid.stepMs;
  const signals = new Map(
    [...full.signals].map(([id, ofDevice]) => [
      id,
      ofDevice.map((signal) => ({ ...signal, raw: signal.raw.map((value, i) => (i < 2 * 144 + 72 ? value : Number.NaN)) })),
    ]),
  );
  const rawEvents = full.rawEvents
    .filter(({ startMs }) => startMs < horizonMs)
    .map((event) => ({ ...event, endMs: (event.endMs ?? horizonMs) < horizonMs ? event.endMs : null }));

  test('ends with the last complete interval, and its events are open', () => {
    const { outputs } = asResult(computeSiteDay(demoConfiguration(plan), day, { ...full, signals, rawEvents, horizonMs }, EMPTY_MEMORY));
    expect(outputs.grid.count).toBe(72);
    expect(outputs.derived.every(({ values }) => values.length === 72)).toBe(true);
    const stop = outputs.timelines.find(({ deviceId }) => deviceId === 's01-inv-2')?.slices.at(-1);
    expect([stop?.code, stop?.isOpen, stop?.endMs]).toEqual(['1205', true, horizonMs]);
  });

  test('needs nothing that comes later', () => {
    const early = asResult(computeSiteDay(demoConfiguration(plan), day, { ...full, signals, rawEvents, horizonMs }, EMPTY_MEMORY));
    const late = computeDemoDay(world, plan, day, { inputs: full });
    const losses = (result: DemoResult) => [...result.derived('s01-inv-2', 'ActiveEnergy||LostDowntime').slice(0, 66)];
    expect(losses(early)).toEqual(losses(late));
  });
});
