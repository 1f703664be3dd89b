import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { describe, expect, test } from 'vitest';
import { detailPeriod, isSameQuery, pixelsRequested, studioRequest, zoomOf } from './studio-request.ts';
import { studioSearchSchema } from './studio-search.ts';

const HOUR_MS = 3_600_000;
const DAY = { startMs: Date.UTC(2025, 5, 24), endMs: Date.UTC(2025, 5, 25) };
const QUERY = {
  segmentIds: [segmentIdSchema.parse('S01.INV-1')],
  signalIds: [signalIdSchema.parse('ActivePower||Raw')],
  period: DAY,
  width: 800,
};

describe('the request', () => {
  test('may be reduced to the screen only where the resolution is left to the server', () => {
    expect(studioRequest({ ...QUERY, search: {} })).toMatchObject({ resolution: 'auto', treeAggregation: 'device' });
    expect(studioRequest({ ...QUERY, search: { resolution: 'PT10M', tree: 'site' } })).toEqual({
      segmentIds: ['S01.INV-1'],
      signalIds: ['ActivePower||Raw'],
      ...DAY,
      resolution: 'PT10M',
      treeAggregation: 'site',
    });
  });

  test('requests more points than pixels where lines are few, and never for fewer', () => {
    const many = Array.from({ length: 500 }, (_, index) => segmentIdSchema.parse(`S01.INV-${index}`));
    expect(studioRequest({ ...QUERY, search: {} }).maxPoints).toBe(20_000);
    expect(studioRequest({ ...QUERY, segmentIds: many, search: {} }).maxPoints).toBe(800);
  });

  test('requests pixels in steps', () => {
    expect([0, 790, 800, 801].map(pixelsRequested)).toEqual([400, 800, 800, 1200]);
  });
});

test('a refresh is the same query, another device or day is not', () => {
  const request = studioRequest({ ...QUERY, search: {} });
  expect(isSameQuery(request, { ...request, endMs: request.endMs + 300_000 })).toBe(true);
  expect(isSameQuery(request, { ...request, startMs: request.startMs - 24 * HOUR_MS })).toBe(false);
  expect(isSameQuery(request, { ...request, segmentIds: ['S01.INV-2'] })).toBe(false);
});

describe('the address', () => {
  test('of a mangled link opens with defaults', () => {
    expect(studioSearchSchema.parse({ resolution: 'century', tree: 'site', from: 'x', to: 5 })).toEqual({ tree: 'site', to: 5 });
  });

  test('holds a zoom only as far as it lies in the period', () => {
    const from = DAY.startMs + 7 * HOUR_MS;
    expect(zoomOf({ from, to: from + HOUR_MS }, DAY)).toEqual({ startMs: from, endMs: from + HOUR_MS });
    expect(zoomOf({ from, to: DAY.endMs + HOUR_MS }, DAY)).toEqual({ startMs: from, endMs: DAY.endMs });
    expect(zoomOf({ from: DAY.endMs, to: DAY.endMs + HOUR_MS }, DAY)).toBeNull();
    expect(zoomOf({ from: DAY.startMs, to: DAY.endMs }, DAY)).toBeNull();
    expect(zoomOf({ from }, DAY)).toBeNull();
  });

  test('loads a little more than the zoom shows', () => {
    const view = { startMs: DAY.startMs + HOUR_MS, endMs: DAY.startMs + 5 * HOUR_MS };
    expect(detailPeriod(view, DAY)).toEqual({ startMs: DAY.startMs, endMs: DAY.startMs + 7 * HOUR_MS });
  });
});
