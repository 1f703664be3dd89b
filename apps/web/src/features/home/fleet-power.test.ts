import { segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { describe, expect, test } from 'vitest';
import type { SiteTree } from '../../workspace/fleet/site-tree.ts';
import { atGrid, powerDevices, powerResolution, sumSites } from './fleet-power.ts';

const HOUR_MS = 3_600_000;

/** Nodes as `type` or `type/below`, each below the last node of the type before the slash. */
function givenTree(...rows: [id: string, type: string, parent: number, isDisabled?: boolean][]): SiteTree {
  const all: [string, string, number, boolean?][] = [['S', 'Site', -1], ...rows];
  return {
    siteId: siteIdSchema.parse('S'),
    version: 1,
    nodes: all.map(([id, type, parent, isDisabled = false], index) => ({
      id: segmentIdSchema.parse(id),
      name: id,
      type,
      level: parent < 0 ? 0 : 1,
      parent,
      end: index + 1,
      isDisabled,
      energyType: 'PV',
    })),
  };
}

function columns(timesMs: number[], values: number[]) {
  return { timesMs: Float64Array.from(timesMs), values: Float64Array.from(values) };
}

describe('the power of a site is read', () => {
  test('at its grid connection before its meter', () => {
    expect(powerDevices(givenTree(['PCC-1', 'PCC', 0], ['M', 'Meter', 1], ['INV-1', 'Inverter', 0]))).toEqual(['PCC-1']);
  });

  test('at its one main meter before its generators', () => {
    expect(powerDevices(givenTree(['M', 'Meter', 0], ['INV-1', 'Inverter', 0]))).toEqual(['M']);
  });

  test('at its generators where no meter or more than one stands for the site; a disabled one is left out', () => {
    expect(
      powerDevices(givenTree(['M1', 'Meter', 0], ['M2', 'Meter', 0], ['INV-1', 'Inverter', 0], ['INV-2', 'Inverter', 0, true])),
    ).toEqual(['INV-1']);
  });
});

describe('the power of the fleet', () => {
  test('is known only where every site has a value: a part would look like a drop', () => {
    const { timesMs, values, siteCount } = sumSites([columns([0, 1, 2], [1, 2, 3]), columns([0, 1], [10, Number.NaN])]);
    expect([...timesMs]).toEqual([0, 1, 2]);
    expect([...values]).toEqual([11, Number.NaN, Number.NaN]);
    expect(siteCount).toBe(2);
  });

  test('leaves out a site that has no value at all', () => {
    expect(sumSites([columns([0], [5]), columns([], [])])).toMatchObject({ siteCount: 1, values: Float64Array.of(5) });
  });
});

test('the line is as fine as all sites are, and hourly over weeks', () => {
  expect(powerResolution({ startMs: 0, endMs: 24 * HOUR_MS }, 600_000)?.resolution).toBe('PT10M');
  expect(powerResolution({ startMs: 0, endMs: 24 * HOUR_MS }, 900_000)?.resolution).toBe('PT15M');
  expect(powerResolution({ startMs: 0, endMs: 90 * 24 * HOUR_MS }, 600_000)?.resolution).toBe('hour');
  expect(powerResolution({ startMs: 0, endMs: 3_000 * 24 * HOUR_MS }, 600_000)).toBeUndefined();
});

describe('an expectation', () => {
  const losses = new Map([['A', 0.1]]);
  const givenSeries = (values: number[]) => [
    {
      segmentId: 'A',
      ...columns(
        values.map((_, index) => index * HOUR_MS),
        values,
      ),
    },
  ];

  test('at the terminals is less at the grid connection by what is lost between, and what is taken there is more', () => {
    const [one] = atGrid({ expected: givenSeries([100, -90, Number.NaN]), actual: givenSeries([80, -95, 10]), losses });
    expect(one?.values).toEqual(Float64Array.of(90, -100, Number.NaN));
  });

  test('is not missed by what a battery takes while nothing is ordered of it, but by what it takes against its order', () => {
    const [one] = atGrid({ expected: givenSeries([0, 50, 0]), actual: givenSeries([-80, -80, 5]), losses });
    expect(one?.values).toEqual(Float64Array.of(-80, 45, 0));
  });
});
