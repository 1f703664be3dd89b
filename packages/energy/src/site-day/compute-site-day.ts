import type { LocalDay, Period } from '../time/local-day.ts';
import { siteAvailability } from './availability/site-availability.ts';
import { reportingDevices } from './availability/unmonitored.ts';
import { siteBudget } from './budget/site-budget.ts';
import { detect, expectedAtConnection } from './detect/detect.ts';
import type { DetectContext } from './detect/detect-context.ts';
import { findSilences } from './detect/silences.ts';
import { actualEnergy } from './expect/actual-energy.ts';
import { expect } from './expect/expect.ts';
import { generationLimit } from './expect/generation-limit.ts';
import { ordersOf } from './expect/orders.ts';
import type { GroupedEvents } from './group/group-events.ts';
import { groupSite, promoteSite, withDetected } from './group/group-site.ts';
import type { SiteDayInputs } from './inputs.ts';
import { type DeviceTree, deviceTree } from './layout/device-tree.ts';
import { type SiteFrame, siteFrame } from './layout/frame.ts';
import { withHeldValues } from './layout/held-values.ts';
import { darkSilenceDays, evidenceOf } from './learn/evidence.ts';
import { eventLosses } from './losses/event-losses.ts';
import { siteLosses } from './losses/site-losses.ts';
import { siteMeter } from './losses/site-meter.ts';
import { siteWalkSums } from './losses/walk-sums.ts';
import type { SiteMemory } from './memory.ts';
import type { DarkSilence, SiteDayOutputs } from './outputs.ts';
import { rollUpSite } from './roll-up/roll-up.ts';
import type { SiteConfiguration } from './site.ts';
import { siteLedger } from './storage/site-ledger.ts';
import { withRegisterPower } from './validate/register-power.ts';
import { reportedStates } from './validate/reported-state.ts';
import { ruleRemovals } from './validate/rule-removals.ts';
import { validate } from './validate/validate.ts';
import type { ValidatedSignals } from './validate/validated-signals.ts';

/**
 * Everything that follows from what a site reported around one local day: validated and derived values, events, losses and availability.
 *
 * A pure function: the same input gives the same bytes, in whatever order devices, signals and events are listed.
 *
 * @param site - configuration valid on the day
 * @param day - local day of the site
 * @param received - raw columns of the day and two days around it, raw events and edits
 * @param memory - learned from earlier days
 * @throws RangeError when the window does not hold the day, or columns differ in length
 */
export function computeSiteDay(site: SiteConfiguration, day: LocalDay, received: SiteDayInputs, memory: SiteMemory): SiteDayOutputs {
  const inputs = withHeldValues(received, site.maxHoldMinutes);
  const tree = deviceTree(site);
  const frame = siteFrame(site, day, inputs);

  const reported = groupSite(
    { tree, inputs },
    inputs.rawEvents.filter(({ source }) => source !== 'Detected'),
  );
  const states = reportedStates(tree, inputs, reported);
  const signals = withRegisterPower(validate(site, tree, frame, { inputs, states, memory }), { site, tree, frame });

  const base = { site, tree, frame, inputs, signals, states, memory, snowDepth: snowDepth(tree, signals, frame) };
  const expectations = expect(base);
  const byDevice = new Map(expectations.map((expectation) => [expectation.device.id, expectation]));
  const metered = tree.devices.filter(
    ({ id }) => byDevice.has(id) || ENERGY_SIGNALS.some((apCode) => signals.find(id, apCode) !== undefined),
  );
  const known = {
    ...base,
    reported,
    reporting: reportingDevices(inputs.rawEvents),
    expectations,
    energies: new Map(metered.map((device) => [device.id, actualEnergy(device, byDevice.get(device.id), base)])),
    orders: ordersOf(expectations, base),
    limit: generationLimit(base),
    silences: findSilences({ siteId: site.id, tree, frame, inputs }),
  };
  const context: DetectContext = { ...known, expectedAtConnection: expectedAtConnection(known) };

  const detected = detect(context);
  const dayEndMs = frame.day.startMs + frame.day.count * frame.day.stepMs;
  const grouped = groupSite(context, withDetected(inputs, detected, { startMs: frame.day.startMs, endMs: dayEndMs }), reported);
  const losses = siteLosses(context, grouped);
  const meter = siteMeter(context, losses);
  const availability = siteAvailability(context, grouped, losses);
  const ledger = siteLedger(context);
  const budget = siteBudget(day, context);
  const { validated, derived, quality } = rollUpSite(context, { losses, grouped, availability, budget });
  return {
    siteId: site.id,
    day,
    grid: frame.day,
    validated,
    derived,
    detected,
    timelines: onDay(grouped.devices, frame.dayBounds),
    promoted: promoteSite(site, tree, grouped).filter((event) => sharesTime(event, frame.dayBounds)),
    losses: eventLosses(context, grouped, losses),
    availability,
    expectationGaps: expectations.flatMap(({ device, gap }) => (gap ? [{ deviceId: device.id, ...gap }] : [])),
    walk: siteWalkSums(context, losses, { budget, meter }),
    ...(ledger && { ledger }),
    ...(quality && { quality }),
    removals: ruleRemovals(tree, signals, frame),
    darkSilences: darkSilences(context),
    evidence: evidenceOf(day, context, { losses, meter }),
  };
}

/** What the energy of a device is known from. */
const ENERGY_SIGNALS = ['ActivePower', 'ActiveEnergy', 'ExportCounter'] as const;

function snowDepth(tree: DeviceTree, signals: ValidatedSignals, { span }: SiteFrame): Float64Array {
  const measured = tree.devices.map(({ id }) => signals.find(id, 'SnowDepth')?.values).find((values) => values !== undefined);
  return measured ?? new Float64Array(span.count).fill(Number.NaN);
}

/** More days than these in a row without a value, and sleep explains it no longer. */
const LONGEST_DARK_DAYS = 7;

function darkSilences(context: DetectContext): DarkSilence[] {
  return context.tree.devices.flatMap((device): DarkSilence[] => {
    const days = darkSilenceDays(device, context);
    return days > LONGEST_DARK_DAYS ? [{ deviceId: device.id, days }] : [];
  });
}

/** Whole events that share time with the day. */
function onDay(timelines: readonly GroupedEvents[], day: Period): GroupedEvents[] {
  return timelines.flatMap((timeline) => {
    const slices = timeline.slices.filter((slice) => sharesTime(slice, day));
    const events = timeline.events.filter((event) => sharesTime(event, day));
    return slices.length + events.length === 0 ? [] : [{ ...timeline, slices, events }];
  });
}

function sharesTime(event: Period, { startMs, endMs }: Period): boolean {
  return event.startMs < endMs && event.endMs > startMs;
}
