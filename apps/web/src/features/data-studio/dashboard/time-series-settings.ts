import type { StudioSearch } from '../studio-search.ts';

/** What the time series widget of a dashboard needs to show the same lines. */
export function timeSeriesSettings(signalIds: readonly string[], search: StudioSearch): Record<string, unknown> {
  const { tree, resolution, peers, lanes, quality, y } = search;
  return {
    level: 'asSelected',
    signals: [...signalIds],
    aggregate: tree ?? 'device',
    peerBand: peers !== 'off',
    eventLanes: lanes !== 'off',
    qualityMarks: quality !== 'off',
    ...(resolution && { resolution }),
    ...(y && { axes: Object.entries(y).map(([unit, [min, max]]) => ({ unit, min, max })) }),
  };
}
