import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { describe, expect, test } from 'vitest';
import { toStudioAnswer } from './studio-columns.ts';
import { detailPeriod, isSameQuestion, pixelsAsked, resolutionOf, studioRequest, zoomOf } from './studio-request.ts';
import { studioSearchSchema } from './studio-search.ts';

const HOUR_MS = 3_600_000;
const DAY = { startMs: Date.UTC(2025, 5, 24), endMs: Date.UTC(2025, 5, 25) };
const QUESTION = {
  segmentIds: [segmentIdSchema.parse('S01.INV-1')],
  signalIds: [signalIdSchema.parse('ActivePower||Raw')],
  period: DAY,
  width: 800,
};

describe('the question', () => {
  test('may be reduced to the screen only where the resolution is left to the server', () => {
    expect(studioRequest({ ...QUESTION, search: {} })).toMatchObject({ resolution: 'auto', treeAggregation: 'device' });
    expect(studioRequest({ ...QUESTION, search: { resolution: 'PT10M', tree: 'site' } })).toEqual({
      segmentIds: ['S01.INV-1'],
      signalIds: ['ActivePower||Raw'],
      ...DAY,
      resolution: 'PT10M',
      treeAggregation: 'site',
    });
  });

  test('asks for more points than pixels where lines are few, and never for fewer', () => {
    const many = Array.from({ length: 500 }, (_, index) => segmentIdSchema.parse(`S01.INV-${index}`));
    expect(studioRequest({ ...QUESTION, search: {} }).maxPoints).toBe(20_000);
    expect(studioRequest({ ...QUESTION, segmentIds: many, search: {} }).maxPoints).toBe(800);
  });

  test('asks for pixels in steps', () => {
    expect([0, 790, 800, 801].map(pixelsAsked)).toEqual([400, 800, 800, 1200]);
  });
});

test('native values are called by their interval where all lines have the same', () => {
  expect(resolutionOf([{ stepMs: 600_000 }, { stepMs: 600_000 }])).toBe('PT10M');
  expect(resolutionOf([{ stepMs: 600_000 }, { stepMs: 900_000 }])).toBe('raw');
  expect(resolutionOf([])).toBe('raw');
});

test('a refresh is the same question, another device or day is not', () => {
  const asked = studioRequest({ ...QUESTION, search: {} });
  expect(isSameQuestion(asked, { ...asked, endMs: asked.endMs + 300_000 })).toBe(true);
  expect(isSameQuestion(asked, { ...asked, startMs: asked.startMs - 24 * HOUR_MS })).toBe(false);
  expect(isSameQuestion(asked, { ...asked, segmentIds: ['S01.INV-2'] })).toBe(false);
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

test('what is missing in an answer stays missing, never zero', () => {
  const { series } = toStudioAnswer({
    resolution: 'hour',
    reduced: true,
    native: false,
    series: [
      {
        key: 'INV-1',
        label: 'INV-1',
        segmentId: null,
        signalId: signalIdSchema.parse('ActivePower||Raw'),
        unit: 'kW',
        aggregation: 'avg',
        timezone: 'UTC',
        periodsBack: 0,
        timesMs: Float64Array.of(0, HOUR_MS),
        values: Float64Array.of(1, Number.NaN),
        min: Float64Array.of(0.5, Number.NaN),
        max: Float64Array.of(2, Number.NaN),
      },
    ],
  });
  expect(series[0]?.values).toEqual(Float64Array.of(1, Number.NaN));
  expect(series[0]?.low).toEqual(Float64Array.of(0.5, Number.NaN));
  expect(series[0]?.completeness).toBeNull();
});
