import { describe, expect, test } from 'vitest';
import { categoryRank, categorySetFor, DEFAULT_CATEGORY_SETS, rankProblem } from './category-sets.ts';
import { type CodeLookup, resolveCode } from './code-sets.ts';
import { detectRanges, followingCurtailment, missingDispatch, silent, zeroPowerInSun, zeroPowerInWind } from './detected-events.ts';
import { type DeviceSituation, deviceState, parentState } from './device-state.ts';
import { promoteEvents } from './promotion.ts';
import type { TimelineSlice } from './timeline.ts';

const MINUTE = 60_000;
const column = (...values: number[]) => Float64Array.from(values);
const _ = Number.NaN;

describe('meaning of a code', () => {
  const lookup: CodeLookup = {
    code: '42',
    codeSet: [{ code: '42', category: 'Turbine fault', eventType: 'Downtime', description: 'Gearbox' }],
    enterpriseOverrides: [{ code: '42', category: 'Corrective maintenance' }],
    siteOverrides: [{ code: '42', priority: -1 }],
    rankOf: (category) => categoryRank(DEFAULT_CATEGORY_SETS.Wind, category),
  };

  test('is decided field by field: site, enterprise, code set', () => {
    expect(resolveCode(lookup)).toEqual({
      code: '42',
      category: 'Corrective maintenance',
      eventType: 'Downtime',
      priority: -1,
      isMapped: true,
    });
  });

  test('is known without a set where an override states both category and type', () => {
    const withOverrides = { ...lookup, code: '77', codeSet: [], siteOverrides: [] };
    const incomplete = resolveCode({ ...withOverrides, enterpriseOverrides: [{ code: '77', category: 'Icing stop' }] });
    expect(incomplete).toEqual({ code: '77', category: 'Icing stop', eventType: 'Unknown', priority: 500, isMapped: false });
    const mapped = resolveCode({ ...withOverrides, enterpriseOverrides: [{ code: '77', category: 'Icing stop', eventType: 'Downtime' }] });
    expect(mapped).toMatchObject({ category: 'Icing stop', eventType: 'Downtime', isMapped: true });
    expect(mapped.priority).toBeLessThan(500);
  });

  test('without a priority of its own follows type and category', () => {
    expect(resolveCode({ ...lookup, siteOverrides: [] }).priority).toBe(105);
    expect(resolveCode({ ...lookup, siteOverrides: [{ code: '42', eventType: 'Degraded' }] }).priority).toBe(305);
  });

  test('without a description is Unknown and unclassified', () => {
    const unknown = resolveCode({ ...lookup, code: '43', enterpriseOverrides: [], siteOverrides: [] });
    expect(unknown).toEqual({ code: '43', category: 'Unclassified', eventType: 'Unknown', priority: 500, isMapped: false });
  });
});

describe('category sets', () => {
  test('hold the common categories first, then those of their kind', () => {
    const sizes = Object.fromEntries(Object.entries(DEFAULT_CATEGORY_SETS).map(([name, set]) => [name, set.length]));
    expect(sizes).toEqual({ All: 14, PVPlant: 21, Wind: 23, Battery: 20 });
    expect(DEFAULT_CATEGORY_SETS.Wind[14]).toEqual({ name: 'Turbine fault', eventType: 'Downtime', timeCategory: 'FO', rank: 15 });
    for (const set of Object.values(DEFAULT_CATEGORY_SETS)) expect(new Set(set.map(({ name }) => name)).size).toBe(set.length);
  });

  test('a device uses that of its kind, else that for all', () => {
    const sets = [{ energyType: 'All' as const }, { energyType: 'Wind' as const }];
    expect(categorySetFor(sets, 'Wind')).toBe(sets[1]);
    expect(categorySetFor(sets, 'Battery')).toBe(sets[0]);
    expect(categorySetFor(sets)).toBe(sets[0]);
    expect(categorySetFor([])).toBeUndefined();
  });

  test('no two categories share a rank', () => {
    const { All } = DEFAULT_CATEGORY_SETS;
    expect(rankProblem(All, 'Status', 1)).toBe('priorityExists');
    expect(rankProblem(All, 'Snow', 20)).toBe('categoryNotInSet');
    expect(rankProblem(All, 'Status', 1.5)).toBe('notAnInteger');
    expect(rankProblem(All, 'Status', 14)).toBeUndefined();
    expect(categoryRank(All, 'Snow')).toBe(99);
  });
});

