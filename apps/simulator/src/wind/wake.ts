import { modulo } from '../columns/modulo.ts';
import type { WindPlan } from '../fleet/site-plan.ts';

/** Nearer than this an upstream turbine takes wind away. [m] */
const WAKE_REACH = 600;
/** Half the width of the shadow. [°] */
const WAKE_HALF_WIDTH = 15;
/** Wind speed left in the shadow. */
const WAKE_SHARE = 0.93;

/** Directions from which a turbine stands in the shadow of a neighbour: bearings towards each neighbour within reach. [°] */
export function wakeBearings({ layout }: WindPlan, turbine: number): number[] {
  const own = layout[turbine - 1];
  if (!own) return [];
  return layout
    .filter((other, i) => i !== turbine - 1 && Math.hypot(other[0] - own[0], other[1] - own[1]) < WAKE_REACH)
    .map((other) => modulo((Math.atan2(other[0] - own[0], other[1] - own[1]) * 180) / Math.PI, 360));
}

/** Share of the free wind that reaches a turbine. */
export function wakeShare(bearings: readonly number[], direction: number): number {
  for (const bearing of bearings) {
    const apart = Math.abs(modulo(direction - bearing + 180, 360) - 180);
    if (apart <= WAKE_HALF_WIDTH) return WAKE_SHARE;
  }
  return 1;
}
