import { clippedIntervals, type PeakPower, peakPower } from '../../pv/clipping.ts';
import { lightCentre } from '../../pv/clock-shift.ts';
import { dailyPerformanceIndex } from '../../pv/performance-index.ts';
import { type RatingSums, ratingSums, steadyBrightIntervals } from '../../pv/power-rating-line.ts';
import { type PlaneDay, planeDays } from '../../quality/checks/plane-consensus.ts';
import { ESTIMATED_MASK } from '../../quality/flags.ts';
import { type LineSums, lineSums, type SatelliteSums, satelliteSums } from '../../quality/learning.ts';
import type { DaySteps } from '../../quality/resolution.ts';
import { isSamePlane } from '../../quality/signal-run.ts';
import type { SignalQuality } from '../../quality/site.ts';
import type { ValueHistory } from '../../quality/sources/persistence.ts';
import type { LocalDay } from '../../time/local-day.ts';
import { densityCorrectedWindSpeed } from '../../wind/air-density.ts';
import { type PowerHistogram, powerHistogram, warmPoints } from '../../wind/icing.ts';
import { type ReferenceSums, referenceSums } from '../../wind/reference-turbines.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import { blocksOf } from '../detect/low-blocks.ts';
import type { Expectation, SolarWeather, TurbineWeather } from '../expect/expectation.ts';
import { capacitiesOfDay, storageUnits } from '../expect/storage-units.ts';
import { ofDay, type SiteFrame } from '../layout/frame.ts';
import type { DeviceLosses } from '../losses/device-losses.ts';
import type { SiteMeter } from '../losses/site-meter.ts';
import type { DaylightLoads } from '../memory.ts';
import type { SiteDevice } from '../site.ts';
import { type DayBlocks, dayBlocks } from './block-history.ts';
import { stepsOfDay } from './day-steps.ts';
import { daylightLoads } from './daylight-loads.ts';

/** What a day teaches about later ones: small sums, so that a memory of half a year is made of half a thousand numbers. */
export interface SiteDayEvidence {
  day: LocalDay;
  /** Of the day. [mm] NaN: not measured */
  rain: number;
  /** Share lost between devices and grid meter. Absent: the day does not tell */
  collectionLoss?: number;
  /** Devices with something to teach. */
  devices: ReadonlyMap<string, DeviceEvidence>;
}

export interface DeviceEvidence {
  /** By apCode. */
  satellite: ReadonlyMap<string, SatelliteSums>;
  /** By apCode and id of the reference device, where rules relate the two by a line. */
  lines?: ReadonlyMap<string, ReadonlyMap<string, LineSums>>;
  /** Good values by apCode, where rules look at earlier days. */
  histories?: ReadonlyMap<string, ValueHistory>;
  /** By apCode, where a rule asks whether the signal moves. */
  steps?: ReadonlyMap<string, DaySteps>;
  /** Light of a plane against that of its peers. */
  plane?: PlaneDay;
  /** By reference turbine. */
  references: ReadonlyMap<string, { windSpeed: ReferenceSums; power: ReferenceSums }>;
  /** Measured share of the expectation, insolation [kWh/m²], and what the expectation took for age, 1 when new. Absent: nothing */
  performance?: { index: number; insolation: number; age?: number };
  /** Light on the modules [W/m²] and light times cell temperature [W/m²·°C], summed over the intervals that have both. */
  cell?: { light: number; warmth: number };
  /** Undisturbed energy in good light per kW of modules [h], and the intervals it was counted over: what inverters are compared by. */
  yield?: { hours: number; intervals: number };
  /** Of an inverter on a day without any loss-bearing event or setpoint, with the sun above 10°: what peers are made alike by. [kWh] */
  undisturbedEnergy?: number;
  /** Of an inverter of known rating. */
  peak?: PeakPower;
  /** Of an inverter on such a day, where no irradiance is measured. */
  daylightLoads?: DaylightLoads;
  /** Points of its rating line. Absent: none */
  rating?: RatingSums;
  /** Centre of the day's light, measured and under a cloudless sky [min of the local day], and measured light as a share of it. */
  centre?: { measured: number; clearSky: number; clearness: number };
  /** Of an undisturbed turbine in air too warm for ice. */
  powerAtWind?: PowerHistogram;
  /** A controller reported events of it. */
  reportsCodes?: true;
  /** Days in a row, with this one, on which it sent nothing because the sun stayed too low for its logger. Absent: none */
  darkDays?: number;
  /** What it made of halves and of all of the day against its expectation. Absent: too little was expected */
  blocks?: DayBlocks;
  /** Of a battery, measured by discharges that ended on the day. [kWh] */
  capacities?: readonly number[];
}

