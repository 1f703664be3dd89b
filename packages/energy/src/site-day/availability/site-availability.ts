import { either } from '@solvane/series/columns';
import { type AvailabilitySums, productionAvailabilitySums, timeAvailabilitySums } from '../../availability/availability.ts';
import { availableShare } from '../../availability/availability-sheets.ts';
import { accountSlices, contractPriority, contractTimeline } from '../../availability/contract-view.ts';
import {
  type AccountedSlice,
  type AccountOptions,
  type AccountSlice,
  contractualLoss,
  type DeviceAccount,
  deviceAccount,
} from '../../availability/device-account.ts';
import { leaveOut } from '../../availability/excluded-periods.ts';
import { lowLight, lowWind } from '../../availability/low-resource.ts';
import { overdesignLosses } from '../../availability/overdesign.ts';
import type { EventType } from '../../events/event-types.ts';
import { applyOverlay, entriesInForce } from '../../events/overlay.ts';
import type { TimeCategory } from '../../events/time-category.ts';
import { inheritedTimeline, type TimelineSlice } from '../../events/timeline.ts';
import { ESTIMATED_MASK } from '../../quality/flags.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import type { Expectation } from '../expect/expectation.ts';
import { storageOrder } from '../expect/storage.ts';
import type { GroupedEvents } from '../group/group-events.ts';
import type { GroupedSite } from '../group/group-site.ts';
import { ofDay } from '../layout/frame.ts';
import type { DeviceLosses } from '../losses/device-losses.ts';
import type { AvailabilityView, SiteDevice } from '../site.ts';
import { unmonitoredIntervals } from './unmonitored.ts';

/** What the contract says about one generator on the day. */
export interface DeviceAvailability {
  device: SiteDevice;
  /** Every second and kilowatt-hour by time category, of which any other definition can be computed too. */
  account: DeviceAccount;
  /** In the order of the contract's views. [s] or [kWh] */
  views: readonly { view: AvailabilityView; sums: AvailabilitySums }[];
  /** Loss held against the contractor, shape (day.count). [kWh] */
  contractualLoss: Float64Array;
  /** What the account booked for events, one per range that an event decides. */
  booked: readonly BookedSlice[];
}

/** Part of an account that an event stands for. */
export interface BookedSlice extends BookedAmounts {
  /** Device whose event it is: the generator, or one that it is below of. */
  ownerId: string;
  event: AccountedSlice;
  eventType: EventType;
  timeCategory: TimeCategory;
  startMs: number;
  endMs: number;
}

/** Of a range of time: of all of it, and of the part with too little sun or wind. */
export interface BookedAmounts {
  /** [s] */
  seconds: number;
  lowSeconds: number;
  /** [kWh] */
  produced: number;
  lowProduced: number;
  lost: number;
  lowLost: number;
}

/**
 * Stage 6: what every generator did with its time and energy, as the contract of the site counts it.
 *
 * @param context - everything known of the day so far
 * @param grouped - timelines of the site
 * @param losses - of its generators
 * @returns in the order of the losses
 */
export function siteAvailability(context: DetectContext, grouped: GroupedSite, losses: readonly DeviceLosses[]): DeviceAvailability[] {
  const { views, primaryProductionView } = context.site.contract;
  const owners = new Map<string, string>();
  const timelines = contractTimelines(context, grouped, owners);
  const underContract = contractLosses(context, losses);
  const zenith = zenithOfDay(context);
  return losses.map((each, k) => {
    const { device } = each;
    const options = {
      ...accountOptions(each, timelines(device), underContract.get(device.id) ?? each.loss, context),
      lowResource: lowResource(device, context.expectations[k]?.weather, { zenith, context }),
      ...unmonitoredOf(context.expectations[k], context),
    };
    const { booked, onSlice } = bookkeeping(device, owners, context);
    const account = deviceAccount({ ...options, onSlice });
    const primary = views.find(({ name, basis }) => basis === 'production' && name === primaryProductionView);
    const unavailable = views.length === 0 || !primary ? undefined : primary.sheets[device.energySource];
    return {
      device,
      account,
      views: views.map((view) => {
        const sheet = view.sheets[device.energySource];
        return {
          view,
          sums: view.basis === 'time' ? timeAvailabilitySums(account, { sheet }) : productionAvailabilitySums(account, sheet),
        };
      }),
      contractualLoss: unavailable
        ? contractualLoss(options, (category) => {
            const share = availableShare(unavailable[category]);
            return Number.isNaN(share) ? 0 : 1 - share;
          })
        : new Float64Array(context.frame.day.count),
      booked: [...booked.values()],
    };
  });
}

/** Collects what an account books for its slices. */
function bookkeeping(device: SiteDevice, owners: ReadonlyMap<string, string>, { frame }: DetectContext) {
  const booked = new Map<AccountSlice, BookedSlice>();
  const onSlice: NonNullable<AccountOptions['onSlice']> = (slice, kind, amount, isLowResource) => {
    const { event, eventType, timeCategory } = slice;
    if (!event) return;
    let entry = booked.get(slice);
    if (!entry) {
      const startMs = Math.max(slice.startMs, frame.period.startMs);
      const endMs = Math.min(slice.endMs, frame.period.endMs);
      const none = { seconds: 0, lowSeconds: 0, produced: 0, lowProduced: 0, lost: 0, lowLost: 0 };
      entry = { ownerId: owners.get(event.id) ?? device.id, event, eventType, timeCategory, startMs, endMs, ...none };
      booked.set(slice, entry);
    }
    entry[kind] += amount;
    if (isLowResource) entry[LOW_OF[kind]] += amount;
  };
  return { booked, onSlice };
}

