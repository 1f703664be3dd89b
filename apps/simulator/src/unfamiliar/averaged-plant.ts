import type { ReportedSignal } from '@solvane/energy/site-day/inputs';
import type { IntervalGrid } from '@solvane/energy/time/interval';
import { at } from '../columns/column.ts';
import { modulo } from '../columns/modulo.ts';
import { MINUTE_MS } from './minute-clock.ts';
import type { MinutePlant } from './minute-plant.ts';

/** What a logger with a longer interval would have written. */
export interface AveragedPlant {
  grid: IntervalGrid;
  signals: ReadonlyMap<string, readonly ReportedSignal[]>;
}

/** What a logger keeps at the end of an interval instead of a mean. */
const LAST_VALUES: readonly string[] = ['ExportCounter', 'ImportCounter', 'StateOfCharge'];
const DIRECTIONS: readonly string[] = ['NacelleWindDirection', 'WindDirection'];
const RADIANS = Math.PI / 180;

/**
 * @param minutes - length of an interval; an incomplete one at the end is left out
 */
export function averagedPlant({ clock, series }: Pick<MinutePlant, 'clock' | 'series'>, minutes: number): AveragedPlant {
  const signals = new Map([...series].map(([id, byApCode]) => [id, [...byApCode].map(([apCode, raw]) => ({ apCode, raw }))]));
  return longerIntervals({ grid: { startMs: clock.startMs, stepMs: MINUTE_MS, count: clock.count }, signals }, minutes);
}

/**
 * The same plant with so many intervals made one. An interval that lacks a part of a mean is unknown.
 */
export function longerIntervals({ grid, signals }: AveragedPlant, parts: number): AveragedPlant {
  const count = Math.floor(grid.count / parts);
  return {
    grid: { startMs: grid.startMs, stepMs: grid.stepMs * parts, count },
    signals: new Map(
      [...signals].map(([id, ofDevice]) => [
        id,
        ofDevice.map(({ apCode, raw }) => ({ apCode, raw: averaged(apCode, raw, { parts, count }) })),
      ]),
    ),
  };
}

function averaged(apCode: string, values: Float64Array, { parts, count }: { parts: number; count: number }): Float64Array {
  if (parts === 1) return values;
  if (LAST_VALUES.includes(apCode)) return Float64Array.from({ length: count }, (_, k) => at(values, (k + 1) * parts - 1));
  if (!DIRECTIONS.includes(apCode)) return means(values, parts, count);
  const north = means(
    values.map((degrees) => Math.cos(degrees * RADIANS)),
    parts,
    count,
  );
  const east = means(
    values.map((degrees) => Math.sin(degrees * RADIANS)),
    parts,
    count,
  );
  return north.map((value, k) => modulo(Math.atan2(at(east, k), value) / RADIANS, 360));
}

function means(values: Float64Array, parts: number, count: number): Float64Array {
  const out = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    let sum = 0;
    for (let i = k * parts; i < (k + 1) * parts; i++) sum += at(values, i);
    out[k] = sum / parts;
  }
  return out;
}
