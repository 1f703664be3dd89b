import { fleetDescriptionSchema } from '@solvane/contract/fleet-description';
import { canStandBelow, isSegmentType, type SegmentType } from '@solvane/energy/devices/segment-types';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { describe, expect, test } from 'vitest';
import { largeFleet } from './large-fleet.ts';

describe('a large fleet', () => {
  test('has as many sites, segments and signals as were asked for', () => {
    const fleet = largeFleet({ sites: 40, segments: 4_000, signals: 9_000 });
    const sites = [...fleet.sites()];
    expect(sites).toHaveLength(40);
    expect(sites.reduce((count, { segments = [] }) => count + 1 + segments.length, 0)).toBe(4_000);
    const series = [...fleet.series()];
    expect(new Set(series.map(({ segmentId, signalId }) => `${segmentId} ${signalId}`)).size).toBe(9_000);
    expect(series.every(({ signalId }) => findSignalDefinition(signalId))).toBe(true);
  });

  test('could be imported: ids are unique and every segment may stand where it stands', () => {
    const fleet = largeFleet({ sites: 8, segments: 800 });
    const description = fleetDescriptionSchema.parse({ version: 1, enterprises: fleet.enterprises, sites: [...fleet.sites()] });
    const types = new Map<string, SegmentType>();
    for (const site of description.sites) {
      types.set(site.id, 'Site');
      for (const { id, type, parentId } of site.segments) {
        expect(types.has(id)).toBe(false);
        const parent = types.get(parentId ?? site.id);
        expect(isSegmentType(type) && parent !== undefined && canStandBelow(type, parent), id).toBe(true);
        if (isSegmentType(type)) types.set(id, type);
      }
    }
  });

  test('reaches every site with few signals', () => {
    const sites = new Set([...largeFleet({ sites: 30, segments: 3_000, signals: 3_000 }).series()].map(({ siteId }) => siteId));
    expect(sites.size).toBe(30);
  });

  test('gives every point once, in batches of bounded size, the same for the same seed', () => {
    const question = { startMs: 0, endMs: 6 * 3_600_000, stepMs: 600_000, pointsPerBatch: 1_000 };
    const make = (seed: number) => [...largeFleet({ sites: 4, segments: 40, signals: 100, seed }).points(question)];
    const batches = make(5);
    const points = batches.flatMap(({ columns, timesMs, series }) =>
      columns.flatMap((values, s) => [...values].map((value, i) => [series[s]?.segmentId, series[s]?.signalId, timesMs[i], value].join())),
    );
    expect(points).toHaveLength(100 * 36);
    expect(batches.every(({ columns, timesMs }) => columns.length * timesMs.length <= 1_000)).toBe(true);
    expect(new Set(points.map((point) => point.slice(0, point.lastIndexOf(',')))).size).toBe(points.length);
    expect(make(5)).toEqual(batches);
    expect(make(6)).not.toEqual(batches);
  });

  test('refuses more signals than its devices can have', () => {
    expect(() => [...largeFleet({ sites: 1, segments: 5, signals: 100_000 }).series()]).toThrow(RangeError);
  });
});
