import { hasGap, isEmpty, scaled } from '@solvane/series/columns';
import { quantileOfSorted } from '@solvane/series/quantile';
import { distanceKm } from '../../devices/distance.ts';
import type { LoadsOfOthers } from '../../events/detected-events.ts';
import { expectedWindPower } from '../../production/expected-coefficients.ts';
import type { ExpectedCandidate, ExpectedMethod } from '../../production/expected-methods.ts';
import { ESTIMATED_MASK } from '../../quality/flags.ts';
import { operatingColumn } from '../../quality/operating.ts';
import type { SignalQuality } from '../../quality/site.ts';
import { pressureRatioOverHeight, standardPressure } from '../../weather/standard-atmosphere.ts';
import { airDensity, REFERENCE_AIR_DENSITY } from '../../wind/air-density.ts';
import { powerFromSelectedCurves, selectCurves } from '../../wind/curve-selection.ts';
import { NEIGHBOUR_LOAD, NEIGHBOUR_REACH_KM, type Neighbour, neighbourPower } from '../../wind/neighbour-power.ts';
import type { PowerCurveType } from '../../wind/power-curve-types.ts';
import { type RankedReference, type ReferenceRatios, usableReference, valueFromReferences } from '../../wind/reference-turbines.ts';
import { ofSpan } from '../layout/frame.ts';
import type { SiteConfiguration, SiteDevice } from '../site.ts';
import { coefficientsOf } from './device-coefficients.ts';
import type { ExpectContext } from './expect-context.ts';
import { askInTurn, type Expectation, type TurbineWeather } from './expectation.ts';
import { type ExpectationGap, expectationGap, type MissingExpectationReason } from './missing-expectation.ts';

/** A turbine with what others need to know of it, columns of shape (span.count). */
interface TurbineState {
  device: SiteDevice;
  weather: TurbineWeather;
  /** Measured power that stood its tests. [kW] */
  power: Float64Array;
  /** 1 where it can stand in for others. */
  usable: Uint8Array;
  isDensityAssumed: boolean;
  /** What it tells the turbines around it. */
  asNeighbour: Neighbour;
}

/**
 * What every turbine should have made.
 *
 * @param turbines - of one site
 * @param context - validated signals and configuration
 */
export function expectWind(turbines: readonly SiteDevice[], context: ExpectContext): Expectation[] {
  const states = turbines.map((device) => turbineState(device, context));
  const standardDensity = new Float64Array(context.frame.span.count).fill(REFERENCE_AIR_DENSITY);
  const near = neighboursAt(context.site, turbines);
  return states.map((state) => expectTurbine(state, { all: states, near, standardDensity }, context));
}

interface Park {
  all: readonly TurbineState[];
  /** By turbine, positions in `all` of those that see the same wind. */
  near: ReadonlyMap<SiteDevice, readonly number[]>;
  /** shape (span.count). [kg/m³] */
  standardDensity: Float64Array;
}

function expectTurbine(state: TurbineState, { all, near, standardDensity }: Park, context: ExpectContext): Expectation {
  const { site, frame } = context;
  const { device, weather } = state;
  const selections = new Map<PowerCurveType, Int16Array>();
  const curvePower = (type: PowerCurveType, windSpeed: Float64Array, density: Float64Array = weather.airDensity) => {
    const known = density === weather.airDensity ? selections.get(type) : undefined;
    const selection =
      known ??
      selectCurves({
        curves: device.curves,
        type,
        fallsBackToNominal: false,
        startsMs: frame.startsMs,
        zone: site.zone,
        airDensity: density,
        windDirection: weather.direction,
      });
    if (density === weather.airDensity) selections.set(type, selection);
    const isStallRegulated = device.isStallRegulated ?? false;
    return powerFromSelectedCurves({ curves: device.curves, selection, windSpeed, airDensity: density, isStallRegulated });
  };
  const columns = coefficientsOf(device, context);
  const theoreticalAtDensity = curvePower('Nominal', weather.windSpeed);
  const hasEffectiveCurve = device.curves.some(({ type }) => type === 'Effective');
  const ofReferences = powerOfReferences(state, all, context);
  const answers: Partial<Record<ExpectedMethod, ExpectedCandidate['power']>> = {
    ...(hasEffectiveCurve && { effectiveCurve: () => curvePower('Effective', weather.ownWind) }),
    nominalCurve: () => expectedWindPower(whereKnown(theoreticalAtDensity, weather.ownWind), columns),
    ...(ofReferences && { referenceTurbines: () => ofReferences }),
    neighbourTurbines: (known) => powerOfNeighbours(state, { all, near }, known),
    mastWind: () => expectedWindPower(curvePower('Nominal', mastWind(device, context) ?? weather.windSpeed), columns),
  };
  const asked = site.expectedMethods.Wind.flatMap((method): ExpectedCandidate[] => {
    const power = answers[method];
    return power ? [{ method, power }] : [];
  });
  const doubt = state.isDensityAssumed ? 1 : 0;
  const others = othersOf(state, all);
  const expected = askInTurn(asked, frame);
  const methods = asked.map(({ method }) => method);
  const gap = turbineGap({ device, weather, others, expected: expected.power, curvePower: theoreticalAtDensity, methods }, frame);
  return {
    device,
    theoretical: curvePower('Nominal', weather.windSpeed, standardDensity),
    theoreticalAtDensity,
    coefficients: columns,
    expected,
    energy: scaled(expected.power, frame.stepHours),
    suspect: doubt === 0 ? columns.suspect : new Uint8Array(frame.span.count).fill(doubt),
    isStopVisible: stopVisible(expected.power, weather.windSpeed, others),
    ...(others && { others }),
    ...(gap && { gap }),
    weather,
    ...(ofReferences && { ofReferences }),
  };
}