describe('events promoted to the parent', () => {
  const slice = (start: number, end: number, code = '205', category = 'Forced outage'): TimelineSlice => ({
    startMs: start * MINUTE,
    endMs: end * MINUTE,
    isOpen: false,
    id: `${code} ${start}`,
    rawEventIds: [],
    isLocked: false,
    code,
    category,
    eventType: 'Downtime',
    priority: 100 + start,
  });
  const siblings = (...timelines: TimelineSlice[][]) =>
    timelines.map((timeline, i) => ({ deviceId: `INV-${i + 1}`, capacity: 100, timeline }));

  test('began on most generators within ten minutes', () => {
    const [event, ...more] = promoteEvents(siblings([slice(0, 60)], [slice(4, 70)], [slice(10, 50)], [slice(2, 30)], []));
    expect(more).toEqual([]);
    expect(event).toMatchObject({ startMs: 0, endMs: 70 * MINUTE, code: '205', affectedDeviceIds: ['INV-1', 'INV-4', 'INV-2', 'INV-3'] });
  });

  test('are not made of less than 80 % of the capacity, or of late starters', () => {
    expect(promoteEvents(siblings([slice(0, 60)], [slice(4, 70)], [slice(10, 50)], [slice(11, 30)], []))).toEqual([]);
    const weighted = siblings([slice(0, 60)], [slice(0, 60)], []).map((sibling, i) => ({ ...sibling, capacity: i === 0 ? 1000 : 100 }));
    expect(promoteEvents(weighted)).toHaveLength(1);
    expect(promoteEvents(siblings([slice(0, 60)]))).toEqual([]);
  });

  test('may carry different codes only when they come from the grid', () => {
    const codes = (category: string) => promoteEvents(siblings([slice(0, 60, '1', category)], [slice(0, 60, '2', category)]));
    expect(codes('Grid outage')).toHaveLength(1);
    expect(codes('Forced outage')).toEqual([]);
  });

  test('take each slice once', () => {
    const twice = [slice(0, 5), slice(8, 60)];
    expect(promoteEvents(siblings(twice, twice)).map(({ startMs }) => startMs / MINUTE)).toEqual([0, 8]);
  });
});

