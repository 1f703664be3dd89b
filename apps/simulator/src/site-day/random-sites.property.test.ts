import { standardSheet } from '@solvane/energy/availability/availability-sheets';
import type { OverlayEntry } from '@solvane/energy/events/overlay';
import type { RawEvent } from '@solvane/energy/events/raw-events';
import { siteViewSums } from '@solvane/energy/site-day/availability/view-sums';
import { computeSiteDay } from '@solvane/energy/site-day/compute-site-day';
import { siteWalk } from '@solvane/energy/site-day/losses/walk-sums';
import { EMPTY_MEMORY } from '@solvane/energy/site-day/memory';
import type { SiteConfiguration } from '@solvane/energy/site-day/site';
import { dayBounds, localDay } from '@solvane/energy/time/local-day';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getPlan } from '../plant/demo-world.ts';
import { FIRST_DAY, sum, testWorld } from '../testing/test-world.ts';
import { demoConfiguration } from './demo-configuration.ts';
import { asResult, demoInputs } from './demo-day.ts';

const world = testWorld();
const PARTS = [
  'LostDowntime',
  'LostCurtailment',
  'LostDegraded',
  'LostCommunication',
  'LostUnknown',
  'LostSnow',
  'LostSoiling',
  'LostResidual',
];
const CODES = ['1205', '1103', '201', '2201', '301', '999999'];

