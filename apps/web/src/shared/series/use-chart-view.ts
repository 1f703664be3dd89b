import type { Period, ZoneClock } from '@solvane/charts/options/time-series';
import { offsetMsAt } from '@solvane/energy/time/zone';
import { useMemo, useState } from 'react';

export interface ChartView {
  view: Period;
  onViewChange: (view: Period) => void;
  onUndo: () => void;
}

/** The part of a period that a chart shows, for charts whose zoom does not belong in the address. A zoom outside a new period ends. */
export function useChartView(period: Period): ChartView {
  const [views, setViews] = useState<readonly Period[]>([]);
  const view = views.at(-1);
  return {
    view: view && view.startMs >= period.startMs && view.endMs <= period.endMs ? view : period,
    onViewChange: (next) => setViews((before) => [...before, next]),
    onUndo: () => setViews((before) => before.slice(0, -1)),
  };
}

/** Local time of a zone, as charts label it. */
export function useZoneClock(zone: string): ZoneClock {
  return useMemo(() => ({ offsetMs: (instantMs) => offsetMsAt(instantMs, zone) }), [zone]);
}
