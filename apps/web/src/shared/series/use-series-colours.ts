import { assignColours } from '@solvane/charts/options/line-colours';
import { useMemo, useState } from 'react';
import type { SeriesColumns } from './series-columns.ts';
import { type ColourBy, colourKeys } from './series-plots.ts';

const NO_COLOURS: ReadonlyMap<string, number> = new Map();

/** Colours that stay with their lines while others come and go. */
export function useSeriesColours(series: readonly SeriesColumns[] | undefined, by: ColourBy = 'device'): ReadonlyMap<string, number> {
  const [assigned, setAssigned] = useState(NO_COLOURS);
  const colours = useMemo(() => (series ? assignColours(colourKeys(series, by), assigned) : assigned), [series, by, assigned]);
  // React allows this during render: the colours that were just assigned give the same ones again.
  if (!isSame(colours, assigned)) setAssigned(colours);
  return colours;
}

function isSame(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}
