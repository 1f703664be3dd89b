import { LOSS_BEARING_TYPES } from '../../events/event-types.ts';
import { eventTouches } from '../../events/timeline-columns.ts';
import { clippedAtRating } from '../../pv/clipping.ts';
import { dailyPerformanceIndex } from '../../pv/performance-index.ts';
import { type PlaneDay, planeDays } from '../../quality/checks/plane-consensus.ts';
import { ESTIMATED_MASK } from '../../quality/flags.ts';
import { type SatelliteSums, satelliteSums } from '../../quality/learning.ts';
import { isSamePlane } from '../../quality/signal-run.ts';
import type { LocalDay } from '../../time/local-day.ts';
import { type ReferenceSums, referenceSums } from '../../wind/reference-turbines.ts';
import type { DetectContext } from '../detect/detect.ts';
import type { Expectation, SolarWeather, TurbineWeather } from '../expect/expectation.ts';
import { ofDay } from '../layout/frame.ts';
import type { DeviceLosses } from '../losses/site-losses.ts';
import type { SiteDevice } from '../site.ts';

/** What a day teaches about later ones: small sums, so that a memory of half a year is made of half a thousand numbers. */
export interface SiteDayEvidence {
  day: LocalDay;
  /** Of the day. [mm] NaN: not measured */
  rain: number;
  /** Devices with something to teach. */
  devices: ReadonlyMap<string, DeviceEvidence>;
}

export interface DeviceEvidence {
  /** By apCode. */
  satellite: ReadonlyMap<string, SatelliteSums>;
  /** Light of a plane against that of its peers. */
  plane?: PlaneDay;
  /** By reference turbine. */
  references: ReadonlyMap<string, { windSpeed: ReferenceSums; power: ReferenceSums }>;
  /** Measured share of the expectation, and insolation [kWh/m²]. */
  performance?: { index: number; insolation: number };
}

/**
 * What a computed day teaches about later ones.
 *
 * @param day - local day
 * @param context - everything known of the day
 * @param losses - of its generators
 */
export function evidenceOf(day: LocalDay, context: DetectContext, losses: readonly DeviceLosses[]): SiteDayEvidence {
  const lossesOf = new Map(losses.map((each) => [each.device, each]));
  const expectationOf = new Map(context.expectations.map((each) => [each.device, each]));
  const devices = new Map<string, DeviceEvidence>();
  for (const device of context.tree.devices) {
    const satellite = satelliteEvidence(device, context);
    const plane = planeEvidence(device, day, context);
    const expectation = expectationOf.get(device);
    const lost = lossesOf.get(device);
    const references =
      expectation?.weather?.kind === 'turbine'
        ? referenceEvidence(expectation.weather, device, { context, lossesOf, expectationOf })
        : new Map();
    const performance =
      expectation?.weather?.kind === 'solar' && lost ? performanceEvidence(expectation.weather, lost, context) : undefined;
    if (satellite.size + references.size === 0 && !plane && !performance) continue;
    devices.set(device.id, { satellite, references, ...(plane && { plane }), ...(performance && { performance }) });
  }
  return { day, rain: rainOf(context), devices };
}

function satelliteEvidence({ id }: SiteDevice, { inputs, signals, frame }: DetectContext): Map<string, SatelliteSums> {
  const start = frame.spanInWindow.start + frame.dayInSpan.start;
  const ofDevice = signals.signalsOf(id);
  return new Map(
    [...(inputs.satellite ?? [])].flatMap(([apCode, satellite]): [string, SatelliteSums][] => {
      const own = ofDevice.get(apCode)?.good;
      if (!own) return [];
      const part = (column: Float64Array) => column.subarray(start, start + frame.day.count);
      return [[apCode, satelliteSums(part(own), part(satellite))]];
    }),
  );
}