/**
 * What a computed day teaches about later ones.
 *
 * @param day - local day
 * @param context - everything known of the day
 * @param results - losses of its generators, and what its grid meter tells
 */
export function evidenceOf(
  day: LocalDay,
  context: DetectContext,
  { losses, meter }: { losses: readonly DeviceLosses[]; meter: SiteMeter | undefined },
): SiteDayEvidence {
  const known: Known = {
    context,
    lossesOf: new Map(losses.map((each) => [each.device, each])),
    expectationOf: new Map(context.expectations.map((each) => [each.device, each])),
  };
  const capacities = new Map(storageUnits(context).map((unit) => [unit.inverter, capacitiesOfDay(unit, context)]));
  const devices = new Map<string, DeviceEvidence>();
  for (const device of context.tree.devices) {
    const satellite = satelliteEvidence(device, context);
    const plane = planeEvidence(device, day, context);
    const centre = centreOfLight(device, context);
    const measured = capacities.get(device);
    const darkDays = darkSilenceDays(device, context);
    const steps = stepsOfDay(device, context);
    const found: DeviceEvidence = {
      satellite,
      references: new Map(),
      ...signalEvidence(device, context),
      ...(steps && { steps }),
      ...(plane && { plane }),
      ...(centre && { centre }),
      ...(darkDays > 0 && { darkDays }),
      ...(measured && measured.length > 0 && { capacities: measured }),
      ...(context.tree.isGenerator(device) && context.reporting.has(device.id) && { reportsCodes: true as const }),
      ...generatorEvidence(device, known),
    };
    if (Object.keys(found).length > 2 || satellite.size + found.references.size > 0) devices.set(device.id, found);
  }
  const collectionLoss = meter?.collectionLoss ?? Number.NaN;
  return { day, rain: rainOf(context), ...(!Number.isNaN(collectionLoss) && { collectionLoss }), devices };
}

/**
 * Evidence of a day that a person changed something about: later days go on learning from what it showed when it closed. What that evidence lacks
 * because it was not needed then is added, and ratings are those of today: they are looked at once, when a baseline is fixed.
 *
 * @param kept - when the day closed
 * @param fresh - of the same day now
 */
export function keepEvidence(kept: SiteDayEvidence, fresh: SiteDayEvidence): SiteDayEvidence {
  const devices = new Map(kept.devices);
  for (const [id, { rating, lines, histories }] of fresh.devices) {
    const before = devices.get(id);
    if (!before && !rating && !lines && !histories) continue;
    const { rating: _, ...own }: DeviceEvidence = before ?? { satellite: new Map(), references: new Map() };
    const allLines = new Map([...(lines ?? []), ...(own.lines ?? [])]);
    const allHistories = new Map([...(histories ?? []), ...(own.histories ?? [])]);
    devices.set(id, {
      ...own,
      ...(rating && { rating }),
      ...(allLines.size > 0 && { lines: allLines }),
      ...(allHistories.size > 0 && { histories: allHistories }),
    });
  }
  return { ...kept, devices };
}

