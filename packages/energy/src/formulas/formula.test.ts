import { describe, expect, test } from 'vitest';
import type { SignalId } from '../signals/signal-id.ts';
import { evaluateFormula, type FormulaScope } from './evaluate-formula.ts';
import { parseFormula } from './parse-formula.ts';

const HOUR_MS = 3_600_000;

interface Given {
  columns?: Record<string, number[]>;
  startMs?: number;
  stepMs?: number;
  devices?: FormulaScope[];
  count?: number;
}

function scopeOf({
  columns = {},
  startMs = 0,
  stepMs = HOUR_MS,
  devices = [],
  count = Object.values(columns)[0]?.length ?? 1,
}: Given): FormulaScope {
  return {
    timesMs: Float64Array.from({ length: count }, (_, i) => startMs + i * stepMs),
    stepMs,
    zone: 'Europe/Stockholm',
    column: (signalId: SignalId) => columns[signalId] && Float64Array.from(columns[signalId]),
    unitOf: (signalId) =>
      signalId.startsWith('ActiveEnergy')
        ? 'kWh'
        : signalId.startsWith('AmbientTemperature')
          ? '°C'
          : signalId.startsWith('ReactivePower')
            ? 'kvar'
            : 'kW',
    devices: () => devices,
  };
}

function valuesOf(text: string, given: Given, unit?: string): number[] {
  const { formula, problem } = parseFormula(text, unit);
  if (!formula) throw new Error(JSON.stringify(problem));
  return [...evaluateFormula(formula, scopeOf(given))];
}

const problemOf = (text: string, unit?: string) => parseFormula(text, unit).problem;

describe('values', () => {
  const P = 'ActivePower||Validated';

  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['10 - 2 - 3', 5],
    ['8 / 4 / 2', 1],
    ['1 < 2 and not 3 < 2', 1],
    ['if(2 >= 2, 10, 20)', 10],
    ['min(3, 1, 2) + max(4, 9)', 10],
    ['clamp(12, 0, 10)', 10],
    ['round(2.5) + abs(-3)', 6],
    ['sin(90 °) + cos(0)', 2],
    ['1e3', 1000],
  ])('%s is %d', (text, expected) => {
    expect(valuesOf(text, { count: 1 })[0]).toBeCloseTo(expected, 12);
  });

  test('units convert: a literal in MW and a signal in kW', () => {
    expect(valuesOf('ActivePower - 0.1 MW', { columns: { [P]: [250] } })).toEqual([150]);
    expect(valuesOf('ActivePower * 30 min', { columns: { [P]: [250] } }, 'MWh')).toEqual([0.125]);
    expect(valuesOf('ActiveEnergy / 1 h', { columns: { 'ActiveEnergy||Validated': [250] } }, 'MW')).toEqual([0.25]);
    expect(valuesOf('AmbientTemperature', { columns: { 'AmbientTemperature||Validated': [100] } }, '°F')[0]).toBeCloseTo(212, 9);
  });

  test('apparent power is the root of the squares of active and reactive power', () => {
    const columns = { [P]: [3], 'ReactivePower||Validated': [4] };
    expect(valuesOf('sqrt(ActivePower ^ 2 + ReactivePower ^ 2)', { columns })).toEqual([5]);
  });

  test('a missing input is a missing result, except where a formula asks for what is there', () => {
    const columns = { [P]: [1, Number.NaN], 'ActivePower||Raw': [5, 6] };
    expect(valuesOf('ActivePower + ActivePower.Raw', { columns })).toEqual([6, Number.NaN]);
    expect(valuesOf('coalesce(ActivePower, ActivePower.Raw)', { columns })).toEqual([1, 6]);
    expect(valuesOf('isMissing(ActivePower)', { columns })).toEqual([0, 1]);
    expect(valuesOf('if(ActivePower.Raw > 5.5 kW, ActivePower.Raw, ActivePower)', { columns })).toEqual([1, 6]);
    expect(valuesOf('ActivePower > 0', { columns })).toEqual([1, Number.NaN]);
    expect(valuesOf('ActivePower.Expected', { columns, count: 2 })).toEqual([Number.NaN, Number.NaN]);
  });

  test('a division by zero is missing', () => {
    expect(valuesOf('ActivePower / (ActivePower - 1 kW)', { columns: { [P]: [1, 3] } })).toEqual([Number.NaN, 1.5]);
  });

  test('lag and rolling functions count time, not points', () => {
    const columns = { [P]: [1, 2, Number.NaN, 4] };
    expect(valuesOf('lag(ActivePower, 2 h)', { columns })).toEqual([Number.NaN, Number.NaN, 1, 2]);
    expect(valuesOf('delta(ActivePower)', { columns })).toEqual([Number.NaN, 1, Number.NaN, Number.NaN]);
    expect(valuesOf('rollingAvg(ActivePower, 2 h)', { columns })).toEqual([1, 1.5, 2, 4]);
    expect(valuesOf('lag(ActivePower, 30 min)', { columns, stepMs: 600_000 })).toEqual([Number.NaN, Number.NaN, Number.NaN, 1]);
    expect(parseFormula('rollingAvg(lag(ActivePower, 1 d), 2 h)').formula?.lookBackMs).toBe(26 * HOUR_MS);
  });

  test('over devices the ones that have a value count', () => {
    const devices = [scopeOf({ columns: { [P]: [1, Number.NaN] } }), scopeOf({ columns: { [P]: [3, 5] } })];
    expect(valuesOf('avgOver(ActivePower, Inverter)', { devices, count: 2 })).toEqual([2, 5]);
    expect(valuesOf('ActivePower - sumOver(ActivePower)', { devices, columns: { [P]: [9, 9] } })).toEqual([5, 4]);
  });

  test('the hour of the day is local: the one that clocks show twice comes twice, the skipped one never', () => {
    expect(valuesOf('hour()', { startMs: Date.UTC(2025, 9, 25, 23), count: 4 })).toEqual([1, 2, 2, 3]);
    expect(valuesOf('hour()', { startMs: Date.UTC(2025, 2, 30, 0), count: 3 })).toEqual([1, 3, 4]);
    expect(valuesOf('dayOfYear() + month() * 0', { startMs: Date.UTC(2024, 11, 31, 12), count: 1 })).toEqual([366]);
  });
});

