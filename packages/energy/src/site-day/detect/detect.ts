import { combine } from '@solvane/series/combine';
import { defaultOverdesignMethod, overdesignLosses } from '../../availability/overdesign.ts';
import {
  detectedEventId,
  detectRanges,
  followingCurtailment,
  missingDispatch,
  zeroPowerInSun,
  zeroPowerInWind,
} from '../../events/detected-events.ts';
import { LOSS_BEARING_TYPES } from '../../events/event-types.ts';
import type { RawEvent } from '../../events/raw-events.ts';
import type { SystemCode } from '../../events/system-codes.ts';
import { eventTouches } from '../../events/timeline-columns.ts';
import { isLowBlock } from '../../events/underperformance.ts';
import { intervalLoss, isOutageBehindSilence } from '../../losses/interval-loss.ts';
import { dispatchTolerance, feasibleOrder } from '../../storage/dispatch.ts';
import type { Period } from '../../time/local-day.ts';
import type { ExpectContext } from '../expect/expect-context.ts';
import type { Expectation } from '../expect/expectation.ts';
import { storageOrder } from '../expect/storage.ts';
import { storageUnit } from '../expect/storage-units.ts';
import { timelineFor } from '../group/group-site.ts';
import { sumOf } from '../layout/device-tree.ts';
import type { SiteDevice } from '../site.ts';
import type { DetectContext } from './detect-context.ts';
import { blocksOf, underperformingIntervals } from './low-blocks.ts';

interface Finding {
  code: SystemCode;
  qualifies: Uint8Array;
  /** 1 where it rests on weak evidence, shape (span.count). Absent: nowhere */
  lowConfidence?: Uint8Array;
}

/**
 * Stage 3: events that no device reported, read from the signals. Only where no loss-bearing event explains an interval already, and of several
 * findings in one interval the most decisive one.
 *
 * @param context - everything known of the day so far
 * @returns raw events that begin and end within the day: those of neighbouring days join them when they are grouped
 */
export function detect(context: DetectContext): RawEvent[] {
  const { tree, frame } = context;
  const byDevice = new Map(context.expectations.map((expectation) => [expectation.device, expectation]));
  const events: RawEvent[] = [];
  for (const device of tree.devices) {
    const silence = context.silences.get(device.id)?.lost;
    const expectation = byDevice.get(device);
    const findings = expectation ? findingsOf(expectation, context) : [];
    const mayBeLow = expectation !== undefined && blocksOf(device, undefined, context).some(isLowBlock);
    if (silence === undefined && !mayBeLow && findings.every(({ qualifies }) => !qualifies.includes(1))) continue;
    const explained = eventTouches(timelineFor(device, context.reported), frame.span, LOSS_BEARING_TYPES);
    if (silence) events.push(...rangesOf({ device, code: 'SYS-COMM', qualifies: silence, explained }, context));
    for (const finding of findings) {
      const found = rangesOf({ device, ...finding, explained }, context);
      events.push(...found);
      for (const { startMs, endMs } of found) markExplained(explained, startMs, endMs ?? Number.POSITIVE_INFINITY, context);
    }
    const low = mayBeLow ? underperformingIntervals(device, explained, context) : undefined;
    if (low) events.push(...rangesOf({ device, code: 'SYS-UNDERPERF', qualifies: low, explained }, context));
  }
  return events;
}

/** Most decisive first. */
function findingsOf(expectation: Expectation, context: DetectContext): Finding[] {
  const { device, expected, weather } = expectation;
  const { frame, signals, orders, expectedAtConnection } = context;
  const expectedEnergy = expectedAtConnection.get(device.id) ?? missing(context);
  const power = signals.find(device.id, 'ActivePower')?.values ?? missing(context);
  if (device.energySource === 'BESS') return storageFindings(device, power, context);
  const findings: Finding[] = [];
  const weak = expectation.lowConfidence && { lowConfidence: expectation.lowConfidence };
  if (weather?.kind === 'solar') {
    const { snow, noSnow } = zeroPowerInSun({
      power,
      planeIrradiance: weather.irradiance,
      expectedEnergy,
      snowDepth: context.snowDepth,
      acRating: device.capacityAc,
      stepHours: frame.stepHours,
    });
    findings.push({ code: 'SYS-ZERO-SUN', qualifies: noSnow, ...weak }, { code: 'SYS-SNOW', qualifies: snow, ...weak });
  }
  if (weather?.kind === 'turbine') {
    const { cutIn, cutOut, capacityAc: ratedPower } = device;
    const { theoreticalAtDensity, others } = expectation;
    const found = zeroPowerInWind({
      power,
      windSpeed: weather.windSpeed,
      expectedPower: expected.power,
      curvePower: theoreticalAtDensity ?? missing(context),
      ...(others && { others }),
      ...{ ratedPower, cutIn, cutOut },
    });
    findings.push({ code: 'SYS-ZERO-WIND', ...found });
  }
  const setpoint = orders.get(device.id);
  const ratings = { expectedPower: expected.power, ratedPower: device.capacityAc };
  if (setpoint) findings.push({ code: 'SYS-CURTAIL', qualifies: followingCurtailment(power, setpoint, ratings) });
  return findings;
}

function storageFindings(device: SiteDevice, power: Float64Array, context: DetectContext): Finding[] {
  const order = feasibleOrderOf(device, context);
  if (!order) return [];
  const tolerance = dispatchTolerance(device.capacityAc);
  return [{ code: 'SYS-BESS-MISS', qualifies: missingDispatch(power, order, { tolerance, ratedPower: device.capacityAc }) }];
}