/** Wind, or what the other turbines make, tells a standing turbine from a calm even where nothing can be expected of it. */
function stopVisible(expected: Float64Array, windSpeed: Float64Array, others: LoadsOfOthers | undefined): Uint8Array {
  const visible = new Uint8Array(expected.length);
  for (let i = 0; i < visible.length; i++) {
    const isKnown = !Number.isNaN(expected[i]) || !Number.isNaN(windSpeed[i]) || !Number.isNaN(others?.upper[i] ?? Number.NaN);
    visible[i] = isKnown ? 1 : 0;
  }
  return visible;
}

/** Fewer tell nothing of the wind at another turbine. */
const FEWEST_OTHERS = 3;

/** Load of the other turbines wherever the wind of this one is not measured. */
function othersOf({ device, weather }: TurbineState, all: readonly TurbineState[]): LoadsOfOthers | undefined {
  if (all.length <= FEWEST_OTHERS || !hasGap(weather.windSpeed)) return undefined;
  const { length } = weather.windSpeed;
  const found: LoadsOfOthers = { lower: missing(length), upper: missing(length) };
  const loads = new Float64Array(all.length);
  for (let i = 0; i < length; i++) {
    if (!Number.isNaN(weather.windSpeed[i])) continue;
    let count = 0;
    for (let k = 0; k < all.length; k++) {
      const other = all[k];
      const load = other && other.device !== device ? (other.power[i] ?? Number.NaN) / other.device.capacityAc : Number.NaN;
      if (!Number.isNaN(load)) loads[count++] = load;
    }
    if (count < FEWEST_OTHERS) continue;
    const sorted = loads.subarray(0, count).sort();
    found.lower[i] = quantileOfSorted(sorted, 0.25);
    found.upper[i] = quantileOfSorted(sorted, 0.75);
  }
  return found;
}

interface TurbineGapOptions {
  device: SiteDevice;
  weather: TurbineWeather;
  others: LoadsOfOthers | undefined;
  /** shape (span.count). [kW] */
  expected: Float64Array;
  /** shape (span.count). [kW] */
  curvePower: Float64Array;
  methods: readonly ExpectedMethod[];
}

/** In a calm that the other turbines show, nothing is missing. */
function turbineGap(
  { device, weather, others, expected, curvePower, methods }: TurbineGapOptions,
  frame: ExpectContext['frame'],
): ExpectationGap | undefined {
  if (!hasGap(expected)) return undefined;
  const isWindUnknown = isEmpty(weather.windSpeed);
  const isByCurve = methods.some((method) => method === 'effectiveCurve' || method === 'nominalCurve' || method === 'mastWind');
  const always: MissingExpectationReason[] = [];
  if (!(device.capacityAc > 0)) always.push('noRating');
  if (isByCurve && isWindUnknown) always.push('noWindSpeed');
  if (isByCurve && device.curves.length === 0) always.push('noPowerCurve');
  if (methods.includes('neighbourTurbines')) always.push('noNeighbours');
  if (methods.length === 0) always.push('noMethod');
  return expectationGap(
    {
      expected,
      ...(others && { counted: others.upper.map((load) => (load <= NEIGHBOUR_LOAD ? 0 : 1)) }),
      always,
      reasonAt: (i) => {
        if (!isByCurve || isWindUnknown) return undefined;
        if (Number.isNaN(weather.windSpeed[i])) return 'windSpeedGap';
        return Number.isNaN(curvePower[i]) ? 'noPowerCurve' : undefined;
      },
    },
    frame,
  );
}