const LOW_OF = { seconds: 'lowSeconds', produced: 'lowProduced', lost: 'lowLost' } as const;

function accountOptions(
  { device, interval, setpoint }: DeviceLosses,
  timeline: readonly TimelineSlice[],
  loss: Float64Array,
  context: DetectContext,
): Omit<AccountOptions, 'lowResource'> {
  const { frame, site, energies } = context;
  const energy = energies.get(device.id);
  const idle = idleColumn(device, context);
  const { startMs, endMs } = frame.period;
  const agreed = (site.contract.excludedPeriods ?? []).filter((period) => period.startMs < endMs && period.endMs > startMs);
  return {
    grid: frame.day,
    period: frame.period,
    slices: leaveOut(accountSlices(timeline, site.contract.categories), agreed),
    expected: interval.expected,
    produced: interval.produced,
    loss,
    lostInSilence: interval.lostInSilence,
    noData: energy ? missingIn(ofDay(energy.values, frame)) : new Uint8Array(frame.day.count).fill(1),
    ...(setpoint && { setpoint }),
    ...(idle && { idle }),
    ...(site.contract.excludesEstimated &&
      energy && { excluded: Uint8Array.from(ofDay(energy.flags, frame), (flags) => ((flags & ESTIMATED_MASK) !== 0 ? 1 : 0)) }),
  };
}

/** Timeline of a device under the ranks of the contract; what people placed stays where they placed it. `owners` learns whose events they are. */
function contractTimelines(
  { site, tree, inputs, frame }: DetectContext,
  grouped: GroupedSite,
  owners: Map<string, string>,
): (device: SiteDevice) => TimelineSlice[] {
  const { categories } = site.contract;
  const known = new Map<string, TimelineSlice[]>();
  const ownOf = (deviceId: string): TimelineSlice[] => {
    const before = known.get(deviceId);
    if (before) return before;
    const own = grouped.find(deviceId);
    const placed = entriesInForce(inputs.overlays.get(deviceId) ?? []);
    const timeline = own ? contractTimelineOf(own, placed) : applyOverlay([], placed, []);
    known.set(deviceId, timeline);
    for (const { id } of timeline) owners.set(id, deviceId);
    return timeline;
  };
  const contractTimelineOf = ({ events, slices }: GroupedEvents, placed: ReturnType<typeof entriesInForce>) => {
    // A contract that ranks these events as the site does, and has no edits of people to lay over them, sees what the site sees.
    const isAlike = placed.length === 0 && events.every((event) => event.priority === contractPriority(event, categories));
    return isAlike ? slices : applyOverlay(contractTimeline(events, categories), placed, events);
  };
  const endMs = frame.day.startMs + frame.day.count * frame.day.stepMs;
  return (device) =>
    inheritedTimeline(
      ownOf(device.id),
      tree.ancestorsOf(device).map(({ id }) => ownOf(id)),
    ).filter((slice) => slice.startMs < endMs && slice.endMs > frame.day.startMs);
}

/** Losses where the contract counts overbuilt capacity its own way. */
function contractLosses(context: DetectContext, losses: readonly DeviceLosses[]): Map<string, Float64Array> {
  const { site, frame } = context;
  if (site.contract.overdesign === undefined) return new Map(losses.map(({ device, interval }) => [device.id, interval.loss]));
  const controlled = losses.filter(({ device }) => device.energySource !== 'BESS');
  const { losses: scaled } = overdesignLosses(site.contract.overdesign, {
    devices: controlled.map(({ device, interval }) => ({ ...interval, acRating: device.capacityAc })),
    limit: ofDay(context.limit, frame),
    collectionLoss: site.collectionLoss,
    stepHours: frame.stepHours,
  });
  return new Map(controlled.flatMap(({ device }, k) => (scaled[k] ? [[device.id, scaled[k]] as const] : [])));
}

function unmonitoredOf(expectation: Expectation | undefined, context: DetectContext): Pick<AccountOptions, 'unmonitored'> {
  const unmonitored = expectation && unmonitoredIntervals(expectation, context);
  return unmonitored ? { unmonitored } : {};
}

function lowResource(
  device: SiteDevice,
  weather: Expectation['weather'],
  { zenith, context: { frame, silences } }: { zenith: Float64Array; context: DetectContext },
): Uint8Array {
  if (weather?.kind === 'turbine') return lowWind(ofDay(weather.windSpeed, frame), device.cutIn);
  if (weather?.kind !== 'solar') return new Uint8Array(frame.day.count);
  const low = lowLight(ofDay(weather.irradiance, frame), zenith);
  const standby = silences.get(device.id)?.standby;
  return standby ? either(low, ofDay(standby, frame)) : low;
}

/** shape (day.count). [°] */
function zenithOfDay({ frame }: DetectContext): Float64Array {
  const first = frame.spanInWindow.start + frame.dayInSpan.start;
  return Float64Array.from({ length: frame.day.count }, (_, i) => 90 - (frame.sunElevation[first + i] ?? Number.NaN));
}

function missingIn(values: Float64Array): Uint8Array {
  const flags = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) flags[i] = 1;
  return flags;
}

/** A battery that was asked for nothing. */
function idleColumn(device: SiteDevice, context: DetectContext): Uint8Array | undefined {
  if (device.energySource !== 'BESS') return undefined;
  const batteries = context.tree.generators.filter(({ energySource }) => energySource === 'BESS');
  const order = storageOrder(device, batteries, context);
  return order && Uint8Array.from(ofDay(order, context.frame), (kw) => (kw === 0 ? 1 : 0));
}