/**
 * The part of its order a battery inverter could follow.
 *
 * @param device - battery inverter
 * @param context - validated signals
 * @returns shape (span.count). [kW] undefined where there are no orders
 */
export function feasibleOrderOf(device: SiteDevice, context: ExpectContext): Float64Array | undefined {
  const { tree, signals } = context;
  const batteries = tree.generators.filter(({ energySource }) => energySource === 'BESS');
  const setpoint = storageOrder(device, batteries, context);
  if (!setpoint) return undefined;
  const column = (apCode: string) => signals.find(device.id, apCode)?.values ?? missing(context);
  return feasibleOrder({
    setpoint,
    availableChargePower: column('AvailableChargePower'),
    availableDischargePower: column('AvailableDischargePower'),
    stateOfCharge: storageUnit(device, context).stateOfCharge,
    minStateOfCharge: device.minStateOfCharge,
    maxStateOfCharge: device.maxStateOfCharge,
  });
}

interface RangeQuery extends Finding {
  device: SiteDevice;
  explained: Uint8Array;
}

/** The part of each range that lies in the day. */
function rangesOf({ device, code, qualifies, explained, lowConfidence }: RangeQuery, context: DetectContext): RawEvent[] {
  const { span, day } = context.frame;
  const dayEndMs = day.startMs + day.count * day.stepMs;
  const spanEndMs = span.startMs + span.count * span.stepMs;
  return detectRanges({ code, grid: span, qualifies, explained }).flatMap((range): RawEvent[] => {
    const startMs = Math.max(range.startMs, day.startMs);
    const endMs = Math.min(range.endMs ?? spanEndMs, dayEndMs);
    if (endMs <= startMs) return [];
    const reportedCode = code === 'SYS-COMM' && hidOutage(device, range, context) ? 'SYS-COMM-OUTAGE' : code;
    const lastsOn = range.endMs === null && spanEndMs === dayEndMs && dayEndMs < context.frame.dayBounds.endMs;
    const isLowConfidence = hasWithin(lowConfidence, { startMs, endMs }, context);
    return [
      {
        id: detectedEventId({ code: reportedCode, deviceId: device.id, startMs, isLowConfidence }),
        deviceId: device.id,
        code: reportedCode,
        startMs,
        endMs: lastsOn ? null : endMs,
        source: 'Detected',
        ...(isLowConfidence && { isLowConfidence }),
      },
    ];
  });
}

function hasWithin(flags: Uint8Array | undefined, { startMs, endMs }: Period, { frame: { span } }: DetectContext): boolean {
  if (!flags) return false;
  const first = Math.max(0, Math.floor((startMs - span.startMs) / span.stepMs));
  const last = Math.min(span.count, Math.ceil((endMs - span.startMs) / span.stepMs));
  return flags.subarray(first, last).includes(1);
}

/** Whether a register shows that a device stood still while it was silent. */
function hidOutage(
  device: SiteDevice,
  range: { startMs: number; endMs: number | null },
  { frame, energies, expectations }: DetectContext,
): boolean {
  const energy = energies.get(device.id);
  const expected = expectations.find((each) => each.device === device)?.expected.power;
  if (!energy || !expected) return false;
  const { span } = frame;
  let counted = 0;
  let wanted = 0;
  let isCounted = false;
  for (let i = 0; i < span.count; i++) {
    const startMs = span.startMs + i * span.stepMs;
    if (startMs < range.startMs || startMs >= (range.endMs ?? Number.POSITIVE_INFINITY) || energy.isSpread[i] !== 1) continue;
    isCounted = true;
    counted += energy.values[i] ?? 0;
    const kw = expected[i] ?? Number.NaN;
    if (!Number.isNaN(kw)) wanted += kw * frame.stepHours;
  }
  return isCounted && isOutageBehindSilence(counted, wanted);
}

/**
 * Expected energy as far as the grid connection could take it: a plant at its export limit does not underperform.
 *
 * @param context - expectations and energies
 * @returns by device, batteries left out, shape (span.count). [kWh]
 */
export function expectedAtConnection(context: Omit<DetectContext, 'expectedAtConnection'>): Map<string, Float64Array> {
  const { site, frame, energies, limit } = context;
  const controlled = context.expectations.filter(({ device }) => device.energySource !== 'BESS');
  const installed = sumOf(controlled.map(({ device }) => device));
  if (!limit.some((kw) => defaultOverdesignMethod(installed, kw / (1 - site.collectionLoss)) !== undefined)) {
    return new Map(controlled.map((each) => [each.device.id, each.energy]));
  }
  const devices = controlled.map((each) => {
    const { expected, produced } = intervalLoss({
      expected: each.energy,
      actual: energies.get(each.device.id)?.values ?? missing(context),
    });
    return { expected, produced, acRating: each.device.capacityAc };
  });
  const { collectionLoss } = site;
  const { expectedAtConnection: connected } = overdesignLosses('expectedPowerRatio', {
    devices,
    limit,
    collectionLoss,
    stepHours: frame.stepHours,
  });
  return new Map(
    controlled.map((each, k) => [
      each.device.id,
      combine(each.energy, connected[k] ?? missing(context), (known, value) => (Number.isNaN(known) ? known : value)),
    ]),
  );
}

function markExplained(explained: Uint8Array, startMs: number, endMs: number, { frame: { span } }: DetectContext): void {
  const first = Math.max(0, Math.floor((startMs - span.startMs) / span.stepMs));
  const last = Math.min(span.count, Math.ceil((endMs - span.startMs) / span.stepMs));
  if (last > first) explained.fill(1, first, last);
}

function missing({ frame }: ExpectContext): Float64Array {
  return new Float64Array(frame.span.count).fill(Number.NaN);
}