function planeEvidence(device: SiteDevice, day: LocalDay, { tree, signals, frame }: DetectContext): PlaneDay | undefined {
  const start = frame.spanInWindow.start + frame.dayInSpan.start;
  const goodOf = (id: string) => signals.find(id, 'IrradiancePOA')?.good.subarray(start, start + frame.day.count);
  const own = goodOf(device.id);
  if (!own) return undefined;
  const peers = tree.devices.flatMap((peer) => {
    const isPeer = peer !== device && peer.segmentType === device.segmentType && isSamePlane(peer, device);
    const good = isPeer ? goodOf(peer.id) : undefined;
    return good ? [good] : [];
  });
  return peers.length === 0 ? undefined : planeDays({ own, peers, days: new Int32Array(frame.day.count).fill(day) }).get(day);
}

interface Known {
  context: DetectContext;
  lossesOf: ReadonlyMap<SiteDevice, DeviceLosses>;
  expectationOf: ReadonlyMap<SiteDevice, Expectation>;
}

function referenceEvidence(
  own: TurbineWeather,
  device: SiteDevice,
  { context, lossesOf, expectationOf }: Known,
): DeviceEvidence['references'] {
  const { tree, frame } = context;
  const disturbed = (turbine: SiteDevice) => eventTouches(lossesOf.get(turbine)?.slices ?? [], frame.day, LOSS_BEARING_TYPES);
  const ownDisturbed = disturbed(device);
  return new Map(
    (device.referenceTurbineIds ?? []).flatMap((id): [string, { windSpeed: ReferenceSums; power: ReferenceSums }][] => {
      const reference = tree.find(id);
      const weather = reference && expectationOf.get(reference)?.weather;
      if (!reference || weather?.kind !== 'turbine') return [];
      const itsDisturbed = disturbed(reference);
      const selected = ownDisturbed.map((own, i) => (own === 1 || itsDisturbed[i] === 1 ? 0 : 1));
      const direction = ofDay(weather.direction, frame);
      const sums = (name: 'ownWind' | 'undisturbedPower') =>
        referenceSums({ own: ofDay(own[name], frame), reference: ofDay(weather[name], frame), direction, selected });
      return [[id, { windSpeed: sums('ownWind'), power: sums('undisturbedPower') }]];
    }),
  );
}

function performanceEvidence(
  weather: SolarWeather,
  { device, slices, interval }: DeviceLosses,
  context: DetectContext,
): DeviceEvidence['performance'] {
  const { frame, signals, energies } = context;
  const energy = energies.get(device.id);
  const power = signals.find(device.id, 'ActivePower')?.values;
  if (!energy || !power) return undefined;
  const clipped = clippedAtRating({ power: ofDay(power, frame), acRating: device.capacityAc });
  const flags = ofDay(energy.flags, frame);
  const isLightDoubtful = ofDay(weather.suspect, frame);
  const excluded = eventTouches(slices, frame.day, LOSS_BEARING_TYPES).map((stopped, i) =>
    stopped === 1 || clipped[i] === 1 || isLightDoubtful[i] === 1 || ((flags[i] ?? 0) & ESTIMATED_MASK) !== 0 ? 1 : 0,
  );
  const { index, insolation } = dailyPerformanceIndex({
    energy: ofDay(energy.values, frame),
    expectedEnergy: interval.expected,
    planeIrradiance: ofDay(weather.irradiance, frame),
    excluded,
    dayIndex: new Int32Array(frame.day.count),
    stepHours: frame.stepHours,
  });
  return { index: index[0] ?? Number.NaN, insolation: insolation[0] ?? Number.NaN };
}

function rainOf({ tree, signals, frame }: DetectContext): number {
  const rain = tree.devices.map(({ id }) => signals.find(id, 'Rainfall')?.values).find((values) => values !== undefined);
  if (!rain) return Number.NaN;
  return ofDay(rain, frame).reduce((sum, millimetres) => (Number.isNaN(millimetres) ? sum : sum + millimetres), 0);
}
