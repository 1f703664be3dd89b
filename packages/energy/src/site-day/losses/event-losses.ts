import { compareDecisiveness, type TimelineSlice } from '../../events/timeline.ts';
import { visitAllocation } from '../../losses/allocation.ts';
import type { IntervalGrid } from '../../time/interval.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import type { GroupedSite } from '../group/group-site.ts';
import type { DeviceLosses } from './device-losses.ts';

/** What one event cost on the day, all devices it stopped together. */
export interface EventLoss {
  /** Whose timeline the event is on: losses of everything below it count here. */
  deviceId: string;
  /** Start of the event: events of one device do not overlap. */
  startMs: number;
  /** [kWh] NaN: the loss of none of its intervals is known. */
  energy: number;
  /** Of the energy that has a price. [currency] NaN: none has, or no loss is known. */
  revenue: number;
  /** Intervals of devices whose lost energy has no price. */
  unpriced: number;
  /** Intervals of devices that the sums leave out: production or expectation is not known. */
  leftOut: number;
}

/**
 * Losses of the day by event: the same allocation as of the columns, with every part given to the event whose word it was.
 *
 * @param context - everything known of the day
 * @param grouped - its timelines
 * @param losses - of its generators
 * @returns one per event that shares time with the day, by device and start; energies add up to what the columns allocate
 */
export function eventLosses(context: DetectContext, grouped: GroupedSite, losses: readonly DeviceLosses[]): EventLoss[] {
  const { tree, frame } = context;
  const period = { startMs: frame.day.startMs, endMs: frame.day.startMs + frame.day.count * frame.day.stepMs };
  const sums = new Map<TimelineSlice, EventLoss & { isKnown: boolean; isPriced: boolean }>();
  for (const { deviceId, slices } of grouped.devices)
    for (const slice of slices)
      if (slice.startMs < frame.dayBounds.endMs && slice.endMs > frame.dayBounds.startMs)
        sums.set(slice, {
          deviceId,
          startMs: slice.startMs,
          energy: 0,
          revenue: 0,
          unpriced: 0,
          leftOut: 0,
          isKnown: false,
          isPriced: false,
        });

  for (const { device, interval, loss, slices, setpoint, price } of losses) {
    const lineage = [device, ...tree.ancestorsOf(device)]
      .flatMap(({ id }) => grouped.ownOf(id))
      .filter((slice) => slice.startMs < period.endMs && slice.endMs > period.startMs);
    for (const slice of lineage) {
      const sum = sums.get(slice);
      if (sum) countIntervals(sum, loss, slice, frame.day);
    }
    const pieces = slices.map((slice) => piecesOf(slice, lineage));
    const options = { grid: frame.day, expected: interval.expected, loss, slices, lostInSilence: interval.lostInSilence };
    visitAllocation({ ...options, ...(setpoint && { setpoint }) }, (i, at, energy) => {
      for (const { owner, share } of sharesOf(pieces[at] ?? [], i, frame.day)) {
        const sum = sums.get(owner);
        if (!sum) continue;
        addLoss(sum, energy * share, price[i] ?? Number.NaN);
      }
    });
  }
  return [...sums.values()]
    .map(({ isKnown, isPriced, ...sum }) => ({
      ...sum,
      energy: isKnown ? sum.energy : Number.NaN,
      revenue: isKnown && (isPriced || sum.unpriced === 0) ? sum.revenue : Number.NaN,
    }))
    .sort((a, b) => (a.deviceId < b.deviceId ? -1 : a.deviceId > b.deviceId ? 1 : a.startMs - b.startMs));
}

function addLoss(sum: EventLoss & { isPriced: boolean }, energy: number, price: number): void {
  sum.energy += energy;
  if (energy === 0) return;
  if (Number.isNaN(price)) {
    sum.unpriced++;
    return;
  }
  sum.isPriced = true;
  sum.revenue += (energy / 1000) * price;
}

interface Piece {
  startMs: number;
  endMs: number;
  owner: TimelineSlice;
}

/** Whose word each part of a slice is: slices of a device and of what stands above it that mean the same may have been joined. */
function piecesOf({ startMs, endMs }: TimelineSlice, lineage: readonly TimelineSlice[]): Piece[] {
  const inside = lineage.filter((slice) => slice.startMs < endMs && slice.endMs > startMs);
  const cuts = inside.flatMap((slice) => [slice.startMs, slice.endMs]).filter((cutMs) => cutMs > startMs && cutMs < endMs);
  const edges = [...new Set([startMs, ...cuts, endMs])].sort((a, b) => a - b);
  return edges.slice(1).flatMap((edgeMs, i): Piece[] => {
    const fromMs = edges[i] ?? startMs;
    const covering = inside.filter((slice) => slice.startMs <= fromMs && slice.endMs >= edgeMs);
    if (covering.length === 0) return [];
    const owner = covering.reduce((best, slice) => (compareDecisiveness(slice, best) < 0 ? slice : best));
    return [{ startMs: fromMs, endMs: edgeMs, owner }];
  });
}

function sharesOf(
  pieces: readonly Piece[],
  interval: number,
  { startMs, stepMs }: IntervalGrid,
): { owner: TimelineSlice; share: number }[] {
  const [only] = pieces;
  if (only && pieces.length === 1) return [{ owner: only.owner, share: 1 }];
  const fromMs = startMs + interval * stepMs;
  const parts = pieces.flatMap(({ owner, ...piece }) => {
    const lengthMs = Math.min(piece.endMs, fromMs + stepMs) - Math.max(piece.startMs, fromMs);
    return lengthMs > 0 ? [{ owner, lengthMs }] : [];
  });
  const totalMs = parts.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
  return parts.map(({ owner, lengthMs }) => ({ owner, share: lengthMs / totalMs }));
}

function countIntervals(
  sum: { leftOut: number; isKnown: boolean },
  loss: Float64Array,
  slice: TimelineSlice,
  { startMs, stepMs }: IntervalGrid,
): void {
  const first = Math.max(0, Math.floor((slice.startMs - startMs) / stepMs));
  for (let i = first; i < loss.length && startMs + i * stepMs < slice.endMs; i++) {
    if (Number.isNaN(loss[i])) sum.leftOut++;
    else sum.isKnown = true;
  }
}
