import { columnSpace } from '@solvane/series/columns';
import { commonLength } from '@solvane/series/combine';
import type { EventType } from '../events/event-types.ts';
import type { IntervalGrid } from '../time/interval.ts';

/** The part of a timeline that decides who bears a loss. */
export interface LossSlice {
  startMs: number;
  endMs: number;
  eventType: EventType;
}

export interface AllocationOptions {
  grid: IntervalGrid;
  /** shape (n). [kWh] */
  expected: Float64Array;
  /** What is to be explained, scaled by an overdesign method where one applies, shape (n). [kWh] */
  loss: Float64Array;
  /** Timeline of the device, inherited events included: by time, not overlapping. */
  slices: readonly LossSlice[];
  /** Order of the interval, shape (n). [kW] NaN or absent: a curtailment explains everything */
  setpoint?: Float64Array;
  /** 1 where silence counts as lost, shape (n), as from `intervalLoss`. */
  lostInSilence?: Uint8Array;
  /**
   * Where more is missing than the events can explain: `event` gives the rest to Downtime and Unknown events, because the clocks of
   * controllers and restarts blur ten-minute data; `residual` leaves it unexplained.
   */
  spill?: 'event' | 'residual';
}

/** Who bears the losses. The parts of an interval and its unexplained rest add up to its loss; NaN where the loss is not known. */
export interface LossAllocation {
  /** By type of event, each shape (n). [kWh] */
  downtime: Float64Array;
  curtailment: Float64Array;
  degraded: Float64Array;
  communication: Float64Array;
  unknown: Float64Array;
  /** Part of the loss no event explains, shape (n). [kWh] */
  unexplained: Float64Array;
  /** By slice, shape (slices). [kWh] */
  bySlice: Float64Array;
}

/** Told once for each interval and slice that bears a part of its loss. */
export type AllocationVisitor = (interval: number, slice: number, energy: number) => void;

/**
 * Gives the losses of a device to the events of its timeline, nothing twice.
 *
 * Each event can explain at most what it held back: a stop its share of the expectation, a curtailment with an order what lies above the
 * order, warnings nothing.
 *
 * @param options - losses and timeline of one device
 * @returns losses by type and by slice
 * @throws RangeError when the lengths differ
 */
export function allocateLosses(options: AllocationOptions): LossAllocation {
  const { slices, loss } = options;
  const zeros = columnSpace(5, loss.length);
  const allocation: LossAllocation = {
    downtime: zeros(),
    curtailment: zeros(),
    degraded: zeros(),
    communication: zeros(),
    unknown: zeros(),
    unexplained: loss.slice(),
    bySlice: new Float64Array(slices.length),
  };
  const columns = slices.map(({ eventType }) => columnOf(allocation, eventType));
  visitAllocation(options, (interval, slice, energy) => {
    const column = columns[slice];
    if (!column) return;
    column[interval] = (column[interval] ?? 0) + energy;
    allocation.bySlice[slice] = (allocation.bySlice[slice] ?? 0) + energy;
    allocation.unexplained[interval] = Math.max(0, (allocation.unexplained[interval] ?? 0) - energy);
  });
  for (let i = 0; i < loss.length; i++) if (Number.isNaN(loss[i])) markUnknown(allocation, i);
  return allocation;
}

function markUnknown({ downtime, curtailment, degraded, communication, unknown }: LossAllocation, interval: number): void {
  downtime[interval] = Number.NaN;
  curtailment[interval] = Number.NaN;
  degraded[interval] = Number.NaN;
  communication[interval] = Number.NaN;
  unknown[interval] = Number.NaN;
}

/**
 * Walks through the same allocation part by part, for sums of another kind.
 *
 * @param options - losses and timeline of one device
 * @param visit - told every part above 0
 * @throws RangeError when the lengths differ
 */