describe('problems point at their place and say what is expected', () => {
  test.each([
    ['', { at: 0, message: 'Formula_Problem_End_value' }],
    ['ActivePower +', { at: 13, message: 'Formula_Problem_End_value' }],
    ['(1 + 2', { at: 6, message: 'Formula_Problem_End_closing' }],
    ['1 2', { at: 2, message: 'Formula_Problem_Expected_operatorOrEnd', values: { found: '2' } }],
    ['1 + * 2', { at: 4, message: 'Formula_Problem_Expected_value', values: { found: '*' } }],
    ['1 = 1', { at: 2, message: 'Formula_Problem_SingleEquals' }],
    ['3 # 4', { at: 2, message: 'Formula_Problem_Character', values: { found: '#' } }],
    ['ActivPower', { at: 0, length: 10, message: 'Formula_Problem_UnknownSignal' }],
    ['ActivePower.Measured', { at: 12, length: 8, message: 'Formula_Problem_UnknownCalcType' }],
    ['average(1)', { at: 0, length: 7, message: 'Formula_Problem_UnknownFunction' }],
    ['max(1)', { at: 0, length: 6, message: 'Formula_Problem_Arguments', values: { name: 'max', count: 1, expected: '2–8' } }],
    ['hour', { at: 0, message: 'Formula_Problem_CallWithoutBrackets' }],
    ['avgOver(ActivePower, Toaster)', { at: 21, length: 7, message: 'Formula_Problem_DeviceType' }],
    ['lag(ActivePower, 1 kW)', { at: 17, message: 'Formula_Problem_Unit', values: { found: 'kW', expected: 'h' } }],
    ['lag(ActivePower, 1 h * 2)', { at: 17, message: 'Formula_Problem_Duration' }],
    ['lag(ActivePower, 90 d)', { at: 17, message: 'Formula_Problem_DurationRange' }],
    ['if(ActivePower, 1, 2)', { at: 3, message: 'Formula_Problem_UnitSurplus', values: { found: 'kW' } }],
    ['ActivePower ^ ActivePower', { at: 14, message: 'Formula_Problem_UnitSurplus' }],
    ['ActivePower ^ (1 + 1)', { at: 15, message: 'Formula_Problem_Exponent' }],
  ])('%s', (text, expected) => {
    expect(problemOf(text)).toMatchObject(expected);
  });

  test('units that do not fit are named both, at the one that differs', () => {
    expect(problemOf('ActivePower + AmbientTemperature')).toEqual({
      at: 14,
      length: 18,
      message: 'Formula_Problem_Unit',
      values: { found: '°C', expected: 'kW' },
    });
    expect(problemOf('ActivePower > 5')).toMatchObject({ at: 14, message: 'Formula_Problem_UnitMissing', values: { expected: 'kW' } });
    expect(problemOf('ActivePower', 'kWh')).toMatchObject({
      message: 'Formula_Problem_ResultUnit',
      values: { found: 'kW', expected: 'kWh' },
    });
    expect(problemOf('ActivePower ^ 2')).toMatchObject({ message: 'Formula_Problem_NoUnit', values: { unit: 'kW^2' } });
  });

  test('a suggestion is close to what was typed', () => {
    expect(problemOf('ActivPower')?.values).toMatchObject({ known: expect.stringContaining('ActivePower') });
    expect(problemOf('averageOver(ActivePower)')?.values).toMatchObject({ known: expect.stringContaining('avgOver') });
  });

  test('a formula is neither endless nor bottomless', () => {
    expect(problemOf('1+'.repeat(1_500))).toMatchObject({ message: 'Formula_Problem_TooLong' });
    expect(problemOf('('.repeat(500))).toMatchObject({ message: 'Formula_Problem_TooDeep' });
    expect(problemOf('-'.repeat(900))).toMatchObject({ message: 'Formula_Problem_TooDeep' });
  });
});
