import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUALITY_FLAGS } from './flags.ts';
import { QUALITY_METHODS } from './methods.ts';
import type { QualityDevice } from './site.ts';
import { device, LENGTH, DEFAULT_RULES as RULES, signalOf, siteOf } from './testing/site-builder.ts';
import { validateSite } from './validate-site.ts';

const MISSING = Number.NaN;
const F = QUALITY_FLAGS;
const numberOf = (method: keyof typeof QUALITY_METHODS) => QUALITY_METHODS[method].number;

describe('the whole', () => {
  const stations = ['A', 'B', 'C', 'D'].map((id, k, ids) => ({ id, primary: ids[(k + 1) % 4] ?? id }));
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.double({ min: -20, max: 40, noNaN: true }) },
    { weight: 2, arbitrary: fc.constant(MISSING) },
    { weight: 1, arbitrary: fc.constantFrom(-999, 12, 12, 12, Number.POSITIVE_INFINITY) },
  );
  const columns = fc.array(fc.array(value, { minLength: LENGTH, maxLength: LENGTH }), { minLength: 4, maxLength: 4 });
  const toDevices = (raws: number[][]) =>
    stations.map(({ id, primary }, k) => ({
      ...device(id, 'WeatherStation', {
        AmbientTemperature: Float64Array.from(raws[k] ?? []),
        WindSpeed: Float64Array.from(raws[(k + 1) % 4] ?? [], Math.abs),
      }),
      primaryWeatherStationId: primary,
    }));

  test('is the same again', () => {
    fc.assert(
      fc.property(columns, (raws) => {
        const devices = toDevices(raws);
        const before = structuredClone(devices);
        const first = validateSite(siteOf(devices), RULES);
        expect(validateSite(siteOf(devices), RULES)).toEqual(first);
        expect(devices).toEqual(before);
      }),
    );
  });

  test('does not depend on the order of devices and signals', () => {
    fc.assert(
      fc.property(columns, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (raws, order) => {
        const devices = toDevices(raws);
        const straight = validateSite(siteOf(devices), RULES);
        const shuffled = order.map((k) => devices[k] as QualityDevice).map((one) => ({ ...one, signals: one.signals.toReversed() }));
        const mixed = validateSite(siteOf(shuffled), RULES);
        for (const { id } of stations) {
          for (const apCode of ['AmbientTemperature', 'WindSpeed'])
            expect(signalOf(mixed, id, apCode)).toEqual(signalOf(straight, id, apCode));
        }
      }),
    );
  });

  test('never makes a value of nothing: stations that all miss a value cannot give it to each other', () => {
    fc.assert(
      fc.property(columns, fc.integer({ min: 2, max: LENGTH - 7 }), (raws, gap) => {
        const devices = toDevices(raws.map((raw) => raw.map((one, i) => (i >= gap && i < gap + 5 ? MISSING : one))));
        for (const one of validateSite(siteOf(devices), RULES)) {
          const temperature = one.signals.find(({ apCode }) => apCode === 'WindSpeed');
          for (let i = gap; i < gap + 5; i++) expect(temperature?.values[i]).toBeNaN();
        }
      }),
    );
  });

  test('says of every value where it is from, and of every missing one that it is missing', () => {
    fc.assert(
      fc.property(columns, (raws) => {
        for (const { signals } of validateSite(siteOf(toDevices(raws)), RULES)) {
          for (const { values, flags, methods, good } of signals) {
            for (const [i, one] of values.entries()) {
              expect(Number.isNaN(one)).toBe(methods[i] === 255);
              expect(((flags[i] ?? 0) & F.NO_VALUE) !== 0).toBe(Number.isNaN(one));
              if (methods[i] === numberOf('measured')) expect(one).toBe(good[i]);
            }
          }
        }
      }),
    );
  });

  test('gives the middle of the window the same values whether or not its edges are asked for', () => {
    fc.assert(
      fc.property(columns, (raws) => {
        const devices = toDevices(raws);
        const all = validateSite(siteOf(devices), RULES);
        const middle = validateSite({ ...siteOf(devices), core: { start: 8, end: 16 } }, RULES);
        for (const { id } of stations) {
          const [wide, narrow] = [signalOf(all, id, 'AmbientTemperature'), signalOf(middle, id, 'AmbientTemperature')];
          expect(narrow.values).toEqual(wide.values.slice(8, 16));
          expect(narrow.flags).toEqual(wide.flags.slice(8, 16));
        }
      }),
    );
  });

  test('refuses columns of another length than the window', () => {
    expect(() => validateSite(siteOf([device('WS', 'WeatherStation', { WindSpeed: new Float64Array(3) })]), RULES)).toThrow(RangeError);
  });
});
