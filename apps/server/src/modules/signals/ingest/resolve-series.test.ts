import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { resolveSeries, type WritableSegment } from './resolve-series.ts';

const inverter: WritableSegment = {
  segmentId: 'inv-1' as SegmentId,
  siteId: 's1' as SiteId,
  segmentType: 'Inverter',
  signalCalcPeriod: 'PT10M',
};
const segments = new Map([['inv-1', inverter]]);

test('a quantity without a calculation type is raw', () => {
  expect(resolveSeries({ segmentId: 'inv-1', signal: 'ActivePower' }, segments)).toEqual({
    target: { siteId: 's1', segmentId: 'inv-1', apCode: 'ActivePower', calcType: 'Raw', factor: 1, shift: 0 },
  });
});

test('units of the same quantity are converted', () => {
  expect(resolveSeries({ segmentId: 'inv-1', signal: 'ActivePower', unit: 'MW' }, segments)).toMatchObject({
    target: { factor: 1000, shift: 0 },
  });
  expect(resolveSeries({ segmentId: 'inv-1', signal: 'InverterTemperature', unit: 'K' }, segments)).toMatchObject({
    target: { factor: 1, shift: -273.15 },
  });
});

test.each([
  ['a device of another customer', { segmentId: 'inv-2', signal: 'ActivePower' }, 'unknownDevice'],
  ['an unknown quantity', { segmentId: 'inv-1', signal: 'Happiness' }, 'unknownSignal'],
  ['a quantity of other devices', { segmentId: 'inv-1', signal: 'RotorSpeed' }, 'signalNotForDevice'],
  ['what only the product computes', { segmentId: 'inv-1', signal: 'ActivePower||Expected' }, 'notWritable'],
  ['a unit of another quantity', { segmentId: 'inv-1', signal: 'ActivePower', unit: '°C' }, 'wrongUnit'],
  ['an unknown unit', { segmentId: 'inv-1', signal: 'ActivePower', unit: 'furlong' }, 'wrongUnit'],
])('%s is refused', (_, reference, reason) => {
  expect(resolveSeries(reference, segments)).toEqual({ reason });
});