const minute = fc.integer({ min: -1500, max: 2900 });
const disturbance = fc.record({
  siteId: fc.constantFrom('s01', 's05', 's07', 's09', 's12'),
  day: fc.integer({ min: 3, max: 390 }),
  zone: fc.constantFrom('Europe/Madrid', 'Australia/Adelaide', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC'),
  limit: fc.constantFrom(Number.NaN, 100, 3000),
  treatment: fc.constantFrom('noLoss' as const, 'asLost' as const),
  events: fc.array(
    fc.record({ device: fc.nat(20), code: fc.constantFrom(...CODES), start: minute, length: fc.integer({ min: 1, max: 900 }) }),
    {
      maxLength: 12,
    },
  ),
  edits: fc.array(fc.record({ device: fc.nat(20), start: minute, length: fc.integer({ min: 1, max: 600 }), isVoid: fc.boolean() }), {
    maxLength: 4,
  }),
  gaps: fc.array(fc.record({ device: fc.nat(20), start: fc.nat(700), length: fc.integer({ min: 1, max: 200 }) }), { maxLength: 6 }),
});

test('whatever happens to a site, every kilowatt-hour and every second is explained once, and the same way again', () => {
  fc.assert(
    fc.property(disturbance, ({ siteId, day, zone, limit, treatment, events, edits, gaps }) => {
      const plan = getPlan(siteId);
      const site: SiteConfiguration = { ...demoConfiguration(plan), zone, exportLimit: limit, silenceTreatment: treatment };
      const base = demoInputs(world, plan, FIRST_DAY + day);
      const { startMs } = dayBounds(FIRST_DAY + day, plan.timezone);
      const deviceAt = (k: number) => site.devices[k % site.devices.length]?.id ?? '';
      const raw = events.map(
        ({ device, code, start, length }, k): RawEvent => ({
          id: `e${k}`,
          deviceId: deviceAt(device),
          code,
          startMs: startMs + start * 60_000,
          endMs: startMs + (start + length) * 60_000,
          source: 'Scada',
        }),
      );
      const overlays = new Map<string, OverlayEntry[]>();
      for (const [k, { device, start, length, isVoid }] of edits.entries()) {
        const span = { startMs: startMs + start * 60_000, endMs: startMs + (start + length) * 60_000 };
        const meaning = { code: '7', category: 'Grid outage', eventType: 'Downtime' as const, priority: 102 };
        const entry: OverlayEntry = isVoid
          ? { id: `o${k}`, sequence: k, kind: 'void', ...span }
          : { id: `o${k}`, sequence: k, kind: 'assign', ...span, ...meaning };
        overlays.set(deviceAt(device), [...(overlays.get(deviceAt(device)) ?? []), entry]);
      }
      const signals = new Map(base.signals);
      for (const { device, start, length } of gaps) {
        const id = deviceAt(device);
        signals.set(
          id,
          (signals.get(id) ?? []).map((signal) => ({
            ...signal,
            raw: signal.raw.map((value, i) => (i >= start && i < start + length ? Number.NaN : value)),
          })),
        );
      }
      const inputs = { ...base, signals, overlays, rawEvents: [...base.rawEvents, ...raw] };
      // Another zone moves midnight: the day in the middle of the window has two others around it.
      const today = localDay(2025, 1, 1) + day;
      const { startMs: from, endMs: to } = dayBounds(today, zone);
      const gridEndMs = base.grid.startMs + base.grid.count * base.grid.stepMs;
      fc.pre(from >= base.grid.startMs && to <= gridEndMs && (from - base.grid.startMs) % base.grid.stepMs === 0);

      const result = asResult(computeSiteDay(site, today, inputs, EMPTY_MEMORY));
      const again = asResult(
        computeSiteDay(
          { ...site, devices: [...site.devices].reverse() },
          today,
          { ...inputs, rawEvents: [...inputs.rawEvents].reverse() },
          EMPTY_MEMORY,
        ),
      );
      let siteLost = 0;
      for (const { device, account } of result.outputs.availability) {
        const column = (name: string) => result.derived(device.id, `ActiveEnergy||${name}`);
        const expected = column('Expected');
        const actual = result.validated(device.id, 'ActiveEnergy').values;
        const parts = PARTS.map(column);
        for (let i = 0; i < expected.length; i++) {
          const wanted = expected[i] ?? Number.NaN;
          const made = actual[i] ?? Number.NaN;
          const explained = sum(parts.map((part) => part[i] ?? Number.NaN));
          if (Number.isNaN(wanted + made)) continue;
          expect(Math.abs(wanted - Math.max(0, made) - explained)).toBeLessThan(1e-6);
        }
        // A loss is not known where production or expectation is missing: then no cause of it is, not even as 0.
        for (const part of parts.slice(0, 7))
          part.forEach((kwh, i) => {
            const isMissing = Number.isNaN((expected[i] ?? Number.NaN) + (actual[i] ?? Number.NaN)) && expected[i] !== 0;
            if (!isMissing) expect(kwh).toBeGreaterThanOrEqual(0);
            // Silence that counts as lost is known.
            else if (treatment === 'noLoss') expect(kwh).toBeNaN();
          });
        expect(sum(account.all.seconds)).toBeCloseTo(result.outputs.grid.count * 600, 5);
        siteLost += sum(column('Lost'));
        expect(again.derived(device.id, 'ActiveEnergy||Lost')).toEqual(column('Lost'));
      }
      const whole = sum(result.derived(siteId, 'ActiveEnergy||Lost'));
      expect(Math.abs(whole - siteLost)).toBeLessThan(1e-6 * Math.max(1, siteLost));
      for (const bars of Object.values(siteWalk(result.outputs.walk)) as { energy: number }[][])
        expect(bars.every(({ energy }) => Number.isFinite(energy))).toBe(true);
      // What is kept of the day is kept as JSON: nothing of it is lost on the way.
      expect(siteWalk(JSON.parse(JSON.stringify(result.outputs.walk)))).toEqual(siteWalk(result.outputs.walk));
      for (const { name, basis, available, unavailable, unavailableBy } of siteViewSums(result.outputs.availability)) {
        const whole = Math.max(1, available + unavailable);
        expect(Math.abs(sum(Object.values(unavailableBy)) - unavailable) / whole).toBeLessThan(1e-9);
        const shown = result.derived(siteId, `${basis === 'time' ? 'Time' : 'Production'}Availability||${name}`)[0] ?? Number.NaN;
        if (!Number.isNaN(shown)) expect((100 * available) / (available + unavailable)).toBeCloseTo(shown, 6);
      }
      for (const { slices } of result.outputs.timelines)
        for (const [k, slice] of slices.entries()) expect(slice.startMs).toBeGreaterThanOrEqual(slices[k - 1]?.endMs ?? slice.startMs);
    }),
    { numRuns: 15, seed: 20251 },
  );
});

test('own views of a contract count by their own letters and fractions', () => {
  const plan = getPlan('s01');
  const sheet = { ...standardSheet({ view: 'Total', basis: 'time', isSolar: true }), FO: 0.25 };
  const base = demoConfiguration(plan);
  const own = (['Custom1', 'Custom2', 'Custom3'] as const).flatMap((name) =>
    (['time', 'production'] as const).map((basis) => ({ name, basis, sheets: { PV: sheet, Wind: sheet, BESS: sheet } })),
  );
  const site = { ...base, contract: { ...base.contract, views: [...base.contract.views, ...own] } };
  const result = asResult(computeSiteDay(site, FIRST_DAY + 95, demoInputs(world, plan, FIRST_DAY + 95), EMPTY_MEMORY));
  const figure = (deviceId: string, signalId: string) => result.derived(deviceId, signalId)[0] ?? Number.NaN;
  for (const kind of ['TimeAvailability', 'ProductionAvailability']) {
    const total = figure('s01-inv-2', `${kind}||Total`);
    // A quarter of the forced outage counts as available.
    expect(figure('s01-inv-2', `${kind}||Custom2`)).toBeGreaterThan(total);
    expect(figure('s01-inv-1', `${kind}||Custom3`)).toBeCloseTo(figure('s01-inv-1', `${kind}||Total`), 9);
    expect(figure('s01', `${kind}||Custom1`)).toBeGreaterThan(figure('s01', `${kind}||Total`));
  }
});
