import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { SENSOR_FAULT_MASK } from './flags.ts';
import { device, DEFAULT_RULES as RULES, siteOf } from './testing/site-builder.ts';
import { validateSite } from './validate-site.ts';

const reference = referenceData('wind_kelmarsh_2018_hourly');
const TURBINES = ['KWF1', 'KWF2', 'KWF3', 'KWF4', 'KWF5', 'KWF6'];

describe.skipIf(reference.isAbsent)(`a wind farm with hourly power only${reference.note}`, () => {
  test('keeps its energy', () => {
    const table = reference.table('power_kw_hourly_2018.csv.gz');
    const count = table.rowCount;
    const columns = TURBINES.map((id) => table.numbers(id));
    const turbines = TURBINES.map((id, k) => ({
      ...device(id, 'WindTurbine', { ActivePower: columns[k] ?? new Float64Array() }),
      capacityAc: 2050,
    }));
    const site = siteOf(turbines, {
      zone: 'UTC',
      grid: { startMs: Date.UTC(2018, 0, 1), stepMs: 3_600_000, count },
      core: { start: 0, end: count },
      sunElevation: new Float64Array(count),
    });
    const quality = validateSite(site, RULES).map(({ signals: [power] }) => power);
    const sum = (values: Iterable<number>) => [...values].reduce((total, value) => (Number.isNaN(value) ? total : total + value), 0);
    const sent = sum(columns.flatMap((column) => [...column]));
    const kept = sum(quality.flatMap((power) => [...(power?.good ?? [])]));
    expect(sent / 1e6).toBeCloseTo(16.48, 2);
    expect(kept / sent).toBeGreaterThan(0.999);
    const removed = quality.flatMap((power) => [...(power?.flags ?? [])]).filter((bits) => (bits & SENSOR_FAULT_MASK) !== 0);
    expect(removed.length / (count * TURBINES.length)).toBeLessThan(0.005);
  });
});