describe('events found in data', () => {
  const grid = (stepMs = 10 * MINUTE) => ({ startMs: 0, stepMs, count: 0 });
  const detect = (flags: number[], options: Partial<Parameters<typeof detectRanges>[0]> = {}) =>
    detectRanges({ code: 'SYS-ZERO-SUN', grid: grid(), qualifies: Uint8Array.from(flags), ...options }).map(({ startMs, endMs }) => [
      startMs / MINUTE,
      endMs === null ? null : endMs / MINUTE,
    ]);

  test('need three intervals in a row', () => {
    expect(detect([1, 1, 1, 0, 0])).toEqual([[0, 30]]);
    expect(detect([1, 1, 0])).toEqual([]);
  });

  test('bridge one interval and end with two', () => {
    expect(detect([0, 1, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0])).toEqual([
      [10, 60],
      [80, 110],
    ]);
  });

  test('stay open at the end of the data', () => {
    expect(detect([1, 1, 1])).toEqual([[0, null]]);
    expect(detect([1, 1, 1, 0])).toEqual([[0, null]]);
  });

  test('leave out what an event explains already', () => {
    expect(detect([1, 1, 1, 1, 1], { explained: Uint8Array.of(0, 0, 1, 0, 0) })).toEqual([]);
  });

  test('count by time, not by intervals', () => {
    expect(detect([1, 1, 0, 0], { grid: grid(15 * MINUTE) })).toEqual([[0, 30]]);
    expect(detect(Array(29).fill(1), { grid: grid(MINUTE) })).toEqual([]);
    expect(detect(Array(30).fill(1), { grid: grid(MINUTE) })).toEqual([[0, null]]);
  });

  test('need two intervals, and end with two, however long an interval is', () => {
    const hourly = { grid: grid(60 * MINUTE) };
    expect(detect([1, 0, 0], hourly)).toEqual([]);
    expect(detect([1, 1, 0, 1, 0, 0], hourly)).toEqual([[0, 240]]);
    expect(detect([1, 1, 0, 0], { ...hourly, code: 'SYS-COMM' })).toEqual([[0, 120]]);
    expect(detect([1, 0, 0], { ...hourly, code: 'SYS-BESS-MISS' })).toEqual([]);
  });

  test('an order that is followed for one interval is curtailment', () => {
    expect(detect([0, 1, 0, 0], { grid: grid(60 * MINUTE), code: 'SYS-CURTAIL' })).toEqual([[60, 120]]);
  });

  test('an inverter that stands still in the sun is down, under snow degraded', () => {
    const { snow, noSnow } = zeroPowerInSun({
      power: column(0, 0, 0, 0.4, 0, _),
      planeIrradiance: column(300, 300, 90, 300, 300, 300),
      expectedEnergy: column(0.05, 0.05, 0.05, 0.05, 0.003, 0.05),
      snowDepth: column(_, 5, _, _, _, _),
      acRating: 1,
      stepHours: 1 / 6,
    });
    expect([...noSnow]).toEqual([1, 0, 0, 0, 0, 0]);
    expect([...snow]).toEqual([0, 1, 0, 0, 0, 0]);
  });

  test('an inverter that stands still is down also where only its peers tell of light', () => {
    const { noSnow } = zeroPowerInSun({
      power: column(0, 0, 0),
      planeIrradiance: column(_, _, 90),
      expectedEnergy: column(0.051 / 6, 0.049 / 6, 0.1),
      snowDepth: column(_, _, _),
      acRating: 1,
      stepHours: 1 / 6,
    });
    expect([...noSnow]).toEqual([1, 0, 0]);
  });

  const turbine = { ratedPower: 2000, cutIn: 3, cutOut: 25 };

  test('a turbine that stands still in usable wind is down', () => {
    const { qualifies, lowConfidence } = zeroPowerInWind({
      power: column(0, 0, 0, 500, 0, _),
      windSpeed: column(8, 3.9, 24.1, 8, 8, 8),
      expectedPower: column(800, 800, 800, 800, 90, 800),
      curvePower: column(800, 800, 800, 800, 90, 800),
      ...turbine,
    });
    expect([...qualifies]).toEqual([1, 0, 0, 0, 0, 0]);
    expect([...lowConfidence]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('a turbine without a power curve is down in wind well above cut-in', () => {
    const options = { power: column(0, 0, 11, 0), windSpeed: column(5, 4.9, 8, 24.5), ...turbine };
    const unknown = { expectedPower: column(_, _, _, _), curvePower: column(_, _, _, _) };
    expect([...zeroPowerInWind({ ...options, ...unknown }).qualifies]).toEqual([1, 0, 0, 0]);
    expect([...zeroPowerInWind({ ...options, ...unknown, windSpeed: column(5.9, 6, 8, 8), cutIn: _, cutOut: _ }).qualifies]).toEqual([
      0, 1, 0, 1,
    ]);
  });

  test('a turbine without a wind signal is down while three others run, with low confidence', () => {
    const { qualifies, lowConfidence } = zeroPowerInWind({
      power: column(0, -12, 0, 0, 11),
      windSpeed: column(_, _, _, _, _),
      expectedPower: column(_, _, _, _, _),
      curvePower: column(_, _, _, _, _),
      others: { upper: column(0.16, 0.5, 0.15, _, 0.5), lower: column(0.06, 0.05, 0.1, _, 0.4) },
      ...turbine,
    });
    expect([...qualifies]).toEqual([1, 0, 0, 0, 0]);
    expect([...lowConfidence]).toEqual([1, 0, 0, 0, 0]);
  });

  test('a device is silent when no signal speaks', () => {
    expect([...silent([column(_, 1, _), column(_, _, 0)])]).toEqual([1, 0, 0]);
  });

  test('curtailment shows as power at an order below what was possible', () => {
    const flags = followingCurtailment(column(501, 460, 900, 500), column(500, 500, 900, _), {
      expectedPower: column(900, 900, 900, 900),
      ratedPower: 1000,
    });
    expect([...flags]).toEqual([1, 0, 0, 0]);
  });

  test('a battery misses orders worth following', () => {
    const flags = missingDispatch(column(900, 990, 0, _), column(1000, 1000, 90, 1000), { tolerance: 40, ratedPower: 2000 });
    expect([...flags]).toEqual([1, 0, 0, 0]);
  });
});

describe('state of a device', () => {
  const fine: DeviceSituation = { isDisabled: false, lastValueMs: 0, nowMs: 10 * MINUTE, stepMs: 10 * MINUTE, isIdle: false };

  test.each<[string, Partial<DeviceSituation>]>([
    ['Running', {}],
    ['Standby', { isIdle: true }],
    ['Stopped', { eventType: 'Downtime', isIdle: true }],
    ['NoCommunication', { eventType: 'Communication Loss' }],
    ['Warning', { eventType: 'Warning' }],
    ['Running', { eventType: 'Informational' }],
    ['Running', { nowMs: 40 * MINUTE }],
    ['NoData', { nowMs: 41 * MINUTE, eventType: 'Downtime' }],
    ['Running', { stepMs: MINUTE, nowMs: 16 * MINUTE }],
    ['NoData', { stepMs: MINUTE, nowMs: 17 * MINUTE }],
    ['Running', { stepMs: 60 * MINUTE, nowMs: 240 * MINUTE }],
    ['NoData', { lastValueMs: _ }],
    ['Disabled', { isDisabled: true, lastValueMs: _ }],
  ])('%s when %j', (state, situation) => {
    expect(deviceState({ ...fine, ...situation })).toBe(state);
  });

  test('of a parent is that of most of its capacity', () => {
    const children = (...states: Parameters<typeof parentState>[0][number]['state'][]) => states.map((state) => ({ state, capacity: 1 }));
    expect(parentState(children('Stopped', 'Running', 'Running', 'Running'))).toBe('Degraded');
    expect(parentState(children('Stopped', 'Stopped', 'Stopped', 'Running'))).toBe('Stopped');
    expect(parentState(children('Standby', 'Standby'))).toBe('Standby');
    expect(parentState(children('Standby', 'Running'))).toBe('Running');
    expect(parentState(children('NoData', 'NoData', 'Disabled'))).toBe('NoData');
    expect(parentState(children('Disabled'))).toBe('Disabled');
    expect(
      parentState([
        { state: 'Stopped', capacity: 3 },
        { state: 'Running', capacity: 1 },
      ]),
    ).toBe('Stopped');
  });
});