/**
 * Whether evidence tells rules that look back what other evidence of the day did not.
 *
 * @param evidence - of a day
 * @param before - of the same day
 */
export function tellsMore(evidence: SiteDayEvidence, before: SiteDayEvidence): boolean {
  return [...evidence.devices].some(([id, { lines, histories }]) => {
    const known = before.devices.get(id);
    const isNew = (asked: ReadonlyMap<string, unknown> | undefined, had: ReadonlyMap<string, unknown> | undefined) =>
      [...(asked?.keys() ?? [])].some((apCode) => !had?.has(apCode));
    return isNew(lines, known?.lines) || isNew(histories, known?.histories);
  });
}

function generatorEvidence(device: SiteDevice, known: Known): Partial<DeviceEvidence> {
  const weather = known.expectationOf.get(device)?.weather;
  const lost = known.lossesOf.get(device);
  const blocks = lost && blockEvidence(lost, known.context);
  if (weather?.kind === 'turbine') {
    const powerAtWind = histogramOf(weather, device, known);
    return { references: referenceEvidence(weather, device, known), ...(powerAtWind && { powerAtWind }), ...(blocks && { blocks }) };
  }
  if (weather?.kind !== 'solar' || !lost) return blocks ? { blocks } : {};
  const age = known.expectationOf.get(device)?.coefficients?.ageFactor;
  const energy = undisturbedEnergy(lost, known.context);
  const loads = daylightLoads(lost, weather, known.context);
  return {
    ...(blocks && { blocks }),
    ...(!Number.isNaN(energy) && { undisturbedEnergy: energy }),
    ...(loads && { daylightLoads: loads }),
    ...performanceEvidence(weather, lost, {
      context: known.context,
      nominalPower: known.expectationOf.get(device)?.theoretical,
      age: age?.[known.context.frame.dayInSpan.start] ?? 1,
    }),
    ...cellEvidence(weather, known.context),
  };
}

/** Below this elevation of the sun, loggers of inverters come and go. [°] */
const LEARNING_ELEVATION = 10;

/** @returns NaN where anything held the inverter down, or part of its energy is unknown. [kWh] */
function undisturbedEnergy({ device, disturbed }: DeviceLosses, { frame, energies, states }: DetectContext): number {
  const energy = energies.get(device.id);
  if (!energy || disturbed.includes(1)) return Number.NaN;
  const { curtailed } = states.get(device.id) ?? {};
  let total = Number.NaN;
  for (let i = frame.dayInSpan.start; i < frame.dayInSpan.end; i++) {
    const inWindow = frame.spanInWindow.start + i;
    if (!((frame.sunElevation[inWindow] ?? Number.NaN) > LEARNING_ELEVATION)) continue;
    if (curtailed?.[inWindow] === 1 || ((energy.flags[i] ?? 0) & ESTIMATED_MASK) !== 0) return Number.NaN;
    total = (Number.isNaN(total) ? 0 : total) + (energy.values[i] ?? Number.NaN);
    if (Number.isNaN(total)) return Number.NaN;
  }
  return total > 0 ? total : Number.NaN;
}

/**
 * Days in a row on which a PV logger sent nothing because the sun stayed too low for it, with the day itself.
 *
 * @param device - any
 * @param context - silences of the day, and what was learned
 * @returns 0: it sent, or should have
 */
export function darkSilenceDays({ id }: SiteDevice, { silences, memory }: Pick<DetectContext, 'silences' | 'memory'>): number {
  return silences.get(id)?.isDark ? (memory.devices.get(id)?.darkDays ?? 0) + 1 : 0;
}

