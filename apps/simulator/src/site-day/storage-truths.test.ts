import type { SiteDayEvidence } from '@solvane/energy/site-day/learn/evidence';
import { learnSite } from '@solvane/energy/site-day/learn-site';
import { addLedgerSums, ledgerSums } from '@solvane/energy/storage/ledger-sums';
import { theilSenLine } from '@solvane/series/theil-sen';
import { afterAll, describe, expect, test } from 'vitest';
import { getPlan } from '../plant/demo-world.ts';
import { days, FIRST_DAY, sum, testWorld } from '../testing/test-world.ts';
import { demoConfiguration } from './demo-configuration.ts';
import { computeDemoDay, type DemoResult } from './demo-day.ts';
import { truthTable } from './truth-table.ts';

const world = testWorld();
const table = truthTable();

afterAll(() => table.print());

function dayOf(siteId: string, day: number): DemoResult {
  return computeDemoDay(world, getPlan(siteId), FIRST_DAY + day);
}

/** The one point a day has of a figure that is a ratio of its sums. */
function figure(result: DemoResult, siteId: string, apCode: string): number {
  return result.derived(siteId, `${apCode}||Calculated`)[0] ?? Number.NaN;
}

describe('the capacity of a battery', () => {
  // One day a week over the whole period.
  const evidence: SiteDayEvidence[] = days(0, 56).map((week) => dayOf('s09', 7 * week).outputs.evidence);

  test('fades as it was made to', () => {
    const measured = evidence.flatMap(({ day, devices }) =>
      days(1, 4).flatMap((k) =>
        (devices.get(`s09-bi-${k}`)?.capacities ?? []).map((capacity) => ({ years: (day - FIRST_DAY) / 365.25, share: capacity / 10_000 })),
      ),
    );
    expect(measured.length).toBeGreaterThan(4 * 57);
    const trend = theilSenLine(
      Float64Array.from(measured, ({ years }) => years),
      Float64Array.from(measured, ({ share }) => share),
    );
    const line = {
      id: 'GT26',
      what: 'fade [%/yr]',
      truth: -3,
      found: 100 * (trend?.slope ?? Number.NaN),
      tolerance: 0.6,
      isAbsolute: true,
    };
    expect(table.compare(line)).toBeLessThan(0.6);
  });

  test('is told as state of health, learned from the discharges before the day', () => {
    const site = demoConfiguration(getPlan('s09'));
    const healthOn = (day: number) => {
      const memory = learnSite(site, FIRST_DAY + day, evidence);
      return figure(computeDemoDay(world, getPlan('s09'), FIRST_DAY + day, { site, memory }), 's09', 'StateOfHealth');
    };
    expect(() => figure(dayOf('s09', 390), 's09', 'StateOfHealth')).toThrow();
    const change = healthOn(390) - healthOn(30);
    expect(
      table.compare({ id: 'GT26', what: 'health [points]', truth: (-3 * 360) / 365.25, found: change, tolerance: 0.6, isAbsolute: true }),
    ).toBeLessThan(0.6);
  });
});

test('cells that drift apart reach 50 mV when they were made to', () => {
  const spreadOn = (day: number) => {
    const values = dayOf('s09', day).derived('s09-bc-3', 'CellVoltageSpread||Calculated');
    return sum(values) / values.filter((value) => !Number.isNaN(value)).length;
  };
  const reached = days(288, 302).find((day) => spreadOn(day) >= 50) ?? Number.NaN;
  const line = { id: 'GT27', what: 'day of 50 mV', truth: 293.75, found: reached, tolerance: 6, isAbsolute: true };
  expect(table.compare(line)).toBeLessThanOrEqual(6);
});

test('a power conversion system that is out costs a quarter of the power availability', () => {
  const [healthy, out] = [318, 321].map((day) => figure(dayOf('s09', day), 's09', 'PowerAvailability'));
  const found = (out ?? 0) - (healthy ?? 0);
  expect(table.compare({ id: 'GT28', what: 'power [points]', truth: -25, found, tolerance: 1, isAbsolute: true })).toBeLessThan(1);
  expect(figure(dayOf('s09', 321), 's09', 'CapacityAvailability')).toBeLessThan(80);
});

