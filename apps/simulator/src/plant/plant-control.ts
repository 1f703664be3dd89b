import type { DayFrame } from '../calendar/day-frame.ts';
import { at, column } from '../columns/column.ts';
import { type ActiveFault, isActive, ofKind } from '../faults/fault-windows.ts';
import type { SitePlan } from '../fleet/site-plan.ts';
import { applyCause, type GeneratorDay } from '../generator/generator-day.ts';
import { type SiteNoise, siteSeed } from '../noise/channels.ts';
import { normalNoiseColumn } from '../noise/noise-columns.ts';
import { generationAtMeter } from './meter.ts';

/** Cause under which energy above the export limit is booked. */
const EXPORT_LIMIT = 'exportLimit';

/** A controller stays this much below its limit, on average. */
const CONTROL_MARGIN = 0.002;

interface PlantControlInput {
  plan: SitePlan;
  noise: SiteNoise;
  frame: DayFrame;
  faults: readonly ActiveFault[];
  price: Float64Array;
  /** What the controller can turn down: inverters and turbines. */
  controlled: readonly GeneratorDay[];
  /** Power of what it cannot: batteries. [kW] */
  otherKw: Float64Array;
  ratedKw: number;
}

/** Orders to the whole plant over a day: the setpoint it was given, its rating where it was free. */
interface PlantOrders {
  setpointKw: Float64Array;
}

/** Turns the plant down to its orders and to its export limit, and books what that costs. */
export function controlPlant(input: PlantControlInput): PlantOrders {
  const { controlled, frame, ratedKw } = input;
  const setpointKw = new Float64Array(frame.length).fill(ratedKw);
  for (const { cause, orderedKw } of ordersOf(input)) {
    for (let i = 0; i < frame.length; i++) setpointKw[i] = Math.min(at(setpointKw, i), at(orderedKw, i));
    turnDown(controlled, cause, orderedKw);
  }
  if (input.plan.exportLimitKw !== undefined) turnDown(controlled, EXPORT_LIMIT, exportableKw(input, input.plan.exportLimitKw));
  return { setpointKw };
}

function ordersOf({ frame, faults, price, ratedKw }: PlantControlInput): { cause: string; orderedKw: Float64Array }[] {
  const free = Number.POSITIVE_INFINITY;
  return [
    ...ofKind(faults, 'curtailment').map(({ fault, effect, window }) => ({
      cause: fault.id,
      orderedKw: column(frame.length, (i) => (isActive(window, frame.faultDay, at(frame.localHours, i)) ? effect.share * ratedKw : free)),
    })),
    ...ofKind(faults, 'marketCurtailment').map(({ fault }) => ({
      cause: fault.id,
      orderedKw: column(frame.length, (i) => (frame.weekday >= 6 && at(price, i) < 0 ? 0 : free)),
    })),
  ];
}

/** What sun and wind may give so that the meter stays at the limit. [kW] */
function exportableKw({ noise, frame, otherKw, ratedKw }: PlantControlInput, limitKw: number): Float64Array {
  const wander = normalNoiseColumn(siteSeed(noise, 'gridControl'), frame.grid);
  return column(frame.length, (i) => {
    const aim = limitKw * (1 - CONTROL_MARGIN * Math.min(2, Math.abs(at(wander, i))));
    return Math.max(0, generationAtMeter(aim, ratedKw) - at(otherKw, i));
  });
}

function turnDown(generators: readonly GeneratorDay[], cause: string, allowedKw: Float64Array): void {
  const share = column(allowedKw.length, (i) => {
    let sum = 0;
    for (const { actualKw } of generators) sum += Math.max(0, at(actualKw, i));
    return sum > at(allowedKw, i) ? at(allowedKw, i) / sum : 1;
  });
  if (share.every((value) => value === 1)) return;
  for (const generator of generators) {
    const { actualKw, dcKw } = generator;
    if (dcKw) generator.dcKw = column(share.length, (i) => at(dcKw, i) * at(share, i));
    applyCause(
      generator,
      cause,
      column(share.length, (i) => (at(actualKw, i) > 0 ? at(actualKw, i) * at(share, i) : at(actualKw, i))),
    );
  }
}