/** The own wind is the wind of the site where the own anemometer can be trusted: its power was read from the curve already. */
function whereKnown(power: Float64Array, wind: Float64Array): Float64Array {
  const out = missing(power.length);
  for (let i = 0; i < out.length; i++) if (!Number.isNaN(wind[i])) out[i] = power[i] ?? Number.NaN;
  return out;
}

/** @returns undefined: it has no references */
function powerOfReferences({ device }: TurbineState, all: readonly TurbineState[], { memory }: ExpectContext): Float64Array | undefined {
  const learned = memory.devices.get(device.id)?.powerRatios;
  const references = (device.referenceTurbineIds ?? []).flatMap((id): RankedReference[] => {
    const reference = all.find((each) => each.device.id === id);
    if (!reference) return [];
    const { power, usable, weather } = reference;
    const ratios = learned?.get(id) ?? evenRatios(device.capacityAc / reference.device.capacityAc);
    return [{ value: power, usable, direction: weather.direction, ratios }];
  });
  return references.length === 0 ? undefined : valueFromReferences(references, device.capacityAc);
}

function powerOfNeighbours(
  { device, power: own }: TurbineState,
  { all, near }: Pick<Park, 'all' | 'near'>,
  known?: Float64Array,
): Float64Array {
  const neighbours: Neighbour[] = [];
  for (const at of near.get(device) ?? []) {
    const neighbour = all[at]?.asNeighbour;
    if (neighbour) neighbours.push(neighbour);
  }
  return neighbours.length === 0
    ? missing(own.length)
    : neighbourPower({ neighbours, ratedPower: device.capacityAc, ...(known && { known }) });
}

interface Vicinity {
  turbines: readonly SiteDevice[];
  near: ReadonlyMap<SiteDevice, readonly number[]>;
}

/** A hundred turbines have ten thousand distances, the same ones every day. */
const vicinities = new WeakMap<SiteConfiguration, Vicinity>();

function neighboursAt(site: SiteConfiguration, turbines: readonly SiteDevice[]): Vicinity['near'] {
  const known = vicinities.get(site);
  if (known && known.turbines.length === turbines.length && turbines.every((device, i) => device === known.turbines[i])) return known.near;
  // Turbines whose place is unknown are those of one site at least.
  const isNear = (a: SiteDevice, b: SiteDevice) => a !== b && !(distanceKm(a, b) > NEIGHBOUR_REACH_KM);
  const near = new Map(turbines.map((device) => [device, turbines.flatMap((each, at) => (isNear(device, each) ? [at] : []))]));
  vicinities.set(site, { turbines, near });
  return near;
}

function turbineState(device: SiteDevice, context: ExpectContext): TurbineState {
  const { frame, signals, states } = context;
  const { count } = frame.span;
  const { start, end } = frame.spanInWindow;
  const stopped = states.get(device.id)?.stopped;
  const ofDevice = signals.signalsOf(device.id);
  const operating = operatingColumn(
    { input: { capacityAc: device.capacityAc, ...(stopped && { stopped }) }, signals: ofDevice },
    frame.spanInWindow,
  );
  const wind = ofDevice.get('NacelleWindSpeed');
  const power = ofDevice.get('ActivePower')?.good;
  const density = densityAtHub(device, context);
  const runs = operating.length > 0 ? operating.subarray(start, end) : new Uint8Array(count);
  const ownPower = power ? ofSpan(power, frame) : missing(count);
  const disturbed = stopped ? stopped.subarray(start, end) : new Uint8Array(count);
  const undisturbedPower = undisturbed(ownPower, runs, disturbed);
  return {
    device,
    weather: {
      kind: 'turbine',
      windSpeed: windAt(device, wind, context),
      airDensity: density.column,
      ambientTemperature: density.temperature,
      direction: directionAt(device, context),
      ownWind: wind ? trustedWind(wind, runs) : missing(count),
      undisturbedPower,
    },
    power: ownPower,
    usable: usableReference({ power: ownPower, operating: runs, disturbed, ratedPower: device.capacityAc }),
    isDensityAssumed: density.isAssumed,
    asNeighbour: { power: undisturbedPower, ratedPower: device.capacityAc },
  };
}

/**
 * Wind at a turbine, also while it stands: validated values need a turning rotor or other turbines, so that a lone turbine would stand unseen.
 * There its own anemometer is the best there is, then the mast.
 */
