import type { Resolution } from '@solvane/contract/signals';
import { isGenerator, isSegmentType } from '@solvane/energy/devices/segment-types';
import type { Period } from '@solvane/energy/time/local-day';
import type { SeriesColumns } from '../../shared/series/series-columns.ts';
import type { SiteTree, TreeNode } from '../../workspace/fleet/site-tree.ts';
import { ancestorsOf } from '../../workspace/fleet/site-tree.ts';

const METERS = new Set(['Meter', 'HybridMeter', 'BatteryMeter']);
const HOUR_MS = 3_600_000;

/** Where the net power of a site is read: its grid connections, else its one main meter, else its generators. */
export function powerDevices(tree: SiteTree): string[] {
  const nodes = tree.nodes.map((node, index) => ({ node, above: ancestorsOf(tree, index).map((at) => tree.nodes[at]?.type ?? '') }));
  const inService = nodes.filter(({ node }) => !node.isDisabled);
  const connections = inService.filter(({ node, above }) => node.type === 'PCC' && !above.includes('PCC'));
  if (connections.length > 0) return connections.map(idOf);
  const meters = inService.filter(({ node, above }) => METERS.has(node.type) && above.every((type) => type === 'Site'));
  if (meters.length === 1) return meters.map(idOf);
  return inService.filter(({ node, above }) => isGenerating(node.type) && !above.some(isGenerating)).map(idOf);
}

export interface FleetPower {
  timesMs: Float64Array;
  /** Sum over the sites; NaN where one of them has no value: a sum of some would look like a drop. [kW] */
  values: Float64Array;
  /** Sites that have any value in the period. */
  siteCount: number;
}

/** The net power of all sites together, at the instants any of them has. */
export function sumSites(series: readonly Pick<SeriesColumns, 'timesMs' | 'values'>[]): FleetPower {
  const sites = series.map(valuesByTime).filter((site) => site.values().some((value) => !Number.isNaN(value)));
  const timesMs = Float64Array.from(new Set(sites.flatMap((site) => [...site.keys()]))).sort();
  const values = timesMs.map((timeMs) => sites.reduce((sum, site) => sum + (site.get(timeMs) ?? Number.NaN), 0));
  return { timesMs, values, siteCount: sites.length };
}

interface GridPowers<S> {
  /** At the terminals of the generators. */
  expected: readonly S[];
  /** At the grid connection, by the same sites. */
  actual: readonly SiteSeries[];
  /** Share that is lost on the way, by the segment of the site. */
  losses: ReadonlyMap<string, number>;
}

type SiteSeries = Pick<SeriesColumns, 'segmentId' | 'timesMs' | 'values'>;

/**
 * Expectations at the grid connection: what is lost on the way is lost of them, too, and what is taken is more by it. A battery is expected to deliver what it
 * is ordered to; what it or a sleeping plant takes is not held against it.
 */
export function atGrid<S extends SiteSeries>({ expected, actual, losses }: GridPowers<S>): S[] {
  const actualOf = new Map(actual.map((one) => [one.segmentId, valuesByTime(one)]));
  return expected.map((one) => {
    const kept = 1 - (losses.get(one.segmentId ?? '') ?? 0);
    const powers = actualOf.get(one.segmentId);
    const toGrid = (value: number, timeMs: number | undefined): number => {
      const power = powers?.get(timeMs ?? Number.NaN) ?? 0;
      if (value === 0 && power < 0) return power;
      return value >= 0 ? value * kept : value / kept;
    };
    return { ...one, values: one.values.map((value, index) => toGrid(value, one.timesMs[index])) };
  });
}

const FINE: readonly { resolution: Resolution; ms: number }[] = [
  { resolution: 'PT10M', ms: 600_000 },
  { resolution: 'PT15M', ms: 900_000 },
  { resolution: 'PT30M', ms: 1_800_000 },
  { resolution: 'hour', ms: HOUR_MS },
];
const MOST_POINTS = 1_000;

/** Finest clock interval that all sites have and that keeps the line short; undefined: the period is too long for one. */
export function powerResolution({ startMs, endMs }: Period, coarsestMs: number): { resolution: Resolution; ms: number } | undefined {
  return FINE.find(
    ({ resolution, ms }) =>
      ms >= coarsestMs && ((endMs - startMs) / ms <= MOST_POINTS || (resolution === 'hour' && endMs - startMs <= 400 * 24 * HOUR_MS)),
  );
}

function isGenerating(type: string): boolean {
  return isSegmentType(type) && isGenerator(type);
}

function idOf({ node }: { node: TreeNode }): string {
  return node.id;
}

function valuesByTime({ timesMs, values }: Pick<SeriesColumns, 'timesMs' | 'values'>): Map<number, number> {
  return new Map(Array.from(timesMs, (timeMs, index) => [timeMs, values[index] ?? Number.NaN]));
}
