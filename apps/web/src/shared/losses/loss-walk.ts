import type { SiteWalkWire } from '@solvane/contract/site-results';

export type WalkBar = SiteWalkWire['walks'][number]['bars'][number];
type WalkOf = SiteWalkWire['walks'][number]['of'];

/** Walks of one kind that begin at the same level, added over sites. */
export interface LossWalk {
  of: WalkOf;
  bars: readonly WalkBar[];
}

const CLOSING_TOLERANCE = 1e-6;

/** @throws Error where the changes do not lead from level to level: such a walk is not drawn */
export function addWalks(results: readonly SiteWalkWire[], of: WalkOf | 'auto'): LossWalk[] {
  const walks = results.flatMap(({ walks: each }) => each).filter((walk) => walk.bars.length > 0 && (of === 'auto' || walk.of === of));
  const groups = Map.groupBy(walks, (walk) => `${walk.of} ${walk.bars[0]?.step}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const bars = addBars(group.map((walk) => walk.bars));
    assertCloses(bars);
    return [{ of: first.of, bars }];
  });
}

/** Bars with the level that each leads to. */
export function withTotals(bars: readonly WalkBar[]): (WalkBar & { totalKwh: number })[] {
  let totalKwh = 0;
  return bars.map((bar) => {
    totalKwh = bar.kind === 'level' ? bar.energyKwh : totalKwh + bar.energyKwh;
    return { ...bar, totalKwh };
  });
}

/** In the order of the longest walk; a step that it lacks follows the one that it follows elsewhere. */
function addBars(walks: readonly (readonly WalkBar[])[]): WalkBar[] {
  const sums = new Map<string, WalkBar>();
  const order: string[] = [];
  for (const bars of walks.toSorted((a, b) => b.length - a.length))
    for (const [index, bar] of bars.entries()) {
      const { energyKwh = 0 } = sums.get(bar.step) ?? {};
      if (!sums.has(bar.step)) order.splice(order.indexOf(bars[index - 1]?.step ?? '') + 1, 0, bar.step);
      sums.set(bar.step, { ...bar, energyKwh: energyKwh + bar.energyKwh });
    }
  return order.flatMap((step) => sums.get(step) ?? []);
}

function assertCloses(bars: readonly WalkBar[]): void {
  const start = bars[0]?.energyKwh ?? 0;
  const totals = withTotals(bars);
  for (const [index, { kind, step, energyKwh }] of bars.entries()) {
    const reached = totals[index - 1]?.totalKwh ?? energyKwh;
    if (kind === 'level' && Math.abs(energyKwh - reached) > CLOSING_TOLERANCE * Math.max(1, Math.abs(start)))
      throw new Error(`The walk does not close at ${step}: ${reached} kWh instead of ${energyKwh} kWh`);
  }
}
