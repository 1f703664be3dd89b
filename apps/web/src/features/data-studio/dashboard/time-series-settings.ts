import { sharedAxes } from '../../../shared/series/plot-look.ts';
import type { StudioSearch } from '../studio-search.ts';

interface TimeSeriesOnScreen {
  signalIds: readonly string[];
  search: StudioSearch;
  /** Of the plots, in their order. */
  units: readonly string[];
}

/** What the time series widget of a dashboard needs to show the same lines. */
export function timeSeriesSettings({ signalIds, search, units }: TimeSeriesOnScreen): Record<string, unknown> {
  const { tree, attribute, resolution, shape, color, peers, lanes, quality, filters } = search;
  return {
    level: 'asSelected',
    signals: [...signalIds],
    aggregate: tree ?? 'device',
    peerBand: peers !== 'off',
    eventLanes: lanes !== 'off',
    qualityMarks: quality !== 'off',
    ...(attribute && { attribute }),
    ...(resolution && { resolution }),
    ...(shape && { chart: shape }),
    ...(color && { color }),
    ...(filters?.length && { filters }),
    ...comparisonOf(search),
    ...axesOf(search, units),
  };
}

function comparisonOf({ compare, ranges }: StudioSearch): Record<string, unknown> {
  if (ranges) return { comparison: 'periodsBack', periodsBack: ranges };
  return compare ? { comparison: compare } : {};
}

/** Where one unit has an axis of its own making, every unit needs one. */
function axesOf({ axes, y }: StudioSearch, units: readonly string[]): Record<string, unknown> {
  if (axes !== 'shared' && !y) return {};
  const shared = new Map(
    axes === 'shared' && units.length > 1 ? sharedAxes(units.map((id) => ({ id }))).map(({ unit, side }) => [unit, side]) : [],
  );
  return {
    axes: units.map((unit) => {
      const [min, max] = y?.[unit] ?? [null, null];
      return { unit, side: shared.get(unit) ?? 'own', min, max };
    }),
  };
}