function windAt(device: SiteDevice, wind: SignalQuality | undefined, context: ExpectContext): Float64Array {
  if (!wind) return mastWind(device, context) ?? missing(context.frame.span.count);
  if (!hasGap(wind.values)) return wind.values;
  const [own, mast] = [ofSpan(wind.good, context.frame), mastWind(device, context)];
  const column = wind.values.slice();
  for (let i = 0; i < column.length; i++) {
    if (!Number.isNaN(column[i])) continue;
    const measured = own[i] ?? Number.NaN;
    column[i] = Number.isNaN(measured) ? (mast?.[i] ?? Number.NaN) : measured;
  }
  return column;
}

/** What an anemometer behind a turning rotor measured. */
function trustedWind({ values, flags }: SignalQuality, runs: Uint8Array): Float64Array {
  const trusted = missing(values.length);
  for (let i = 0; i < trusted.length; i++) {
    if (runs[i] === 1 && ((flags[i] ?? 0) & ESTIMATED_MASK) === 0) trusted[i] = values[i] ?? Number.NaN;
  }
  return trusted;
}

function undisturbed(power: Float64Array, runs: Uint8Array, disturbed: Uint8Array): Float64Array {
  const out = missing(power.length);
  for (let i = 0; i < out.length; i++) if (runs[i] === 1 && disturbed[i] !== 1) out[i] = power[i] ?? Number.NaN;
  return out;
}

/** From its own thermometer and the barometer of its station; without one the standard pressure of the hub's altitude. */
function densityAtHub(
  device: SiteDevice,
  { frame, signals, tree, site }: ExpectContext,
): { column: Float64Array; temperature: Float64Array; isAssumed: boolean } {
  const stations = [device.id, device.primaryWeatherStationId, device.secondaryWeatherStationId];
  const first = (apCode: string) => stations.map((id) => signals.find(id, apCode)?.values).find((column) => column !== undefined);
  const temperature = first('AmbientTemperature');
  const barometer = tree.find(stations.find((id) => signals.find(id, 'BarometricPressure') !== undefined));
  const altitudeOf = ({ altitude, height }: SiteDevice) =>
    Number.isNaN(altitude) ? site.location.altitude + (Number.isNaN(height) ? 0 : height) : altitude;
  const hub = altitudeOf(device);
  const standard = standardPressure(hub);
  if (!temperature) return { column: missing(frame.span.count), temperature: missing(frame.span.count), isAssumed: true };
  const measured = signals.find(barometer?.id, 'BarometricPressure')?.values;
  const humidity = first('RelativeHumidity');
  const barometerAt = barometer ? altitudeOf(barometer) : hub;
  const pressure = measured ? pressureAbove(measured, temperature, hub - barometerAt) : missing(frame.span.count);
  const column = airDensity({ temperature, pressure, pressureIfMissing: standard, ...(humidity && { relativeHumidity: humidity }) });
  return { column, temperature, isAssumed: measured === undefined };
}

function pressureAbove(pressure: Float64Array, temperature: Float64Array, heightDifference: number): Float64Array {
  const above = new Float64Array(pressure.length);
  for (let i = 0; i < above.length; i++) {
    above[i] = (pressure[i] ?? Number.NaN) * pressureRatioOverHeight(heightDifference, temperature[i] ?? Number.NaN);
  }
  return above;
}

function directionAt(device: SiteDevice, { frame, signals }: ExpectContext): Float64Array {
  const mast = [device.primaryWeatherStationId, device.secondaryWeatherStationId];
  return (
    signals.find(device.id, 'NacelleWindDirection')?.values ??
    mast.map((id) => signals.find(id, 'WindDirection')?.values).find((column) => column !== undefined) ??
    missing(frame.span.count)
  );
}

/** Of the highest anemometer among its stations: one near the ground says little of the wind at the hub. */
function mastWind(device: SiteDevice, { signals, tree }: ExpectContext): Float64Array | undefined {
  const masts = [device.primaryWeatherStationId, device.secondaryWeatherStationId].flatMap((id) => {
    const values = signals.find(id, 'WindSpeed')?.values;
    return values ? [{ values, height: tree.find(id)?.height ?? Number.NaN }] : [];
  });
  const known = ({ height }: { height: number }) => (Number.isNaN(height) ? 0 : height);
  return masts.reduce<(typeof masts)[number] | undefined>((best, mast) => (!best || known(mast) > known(best) ? mast : best), undefined)
    ?.values;
}

function evenRatios(ratio: number): ReferenceRatios {
  return { bySector: new Float64Array(12).fill(ratio), overall: ratio };
}

function missing(count: number): Float64Array {
  return new Float64Array(count).fill(Number.NaN);
}
