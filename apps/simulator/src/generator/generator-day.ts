import { type DayFrame, STEP_HOURS } from '../calendar/day-frame.ts';
import { at, column } from '../columns/column.ts';
import type { FaultWindow } from '../faults/fault.ts';
import { isActive } from '../faults/fault-windows.ts';
import type { DemoDevice } from '../fleet/demo-devices.ts';

/** What one generator did on one day, as it truly was: before sensors, gaps and lost messages. */
export interface GeneratorDay {
  device: DemoDevice;
  /** AC rating. [kW] */
  ratedKw: number;
  /** What it would have given without any injected fault, dirt, order or limit. [kW] */
  undisturbedKw: Float64Array;
  /** What it gave. [kW] */
  actualKw: Float64Array;
  /** DC side of what it gave; absent on turbines. [kW] */
  dcKw?: Float64Array;
  /** What the undisturbed modules could have given beyond the AC rating; absent where nothing clips. [kW] */
  aboveRatingKw?: Float64Array;
  /** Energy lost per interval, by cause: the id of an injected truth, or `soiling`, `exportLimit`. [kWh] */
  lostKwh: Map<string, Float64Array>;
}

/**
 * Replaces the power of a generator by what is left after one more cause, and books the difference to that cause.
 *
 * Causes are applied one after the other, so the losses and what was produced always add up to the undisturbed energy.
 */
export function applyCause(generator: GeneratorDay, cause: string, leftKw: Float64Array): void {
  const before = generator.actualKw;
  const lost = generator.lostKwh.get(cause) ?? new Float64Array(before.length);
  let any = generator.lostKwh.has(cause);
  for (let i = 0; i < before.length; i++) {
    const loss = (Math.max(0, at(before, i)) - Math.max(0, at(leftKw, i))) * STEP_HOURS;
    if (loss === 0) continue;
    lost[i] = at(lost, i) + loss;
    any = true;
  }
  if (any) generator.lostKwh.set(cause, lost);
  generator.actualKw = leftKw;
}

/** Stops a generator during a window; what it then takes from the grid is negative. */
export function stopWithin(
  generator: GeneratorDay,
  cause: string,
  { window, frame, standstillKw }: { window: FaultWindow; frame: DayFrame; standstillKw: number },
): void {
  const { actualKw, dcKw } = generator;
  const isStopped = (i: number) => isActive(window, frame.faultDay, at(frame.localHours, i));
  if (dcKw) generator.dcKw = column(frame.length, (i) => (isStopped(i) ? 0 : at(dcKw, i)));
  applyCause(
    generator,
    cause,
    column(frame.length, (i) => (isStopped(i) ? standstillKw : at(actualKw, i))),
  );
}
