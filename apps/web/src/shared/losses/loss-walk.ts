import type { SiteWalkWire } from '@solvane/contract/site-results';

export type WalkBar = SiteWalkWire['walks'][number]['bars'][number];
type WalkOf = SiteWalkWire['walks'][number]['of'];

/** Walks of one kind that begin at the same level, added over sites. */
export interface LossWalk {
  of: WalkOf;
  bars: readonly WalkBar[];
}

const CLOSING_TOLERANCE = 1e-6;

/** Kinds in the order of their panels: what sends to the grid connection, then the connection. */
const KINDS: readonly WalkOf[] = ['PV', 'Wind', 'BESS', 'Connection'];

/** @throws Error where the changes do not lead from level to level: such a walk is not drawn */
export function addWalks(results: readonly SiteWalkWire[], of: WalkOf | 'auto'): LossWalk[] {
  return sumWalks(results, of).map((walk) => {
    const gap = gapOf(walk.bars);
    if (gap) throw new Error(`The walk does not close at ${gap.step}: ${gap.reachedKwh} kWh instead of ${gap.levelKwh} kWh`);
    return walk;
  });
}

/** Walks of one kind that begin at the same level, added step by step; kinds are never mixed. */
export function sumWalks(results: readonly SiteWalkWire[], of: WalkOf | 'auto'): LossWalk[] {
  const walks = results.flatMap(({ walks: each }) => each).filter((walk) => walk.bars.length > 0 && (of === 'auto' || walk.of === of));
  const groups = Map.groupBy(walks, (walk) => `${walk.of} ${walk.bars[0]?.step}`);
  return [...groups.values()]
    .flatMap((group) => (group[0] ? [{ of: group[0].of, bars: addBars(group.map((walk) => walk.bars)) }] : []))
    .toSorted((a, b) => KINDS.indexOf(a.of) - KINDS.indexOf(b.of));
}

/** Where a level is not what the changes before it lead to. undefined: nowhere */
export function gapOf(bars: readonly WalkBar[]): { step: string; reachedKwh: number; levelKwh: number } | undefined {
  const start = bars[0]?.energyKwh ?? 0;
  const totals = withTotals(bars);
  for (const [index, { kind, step, energyKwh }] of bars.entries()) {
    const reachedKwh = totals[index - 1]?.totalKwh ?? energyKwh;
    if (kind === 'level' && Math.abs(energyKwh - reachedKwh) > CLOSING_TOLERANCE * Math.max(1, Math.abs(start)))
      return { step, reachedKwh, levelKwh: energyKwh };
  }
  return undefined;
}

/** Bars with the level that each leads to. */
export function withTotals(bars: readonly WalkBar[]): (WalkBar & { totalKwh: number })[] {
  let totalKwh = 0;
  return bars.map((bar) => {
    totalKwh = bar.kind === 'level' ? bar.energyKwh : totalKwh + bar.energyKwh;
    return { ...bar, totalKwh };
  });
}

/** Changes between two levels, in the order in which a walk shows them; any other step keeps the position that it has among its own. */
const CHANGES = [
  ...['irradiance', 'wind', 'temperature', 'density', 'designLosses', 'clipping', 'modelGap'],
  ...['gridLimit', 'downtime', 'curtailment', 'icing', 'degraded', 'unknown', 'communication', 'snow', 'soiling'],
  ...['powerUnavailable', 'energyLimited', 'nonAdherence', 'noData', 'withoutExpectation', 'unexplained'],
  ...['ownConsumption', 'charge', 'discharge', 'auxiliary', 'electrical'],
];

function addBars(walks: readonly (readonly WalkBar[])[]): WalkBar[] {
  const sums = new Map<string, WalkBar>();
  const order: string[] = [];
  for (const bars of walks.toSorted((a, b) => b.length - a.length))
    for (const [index, bar] of bars.entries()) {
      const { energyKwh = 0 } = sums.get(bar.step) ?? {};
      if (!sums.has(bar.step)) order.splice(order.indexOf(bars[index - 1]?.step ?? '') + 1, 0, bar.step);
      sums.set(bar.step, { ...bar, energyKwh: energyKwh + bar.energyKwh });
    }
  return inOrder(order.flatMap((step) => sums.get(step) ?? []));
}

/** Levels stay where they are, and the changes between two of them have their order. */
function inOrder(bars: readonly WalkBar[]): WalkBar[] {
  const sections: WalkBar[][] = [];
  for (const bar of bars) {
    if (bar.kind === 'level' || sections.length === 0) sections.push([bar]);
    else sections.at(-1)?.push(bar);
  }
  const rank = ({ kind, step }: WalkBar) => (kind === 'level' ? -1 : CHANGES.indexOf(step));
  return sections.flatMap((section) => section.toSorted((a, b) => rank(a) - rank(b)));
}
