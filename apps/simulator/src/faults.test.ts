import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { localDay } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { describe, expect, test } from 'vitest';
import { describeDemo } from './describe-demo.ts';
import { faultsIn } from './faults.ts';
import { demoFleetDescription } from './fleet/demo-fleet.ts';
import { FIRST_DAY, PERIOD_DAYS } from './testing/test-world.ts';

const period = { startMs: FIRST_DAY * DAY_MS, endMs: (FIRST_DAY + PERIOD_DAYS) * DAY_MS };
const faults = faultsIn({ ...period, clock: { kind: 'period', firstDay: FIRST_DAY } });

describe('what the demo holds', () => {
  test('is 37 faults in the fixed period', () => {
    const ids = new Set(faults.map(({ id }) => id));
    expect([...ids].toSorted()).toEqual(Array.from({ length: 37 }, (_, i) => `GT${String(i + 1).padStart(2, '0')}`));
  });

  test('names devices and signals that exist', () => {
    const segments = new Set(demoFleetDescription().sites?.flatMap((site) => [site.id, ...(site.segments ?? []).map(({ id }) => id)]));
    for (const { deviceIds, signalIds, siteId } of faults) {
      expect(segments.has(siteId)).toBe(true);
      for (const id of deviceIds) expect(segments.has(id), id).toBe(true);
      for (const id of signalIds) expect(findSignalDefinition(id), id).toBeDefined();
    }
  });

  test('says when, in the local time of the site', () => {
    const stop = faults.find(({ id }) => id === 'GT02');
    expect([stop?.startMs, stop?.endMs].map((timeMs) => new Date(timeMs ?? 0).toISOString())).toEqual([
      '2025-04-06T07:10:00.000Z',
      '2025-04-06T13:40:00.000Z',
    ]);
    expect(faults.filter(({ id }) => id === 'GT17')).toHaveLength(3);
    expect(faults.find(({ id }) => id === 'GT24')?.endMs).toBeNull();
  });

  test('counts changed clocks only where clocks change', () => {
    const sites = faults.filter(({ id }) => id === 'GT37').map(({ siteId }) => siteId);
    expect(sites).not.toContain('s04');
    expect(sites).not.toContain('s12');
    expect(sites.filter((siteId) => siteId === 's05')).toHaveLength(2);
  });

  test('in the running demo comes back every year', () => {
    const startMs = localDay(2026, 3, 1) * DAY_MS;
    const stops = faultsIn({ startMs, endMs: startMs + 800 * DAY_MS, clock: { kind: 'calendarYear' }, siteIds: ['s01'] }).filter(
      ({ id }) => id === 'GT02',
    );
    expect(stops.map((truth) => new Date(truth.startMs).toISOString())).toEqual([
      '2026-04-06T07:10:00.000Z',
      '2027-04-06T07:10:00.000Z',
      '2028-04-05T07:10:00.000Z',
    ]);
  });

  test('is financed: every site has a budget for each month of four years, and a contract', () => {
    const { budgets, contracts } = describeDemo({ demo: 'on', nowMs: period.endMs });
    for (const { siteId, rows } of budgets) {
      expect(rows.length, siteId).toBe(48);
      expect(Math.min(...rows.map(({ energyKwh }) => energyKwh)), siteId).toBeGreaterThan(0);
    }
    expect(contracts.flatMap(({ siteIds }) => siteIds).toSorted()).toEqual(budgets.map(({ siteId }) => siteId));
    const ratios = budgets.flatMap(({ rows }) => rows.flatMap(({ performanceRatio }) => performanceRatio ?? []));
    expect(ratios.length).toBe(5 * 48);
    for (const ratio of ratios) expect(ratio).toBeGreaterThan(50);
    for (const ratio of ratios) expect(ratio).toBeLessThan(100);
  });

  test('of the small demo concerns its three sites only', () => {
    const description = describeDemo({ demo: 'small', nowMs: period.endMs });
    expect(new Set(description.faults.map(({ siteId }) => siteId))).toEqual(new Set(['s01', 's06', 's09']));
    expect(description.fleet.sites).toHaveLength(3);
    expect(description.contracts.map(({ name, siteIds }) => [name, siteIds])).toEqual([
      ['Aurora Solar O&M', ['s01']],
      ['Aurora Wind O&M', ['s06']],
      ['Aurora Storage O&M', ['s09']],
    ]);
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
  });
});
