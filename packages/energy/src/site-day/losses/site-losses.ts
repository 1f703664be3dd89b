import { scaled } from '@solvane/series/columns';
import { combine } from '@solvane/series/combine';
import { defaultOverdesignMethod, overdesignLosses } from '../../availability/overdesign.ts';
import { LOSS_BEARING_TYPES } from '../../events/event-types.ts';
import type { TimelineSlice } from '../../events/timeline.ts';
import { eventTouches } from '../../events/timeline-columns.ts';
import { allocateLosses, type LossAllocation, residualEnergy } from '../../losses/allocation.ts';
import { type IntervalLoss, intervalLoss } from '../../losses/interval-loss.ts';
import { type CarveOptions, carveResidual, type ResidualParts } from '../../losses/residual.ts';
import { revenueOf, tariffPrices } from '../../losses/revenue.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import type { Expectation } from '../expect/expectation.ts';
import { type GroupedSite, timelineFor } from '../group/group-site.ts';
import { sumOf } from '../layout/device-tree.ts';
import { ofDay } from '../layout/frame.ts';
import type { SiteDevice } from '../site.ts';
import type { DeviceLosses } from './device-losses.ts';
import { iceOn } from './ice.ts';

/**
 * Stage 5: gives what every generator fell short of its expectation to events, snow and dirt; the rest stays unexplained.
 *
 * @param context - everything known of the day so far
 * @param grouped - its timelines
 * @returns one per generator, by id
 */
export function siteLosses(context: DetectContext, grouped: GroupedSite): DeviceLosses[] {
  const { expectations, frame } = context;
  const price = prices(context);
  const dayIndex = new Int32Array(frame.day.count);
  const starts = expectations.map((expectation) => {
    const timeline = timelineFor(expectation.device, grouped);
    const slices = slicesOfDay(timeline, frame.day);
    return { expectation, timeline, slices, interval: intervalOf(expectation, slices, context) };
  });
  const connection = atConnection(starts, context);
  return starts.map(({ expectation, timeline, slices, interval }): DeviceLosses => {
    const { device } = expectation;
    const loss = connection.get(device.id)?.loss ?? interval.loss;
    const order = context.orders.get(device.id);
    const setpoint = order && ofDay(order, frame);
    const allocation = allocateLosses({
      grid: frame.day,
      expected: interval.expected,
      loss,
      slices,
      lostInSilence: interval.lostInSilence,
      ...(setpoint && { setpoint }),
    });
    const iced = iceOn(expectation, timeline, context);
    const expectedAtConnection = connection.get(device.id)?.expected ?? interval.expected;
    const cleanShare = cleanShareOf(device, context);
    const residual = identify({
      residual: residualEnergy(interval.expected, interval.produced, allocation),
      beyondConnection:
        connection.size === 0 ? undefined : combine(interval.expected, expectedAtConnection, (kwh, through) => kwh - through),
      dayIndex,
      snowOrIce: iced ?? snowOn(device, context),
      soilingPotential: scaled(interval.expected, 1 - cleanShare),
    });
    markUnknown(residual, loss);
    const lost = sumOfLosses(allocation, residual);
    return {
      device,
      interval,
      loss,
      expectedAtConnection,
      slices,
      disturbed: eventTouches(slices, frame.day, LOSS_BEARING_TYPES),
      setpoint,
      allocation,
      residual,
      ...(iced && { iced }),
      lost,
      revenueLost: revenueOf(lost, price),
      price,
    };
  });
}

function intervalOf({ device, energy }: Expectation, slices: readonly TimelineSlice[], context: DetectContext): IntervalLoss {
  const { frame, site, energies } = context;
  const actual = energies.get(device.id)?.values;
  return intervalLoss({
    expected: ofDay(energy, frame),
    actual: actual ? ofDay(actual, frame) : new Float64Array(frame.day.count).fill(Number.NaN),
    silent: eventTouches(slices, frame.day, ['Communication Loss']),
    silenceTreatment: site.silenceTreatment,
  });
}

