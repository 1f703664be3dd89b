import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { signalsOf } from '../../testing/fake-signals.ts';
import { isAboutQuality, isLate, latestKey, latestOf, toListedSignals, toSignalRows } from './signal-list.ts';

const devices = ['S01-INV1', 'S01-INV2', 'S01-POA1'].map((id) => segmentIdSchema.parse(id));
const definitions = devices.flatMap(signalsOf);
const wordsOf = ({ name, calcType, measurementTypeName, timeAggregation }: (typeof definitions)[number]) => ({
  name,
  calcType,
  measurementType: measurementTypeName,
  aggregation: timeAggregation,
});
const question = { deviceCount: devices.length, commonOnly: false, calcTypes: undefined, wordsOf };

test('a signal of many devices is one row that knows them all', () => {
  const signals = toListedSignals(definitions, question);
  expect(signals).toHaveLength(9);
  expect(signals.find(({ signalId }) => signalId === 'ActivePower||Validated')?.segmentIds).toEqual(['S01-INV1', 'S01-INV2']);
});

test('only what all devices have is left on request', () => {
  expect(toListedSignals(definitions, { ...question, commonOnly: true })).toEqual([]);
  const inverters = definitions.filter(({ segmentId }) => segmentId !== 'S01-POA1');
  expect(toListedSignals(inverters, { ...question, deviceCount: 2, commonOnly: true })).toHaveLength(6);
});

test('a page narrows the signals to calculation types', () => {
  expect(toListedSignals(definitions, { ...question, calcTypes: ['Raw'] }).map(({ signalId }) => signalId)).toEqual([
    'ActivePower||Raw',
    'ReactivePower||Raw',
    'IrradiancePOA||Raw',
  ]);
});

test('rows stand in groups by name, a closed group keeps its head and count', () => {
  const rows = toSignalRows({
    signals: toListedSignals(definitions, question),
    grouping: 'measurementTypeName',
    closedGroups: new Set(['measurementTypeName:Power']),
    groupsOf: ({ words }) => [words.measurementType],
    compare: (left, right) => left.localeCompare(right),
  });
  expect(
    rows.map((row) => (row.kind === 'group' ? `${row.label} ${row.count}` : `- ${row.signal.words.name}, ${row.signal.words.calcType}`)),
  ).toEqual([
    'Energy 2',
    '- Active energy, Validated',
    '- Lost energy, Calculated',
    'Irradiance 2',
    '- Irradiance POA, Raw',
    '- Irradiance POA, Validated',
    'Power 4',
    'Temperature 1',
    '- Module temperature, Validated',
  ]);
});

test('measured values of a quantity come before validated and expected ones', () => {
  const [, power] = toListedSignals(definitions, question);
  if (!power) throw new Error('No signal');
  const signals = ['Expected', 'Validated', 'Raw'].map((calcType) => ({
    ...power,
    signalId: signalIdSchema.parse(`ActivePower||${calcType}`),
  }));
  const rows = toSignalRows({
    signals,
    grouping: 'none',
    closedGroups: new Set(),
    groupsOf: () => [],
    compare: (left, right) => left.localeCompare(right),
  });
  expect(rows.map(({ key }) => key)).toEqual(['ActivePower||Raw', 'ActivePower||Validated', 'ActivePower||Expected']);
});

test('the newest value of several devices is their sum, or their mean where sums mean nothing, as old as the oldest', () => {
  const [power] = toListedSignals(definitions, question);
  if (!power) throw new Error('No signal');
  const latest = new Map(
    [
      { segmentId: devices[0], timeMs: 1_000, value: 30 },
      { segmentId: devices[1], timeMs: 2_000, value: 50 },
    ].map((item) => [latestKey(item.segmentId ?? '', power.signalId), { ...item, signalId: power.signalId } as never]),
  );
  expect(latestOf(power, latest)).toEqual({ value: 80, timeMs: 1_000 });
  expect(latestOf({ ...power, treeAggregation: 'avg' }, latest)).toEqual({ value: 40, timeMs: 1_000 });
  expect(latestOf(power, new Map())).toBeUndefined();
});

test('a value is late by the interval of its site, and a daily value not before the next day is missed', () => {
  const midnight = Date.UTC(2026, 5, 23, 22); // 00:00 in Stockholm
  const place = { signalId: signalIdSchema.parse('ActiveEnergy||Budget'), zone: 'Europe/Stockholm', intervalMs: 600_000 };
  const raw = { ...place, signalId: signalIdSchema.parse('ActivePower||Raw') };
  const after = (hours: number) => midnight + hours * 3_600_000;
  const latest = { value: 1, timeMs: midnight };
  expect([1, 30, 100].map((hours) => isLate(latest, place, after(hours)))).toEqual([false, false, true]);
  expect([0.2, 2].map((hours) => isLate(latest, raw, after(hours)))).toEqual([false, true]);
  expect(isLate({ value: 1, timeMs: midnight + 600_000 }, place, after(30))).toBe(true);
  expect(isLate({ value: 1, timeMs: midnight + 600_000 }, { ...raw, intervalMs: 3_600_000 }, after(1.5))).toBe(false);
});

test('quality bits, estimates and methods are distinguished from measured and computed values', () => {
  const ids = ['ActivePower||QualityFlag', 'ActivePower||EstimatedFlag', 'ActivePower||EstimationMethod', 'ActivePower||Validated'];
  expect(ids.map(isAboutQuality)).toEqual([true, true, true, false]);
});
