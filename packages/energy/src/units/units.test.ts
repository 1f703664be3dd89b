import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertColumn, convertDifference, convertUnit, isConvertible, listUnits, parseUnit, type Unit } from './units.ts';

describe('conversions', () => {
  test.each<[number, Unit, number, Unit]>([
    [1.5, 'MW', 1500, 'kW'],
    [2, 'MWh', 2000, 'kWh'],
    [250, 'Wh', 0.25, 'kWh'],
    [1, 'kWh/m²', 3.6, 'MJ/m²'],
    [1, 'kWh', 3.6, 'MJ'],
    [212, '°F', 100, '°C'],
    [-40, '°C', -40, '°F'],
    [0, '°C', 273.15, 'K'],
    [36, 'km/h', 10, 'm/s'],
    [1, 'mph', 0.44704, 'm/s'],
    [3600, 'kn', 1852, 'm/s'],
    [101_325, 'Pa', 1013.25, 'hPa'],
    [1, 'bar', 1000, 'hPa'],
    [95, '%', 0.95, ''],
    [0.08, 'cur/kWh', 80, 'cur/MWh'],
    [180, '°', Math.PI, 'rad'],
  ])('%d %s is %d %s', (value, from, expected, to) => {
    expect(convertUnit(value, from, to)).toBeCloseTo(expected, 10);
    expect(convertUnit(expected, to, from)).toBeCloseTo(value, 10);
  });

  test('a spread of temperatures does not know the zero of the scale', () => {
    expect(convertDifference(9, '°F', '°C')).toBe(5);
    expect(convertDifference(3, 'K', '°C')).toBe(3);
    expect(convertDifference(3, '°C', '°C')).toBe(3);
  });

  test('columns convert value by value and keep what is missing', () => {
    expect([...convertColumn(Float64Array.of(1, Number.NaN, -2), 'MW', 'kW')]).toEqual([1000, Number.NaN, -2000]);
    const same = Float64Array.of(1);
    expect(convertColumn(same, 'kW', 'kW')).not.toBe(same);
  });

  test('units of different things do not convert', () => {
    expect(() => convertUnit(1, 'kW', 'kWh')).toThrow(RangeError);
    expect(() => convertColumn(Float64Array.of(1), '°C', 'm/s')).toThrow(RangeError);
    expect(isConvertible('kW', 'kvar')).toBe(false);
    expect(isConvertible('%/°C', '1/°C')).toBe(false);
    expect(isConvertible('mm', 'cm')).toBe(true);
  });

  test('there and back again gives the same number', () => {
    const pairs = listUnits().flatMap((from) =>
      listUnits()
        .filter((to) => isConvertible(from, to))
        .map((to) => [from, to] as const),
    );
    fc.assert(
      fc.property(fc.constantFrom(...pairs), fc.double({ min: -1e6, max: 1e6, noNaN: true }), ([from, to], value) => {
        const back = convertUnit(convertUnit(value, from, to), to, from);
        expect(Math.abs(back - value)).toBeLessThanOrEqual(1e-9 * Math.max(1000, Math.abs(value)));
      }),
    );
  });
});

describe('spellings', () => {
  test('every unit is read from its own symbol', () => {
    for (const unit of listUnits()) expect(parseUnit(unit), unit).toBe(unit);
  });

  test.each<[string, Unit]>([
    ['W/m^2', 'W/m²'],
    ['w/m2', 'W/m²'],
    ['Wm-2', 'W/m²'],
    [' kWh / m² ', 'kWh/m²'],
    ['degC', '°C'],
    ['DEGC', '°C'],
    ['ºC', '°C'],
    ['KW', 'kW'],
    ['kwh', 'kWh'],
    ['mwh', 'MWh'],
    ['MVAr', 'Mvar'],
    ['mbar', 'hPa'],
    ['kts', 'kn'],
    ['kOhm', 'kΩ'],
    ['M\u2126', 'MΩ'],
    ['-', ''],
    ['MIN', 'min'],
  ])('%j means %s', (text, unit) => {
    expect(parseUnit(text)).toBe(unit);
  });

  test.each(['mW', 'MV', 'MOHM', 'mohm ohm', 'furlong', 'MM'])('%j is not guessed', (text) => {
    expect(parseUnit(text)).toBeUndefined();
  });
});