test('heat that derates a battery is Degraded and shows in the power availability', () => {
  const result = dayOf('s10', 205);
  const derated = result.outputs.timelines.filter(({ slices }) => slices.some(({ code }) => code === '2401'));
  expect(derated.length).toBeGreaterThan(0);
  expect(derated.every(({ slices }) => slices.some(({ code, eventType }) => code === '2401' && eventType === 'Degraded'))).toBe(true);
  // The metric is the power that the inverters reported as possible over their rating.
  const available = [1, 2].map((k) => result.validated(`s10-bi-${k}`, 'AvailableDischargePower').values);
  const truth = (100 * sum(available[0]?.map((kw, i) => Math.min(10_000, kw + (available[1]?.[i] ?? Number.NaN))) ?? [])) / (10_000 * 144);
  const found = figure(result, 's10', 'PowerAvailability');
  expect(found).toBeLessThan(99);
  expect(table.compare({ id: 'GT29', what: 'power [%]', truth, found, tolerance: 0.01 })).toBeLessThan(0.01);
});

test('six evenings of missed orders are the six worst for adherence', () => {
  const missed = [30, 91, 152, 230, 281, 342];
  const followed = missed.map((day) => day - 3);
  const [bad, good] = [missed, followed].map((list) => list.map((day) => figure(dayOf('s10', day), 's10', 'DispatchAdherence')));
  expect(Math.max(...(bad ?? []))).toBeLessThan(90);
  expect(Math.min(...(good ?? []))).toBeGreaterThan(97);
  const found = missed.filter((day) => dayOf('s10', day).outputs.detected.some(({ code }) => code === 'SYS-BESS-MISS')).length;
  expect(table.compare({ id: 'GT30', what: 'evenings', truth: 6, found, tolerance: 0 })).toBe(0);
});

test('efficiency over a week of cycles is what the battery was made with', () => {
  for (const [siteId, truth] of [
    ['s09', 86],
    ['s10', 84],
  ] as const) {
    const results = days(100, 106).map((day) => dayOf(siteId, day));
    const [over, under] = results.reduce(
      ([a, b], { outputs }) => {
        const column = outputs.derived.find(
          ({ deviceId, signalId }) => deviceId === siteId && signalId === 'RoundTripEfficiency||Calculated',
        );
        const weight = column?.weights?.[0] ?? 0;
        return [a + weight * (column?.values[0] ?? 0), b + weight];
      },
      [0, 0],
    );
    expect(
      table.compare({ id: siteId, what: 'efficiency [%]', truth, found: over / under, tolerance: 1.5, isAbsolute: true }),
    ).toBeLessThan(1.5);
  }
});

describe('energy behind a shared connection', () => {
  test.each([
    ['s11', 150],
    ['s11', 20],
    ['s12', 200],
  ])('of %s is accounted for, from every source to its end', (siteId, day) => {
    const result = dayOf(siteId, day);
    const { ledger } = result.outputs;
    if (!ledger) throw new Error('a hybrid site has a ledger');
    const open = ledger.connection.map((arrived, i) => {
      const at = (column: Float64Array) => column[i] ?? Number.NaN;
      const sent = at(ledger.solarNet) + at(ledger.windNet) + at(ledger.batteryNet);
      // What the grid delivers comes through the same cables: it shows where nothing is sent.
      return arrived >= 0 && at(ledger.gridToBattery) === 0 ? sent - arrived : 0;
    });
    const worst = Math.max(...open.filter((value) => !Number.isNaN(value)).map(Math.abs));
    expect(
      table.compare({ id: 'GT31', what: `${siteId} ledger [kWh]`, truth: 0, found: worst, tolerance: 1e-6, isAbsolute: true }),
    ).toBeLessThan(1e-6);
    const charged = sum(ledger.solarToBattery) + sum(ledger.windToBattery) + sum(ledger.gridToBattery);
    const batteries = result.outputs.availability.map(({ device }) => device).filter(({ energySource }) => energySource === 'BESS');
    const isKnown = ledger.connection.map((kwh) => (Number.isNaN(kwh) ? 0 : 1));
    const taken = sum(
      batteries.flatMap(({ id }) => [...result.derived(id, 'ChargeEnergy||Calculated')].map((kwh, i) => kwh * (isKnown[i] ?? 0))),
    );
    expect(Math.abs(charged - taken)).toBeLessThan(1e-6);

    const ofDay = ledgerSums(ledger, 1 / 6);
    expect(ofDay.solarToBattery + ofDay.windToBattery + ofDay.gridToBattery).toBeCloseTo(charged, 6);
    expect(ofDay.knownHours + ofDay.unknownHours).toBeCloseTo(24, 9);
    expect(addLedgerSums([ofDay, ofDay]).connection).toBeCloseTo(2 * ofDay.connection, 6);
  });
});