export function visitAllocation(
  { grid, expected, loss, slices, setpoint, lostInSilence, spill = 'event' }: AllocationOptions,
  visit: AllocationVisitor,
): void {
  const n = commonLength(expected, loss, ...[setpoint, lostInSilence].filter((column) => column !== undefined));
  const stepHours = grid.stepMs / 3_600_000;
  const potentials = new Float64Array(slices.length);
  let first = 0;
  let slice = slices[first];
  for (let i = 0; i < n; i++) {
    const startMs = grid.startMs + i * grid.stepMs;
    while (slice && slice.endMs <= startMs) slice = slices[++first];
    if (!slice) return;
    const lost = loss[i] ?? 0;
    if (!(lost > 0) || slice.startMs >= startMs + grid.stepMs) continue;

    const wanted = expected[i] ?? 0;
    const order = (setpoint?.[i] ?? Number.NaN) * stepHours;
    const { end, total, stopped } = fillPotentials({
      potentials,
      slices,
      first,
      startMs,
      stepMs: grid.stepMs,
      expected: wanted,
      aboveOrder: Number.isNaN(order) ? wanted : Math.max(0, wanted - order),
      isLostInSilence: lostInSilence?.[i] === 1,
    });
    const scale = total > 0 ? Math.min(1, lost / total) : 0;
    const rest = spill === 'event' ? Math.max(0, lost - total) : 0;
    for (let at = first; at < end; at++) {
      const potential = potentials[at] ?? 0;
      if (potential === 0) continue;
      const spilled = isStop(slices[at]?.eventType) ? (rest * potential) / stopped : 0;
      visit(i, at, potential * scale + spilled);
    }
  }
}

/**
 * What is left of the expectation after losses and production: negative where more came than expected.
 *
 * @param expected - as from `intervalLoss`, shape (n). [kWh]
 * @param produced - as from `intervalLoss`, shape (n). [kWh]
 * @param allocation - of the device
 * @returns shape (n). [kWh] NaN without expectation or production
 * @throws RangeError when the lengths differ
 */
export function residualEnergy(expected: Float64Array, produced: Float64Array, allocation: LossAllocation): Float64Array {
  const { downtime, curtailment, degraded, communication, unknown } = allocation;
  const n = commonLength(expected, produced, downtime);
  const residual = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const allocated = (downtime[i] ?? 0) + (curtailment[i] ?? 0) + (degraded[i] ?? 0) + (communication[i] ?? 0) + (unknown[i] ?? 0);
    residual[i] = (expected[i] ?? Number.NaN) - allocated - (produced[i] ?? Number.NaN);
  }
  return residual;
}

interface PotentialOptions {
  potentials: Float64Array;
  slices: readonly LossSlice[];
  first: number;
  startMs: number;
  stepMs: number;
  expected: number;
  aboveOrder: number;
  isLostInSilence: boolean;
}

/** Writes what each slice of an interval can have held back, and tells where they end, their sum and the part of stops in it. */
function fillPotentials({ potentials, slices, first, startMs, stepMs, expected, aboveOrder, isLostInSilence }: PotentialOptions) {
  const endMs = startMs + stepMs;
  let end = first;
  let total = 0;
  let stopped = 0;
  for (let slice = slices[end]; slice && slice.startMs < endMs; slice = slices[++end]) {
    const share = (Math.min(slice.endMs, endMs) - Math.max(slice.startMs, startMs)) / stepMs;
    const potential = share * heldBack(slice.eventType, expected, aboveOrder, isLostInSilence);
    potentials[end] = potential;
    total += potential;
    if (isStop(slice.eventType)) stopped += potential;
  }
  return { end, total, stopped };
}

function heldBack(eventType: EventType, expected: number, aboveOrder: number, isLostInSilence: boolean): number {
  switch (eventType) {
    case 'Downtime':
    case 'Unknown':
    case 'Degraded':
      return expected;
    case 'Curtailment':
      return aboveOrder;
    case 'Communication Loss':
      return isLostInSilence ? expected : 0;
    default:
      return 0;
  }
}

function isStop(eventType: EventType | undefined): boolean {
  return eventType === 'Downtime' || eventType === 'Unknown';
}

function columnOf(allocation: LossAllocation, eventType: EventType): Float64Array | undefined {
  switch (eventType) {
    case 'Downtime':
      return allocation.downtime;
    case 'Curtailment':
      return allocation.curtailment;
    case 'Degraded':
      return allocation.degraded;
    case 'Communication Loss':
      return allocation.communication;
    case 'Unknown':
      return allocation.unknown;
    default:
      return undefined;
  }
}