function blockEvidence({ device, slices, disturbed }: DeviceLosses, context: DetectContext): DayBlocks | undefined {
  const isUnderperforming = slices.some(({ code }) => code === 'SYS-UNDERPERF');
  return dayBlocks(blocksOf(device, disturbed, context), isUnderperforming);
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

/** Few rules ask for more than sums of earlier days. */
function signalEvidence(device: SiteDevice, { site, signals, frame }: DetectContext): Pick<DeviceEvidence, 'lines' | 'histories'> {
  if (!site.quality.looksBack) return {};
  const lines = new Map<string, ReadonlyMap<string, LineSums>>();
  const histories = new Map<string, ValueHistory>();
  const start = frame.spanInWindow.start + frame.dayInSpan.start;
  const goodOf = ({ good }: SignalQuality) => good.subarray(start, start + frame.day.count);
  for (const [apCode, own] of signals.signalsOf(device.id)) {
    const { referenceDevice, historyDays } = site.quality.planFor(apCode, device.segmentType);
    if (historyDays > 0) histories.set(apCode, { startMs: frame.day.startMs, values: goodOf(own).slice() });
    if (referenceDevice?.settings.relation !== 'regression') continue;
    const references = referenceDevice.settings.referenceDeviceIds.flatMap((id): [string, LineSums][] => {
      const reference = id === device.id ? undefined : signals.find(id, apCode);
      return reference ? [[id, lineSums(goodOf(reference), goodOf(own))]] : [];
    });
    if (references.length > 0) lines.set(apCode, new Map(references));
  }
  return { ...(lines.size > 0 && { lines }), ...(histories.size > 0 && { histories }) };
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
  const disturbed = (turbine: SiteDevice) => lossesOf.get(turbine)?.disturbed ?? new Uint8Array(frame.day.count);
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
  { device, disturbed, interval }: DeviceLosses,
  { context, nominalPower, age }: { context: DetectContext; nominalPower: Float64Array | undefined; age: number },
): Pick<DeviceEvidence, 'performance' | 'yield' | 'rating' | 'peak'> {
  const { frame, signals, energies } = context;
  const energy = energies.get(device.id);
  const measured = signals.find(device.id, 'ActivePower');
  if (!energy || !measured) return {};
  const power = measured.values;
  const acRating = context.memory.devices.get(device.id)?.shownRating?.() ?? device.capacityAc;
  const clipped = clippedIntervals({ acRating, plane: device.plane }, ofDay(power, frame));
  const flags = ofDay(energy.flags, frame);
  const isLightDoubtful = ofDay(weather.suspect, frame);
  const excluded = disturbed.map((stopped, i) =>
    stopped === 1 || clipped[i] === 1 || isLightDoubtful[i] === 1 || ((flags[i] ?? 0) & ESTIMATED_MASK) !== 0 ? 1 : 0,
  );
  const columns = { energy: ofDay(energy.values, frame), planeIrradiance: ofDay(weather.irradiance, frame), excluded };
  const { index, insolation } = dailyPerformanceIndex({
    ...columns,
    expectedEnergy: interval.expected,
    dayIndex: new Int32Array(frame.day.count),
    stepHours: frame.stepHours,
  });
  const rating = nominalPower && ratingOfDay({ nominalPower, measured, planeIrradiance: weather.irradiance, excluded }, frame);
  return {
    ...(rating && { rating }),
    ...(device.capacityAc > 0 && { peak: peakPower(ofDay(power, frame), device.capacityAc) }),
    performance: { index: index[0] ?? Number.NaN, insolation: insolation[0] ?? Number.NaN, ...(age < 1 && { age }) },
    yield: yieldInGoodLight(columns, device.capacityDc),
  };
}

interface RatingPoints {
  /** shape (span.count). [kW] */
  nominalPower: Float64Array;
  measured: SignalQuality;
  /** shape (span.count). [W/m²] */
  planeIrradiance: Float64Array;
  /** 1 where something kept the inverter from its best, shape (day.count). */
  excluded: Uint8Array;
}

/** The light of the interval before midnight decides with whether the first one of the day is steady. */
function ratingOfDay({ nominalPower, measured, planeIrradiance, excluded }: RatingPoints, frame: SiteFrame): RatingSums | undefined {
  const steady = ofDay(steadyBrightIntervals({ planeIrradiance, stepMs: frame.day.stepMs }), frame);
  const flags = ofDay(measured.flags, frame);
  const selected = steady.map((isSteady, i) => (isSteady === 1 && excluded[i] !== 1 && ((flags[i] ?? 0) & ESTIMATED_MASK) === 0 ? 1 : 0));
  const sums = ratingSums({ nominalPower: ofDay(nominalPower, frame), power: ofDay(measured.values, frame), selected });
  return sums.pointCount > 0 ? sums : undefined;
}

/** Light in which inverters of one site can be compared. [W/m²] */
const GOOD_LIGHT = 300;

function yieldInGoodLight(
  { energy, planeIrradiance, excluded }: { energy: Float64Array; planeIrradiance: Float64Array; excluded: Uint8Array },
  nameplate: number,
): { hours: number; intervals: number } {
  let hours = 0;
  let intervals = 0;
  for (let i = 0; i < energy.length; i++) {
    const kwh = energy[i] ?? Number.NaN;
    if (excluded[i] === 1 || Number.isNaN(kwh) || !((planeIrradiance[i] ?? Number.NaN) > GOOD_LIGHT)) continue;
    hours += kwh / nameplate;
    intervals += 1;
  }
  return { hours, intervals };
}

function cellEvidence({ irradiance, cellTemperature }: SolarWeather, { frame }: DetectContext): Pick<DeviceEvidence, 'cell'> {
  let light = 0;
  let warmth = 0;
  for (let i = frame.dayInSpan.start; i < frame.dayInSpan.end; i++) {
    const watts = irradiance[i] ?? Number.NaN;
    const degrees = cellTemperature[i] ?? Number.NaN;
    if (!(watts > 0) || Number.isNaN(degrees)) continue;
    light += watts;
    warmth += watts * degrees;
  }
  return light > 0 ? { cell: { light, warmth } } : {};
}

/**
 * Where the light of a day has its centre: a clock that is wrong moves it. Read from what arrived, because a test against the cloudless sky
 * would reject just what tells of the clock.
 */
function centreOfLight({ id, plane }: SiteDevice, { inputs, frame }: DetectContext): DeviceEvidence['centre'] {
  const raw = plane && inputs.signals.get(id)?.find(({ apCode }) => apCode === 'IrradiancePOA')?.raw;
  if (!raw) return undefined;
  const start = frame.spanInWindow.start + frame.dayInSpan.start;
  const part = (column: Float64Array) => column.subarray(start, start + frame.day.count);
  return lightCentre({ values: part(raw), clearSky: part(frame.clearSkyOn(plane)), stepMinutes: frame.day.stepMs / 60_000 });
}

function histogramOf(weather: TurbineWeather, device: SiteDevice, { context, lossesOf }: Known): PowerHistogram | undefined {
  const { frame } = context;
  const { ownWind, undisturbedPower, airDensity, ambientTemperature } = weather;
  const excluded = lossesOf.get(device)?.disturbed ?? new Uint8Array(frame.day.count);
  const histogram = powerHistogram({
    windSpeed: densityCorrectedWindSpeed(ofDay(ownWind, frame), ofDay(airDensity, frame)),
    power: ofDay(undisturbedPower, frame),
    selected: warmPoints(excluded, ofDay(ambientTemperature, frame)),
    ratedPower: device.capacityAc,
    stepHours: frame.stepHours,
  });
  return histogram.cells.length > 0 ? histogram : undefined;
}

function rainOf({ tree, signals, frame }: DetectContext): number {
  const rain = tree.devices.map(({ id }) => signals.find(id, 'Rainfall')?.values).find((values) => values !== undefined);
  if (!rain) return Number.NaN;
  return ofDay(rain, frame).reduce((sum, millimetres) => (Number.isNaN(millimetres) ? sum : sum + millimetres), 0);
}
