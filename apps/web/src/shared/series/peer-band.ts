import { quantile } from '@solvane/series/quantile';
import type { SeriesResult } from './series-columns.ts';

export interface PeerBand {
  timesMs: Float64Array;
  /** [kW] */
  low: Float64Array;
  middle: Float64Array;
  high: Float64Array;
}

/** A device, and those it is compared with. */
interface Peers {
  ratedPowerKw: number;
  devices: readonly { segmentId: string; ratedPowerKw: number }[];
}

const LOW = 0.1;
const MIDDLE = 0.5;
const HIGH = 0.9;
/** Two of them span no range. */
const FEWEST_VALUES = 3;

/** What devices like this one made at its rating: the middle four fifths of them, so that a sick one or a lucky one does not widen it. NaN where fewer than three have a value. */
export function peerBand({ series }: Pick<SeriesResult, 'series'>, { ratedPowerKw, devices }: Peers): PeerBand {
  const ratingOf = new Map<string, number>(devices.map((each) => [each.segmentId, each.ratedPowerKw]));
  const loadsAt = new Map<number, number[]>();
  for (const { segmentId, timesMs, values } of series) {
    const rating = ratingOf.get(segmentId ?? '');
    if (rating === undefined) continue;
    for (const [index, atMs] of timesMs.entries()) {
      const load = (values[index] ?? Number.NaN) / rating;
      if (Number.isNaN(load)) continue;
      const loads = loadsAt.get(atMs);
      if (loads) loads.push(load);
      else loadsAt.set(atMs, [load]);
    }
  }
  const timesMs = Float64Array.from(loadsAt.keys()).sort();
  const at = (share: number) =>
    timesMs.map((atMs) => {
      const loads = loadsAt.get(atMs) ?? [];
      return loads.length < FEWEST_VALUES ? Number.NaN : ratedPowerKw * quantile(Float64Array.from(loads), share);
    });
  return { timesMs, low: at(LOW), middle: at(MIDDLE), high: at(HIGH) };
}