/** Losses of generators that together are larger than their connection; none where it takes all. */
function atConnection(
  starts: readonly { expectation: Expectation; interval: IntervalLoss }[],
  context: DetectContext,
): Map<string, { loss: Float64Array; expected: Float64Array }> {
  const { site, frame } = context;
  const controlled = starts.filter(({ expectation: { device } }) => device.energySource !== 'BESS');
  const limit = ofDay(context.limit, frame);
  const installed = sumOf(controlled.map(({ expectation: { device } }) => device));
  const method = limit.some((kw) => defaultOverdesignMethod(installed, kw / (1 - site.collectionLoss)) !== undefined)
    ? defaultOverdesignMethod(1, 0)
    : undefined;
  if (method === undefined) return new Map();
  const { losses, expectedAtConnection } = overdesignLosses(method, {
    devices: controlled.map(({ expectation: { device }, interval }) => ({ ...interval, acRating: device.capacityAc })),
    limit,
    collectionLoss: site.collectionLoss,
    stepHours: frame.stepHours,
  });
  return new Map(
    controlled.flatMap(({ expectation: { device } }, k) => {
      const [loss, expected] = [losses[k], expectedAtConnection[k]];
      return loss && expected ? [[device.id, { loss, expected }] as const] : [];
    }),
  );
}

/** What the grid connection could not have taken anyway is neither snow nor dirt: it stays unexplained at the device. */
function identify({
  residual,
  beyondConnection,
  ...options
}: CarveOptions & { beyondConnection: Float64Array | undefined }): ResidualParts {
  if (!beyondConnection) return carveResidual({ residual, ...options });
  const parts = carveResidual({ residual: combine(residual, beyondConnection, (left, beyond) => left - beyond), ...options });
  return { ...parts, rest: combine(parts.rest, beyondConnection, (left, beyond) => left + beyond) };
}

/** Where the loss is not known, no cause of it is. */
function markUnknown({ snow, soiling }: ResidualParts, loss: Float64Array): void {
  for (let i = 0; i < loss.length; i++) {
    if (!Number.isNaN(loss[i])) continue;
    snow[i] = Number.NaN;
    soiling[i] = Number.NaN;
  }
}

/** Slices that share time with a range of intervals. */
function slicesOfDay(slices: readonly TimelineSlice[], { startMs, stepMs, count }: DetectContext['frame']['day']): TimelineSlice[] {
  const endMs = startMs + count * stepMs;
  return slices.filter((slice) => slice.startMs < endMs && slice.endMs > startMs);
}

function sumOfLosses(
  { downtime, curtailment, degraded, communication, unknown }: LossAllocation,
  { snow, soiling }: ResidualParts,
): Float64Array {
  const lost = downtime.slice();
  for (const column of [curtailment, degraded, communication, unknown, snow, soiling]) {
    for (let i = 0; i < lost.length; i++) lost[i] = (lost[i] ?? 0) + (column[i] ?? 0);
  }
  return lost;
}

function snowOn({ energySource }: SiteDevice, { snowDepth, frame }: DetectContext): Uint8Array {
  const covered = new Uint8Array(frame.day.count);
  if (energySource !== 'PV') return covered;
  const depth = ofDay(snowDepth, frame);
  for (let i = 0; i < depth.length; i++) if ((depth[i] ?? Number.NaN) > 0) covered[i] = 1;
  return covered;
}

function cleanShareOf({ id }: SiteDevice, { memory }: DetectContext): number {
  return memory.devices.get(id)?.cleanShare ?? 1;
}

/** Price of every interval: as it was reported, else by tariff. */
function prices({ site, frame, signals }: DetectContext): Float64Array {
  const reported = signals.find(site.id, 'Price')?.values;
  const byTariff = tariffPrices(site.tariffs, ofDay(frame.startsMs, frame), site.zone);
  return reported ? ofDay(reported, frame).map((price, i) => (Number.isNaN(price) ? (byTariff[i] ?? Number.NaN) : price)) : byTariff;
}
