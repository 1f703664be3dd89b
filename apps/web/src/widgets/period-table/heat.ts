import { type Ramp, rampStep } from '@solvane/charts/options/ramp';

export interface HeatScale extends Ramp {
  /** Token of the colours, without their number. */
  name: 'seq' | 'div';
}

const STEPS = Array.from({ length: 9 }, (_, index) => String(index + 1));

/** Colours for the numbers of one metric: from the smallest to the largest, or as far below zero as above. undefined: there is nothing to compare */
export function heatScale(values: readonly number[], heat: 'sequential' | 'diverging'): HeatScale | undefined {
  if (values.length < 2) return undefined;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (heat === 'sequential') return { name: 'seq', low, high, colours: STEPS };
  const end = Math.max(Math.abs(low), Math.abs(high));
  return { name: 'div', low: -end, high: end, colours: STEPS };
}

/** Name of the colour of a number, such as `seq-3`. */
export function heatOf(value: number, scale: HeatScale): string {
  return `${scale.name}-${rampStep(scale, value) + 1}`;
}
