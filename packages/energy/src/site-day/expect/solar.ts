import { either, hasGap, scaled } from '@solvane/series/columns';
import { combine } from '@solvane/series/combine';
import { STANDING_SHARE } from '../../events/detected-events.ts';
import { designedSolarPower, limitedSolarPower } from '../../production/expected-coefficients.ts';
import { EXPECTED_METHODS, type ExpectedCandidate, type ExpectedMethod } from '../../production/expected-methods.ts';
import { bestCellTemperature } from '../../pv/cell-temperature.ts';
import { irradianceOnPlane, type ModulePlane } from '../../pv/clear-sky-model.ts';
import { temperatureAdjustedNominalPower } from '../../pv/nominal-power.ts';
import { pvwattsAcPower } from '../../pv/pvwatts.ts';
import { ESTIMATED_MASK } from '../../quality/flags.ts';
import type { SignalQuality } from '../../quality/site.ts';
import type { SiteDevice } from '../site.ts';
import { coefficientsOf } from './device-coefficients.ts';
import { takeEarlierDays, visibleByEarlierDays, type WholeSiteStop, wholeSiteStop } from './earlier-days.ts';
import type { ExpectContext } from './expect-context.ts';
import { askInTurn, type Expectation, type SolarWeather } from './expectation.ts';
import { daylightOf, expectationGap, type MissingExpectationReason } from './missing-expectation.ts';
import { type PeersOf, peersOnce } from './solar-peers.ts';

/**
 * What every inverter should have made.
 *
 * @param inverters - of one site
 * @param context - validated signals and configuration
 */
export function expectSolar(inverters: readonly SiteDevice[], context: ExpectContext): Expectation[] {
  const weathers = new Map<string, SolarWeather>();
  const others: SolarSite = { peersOf: peersOnce(inverters, context), stop: wholeSiteStop(inverters, context) };
  const sensors = lightSensors(context);
  return inverters.map((device) => {
    const sources = weatherSources(device, sensors, context);
    // Light that is measured in the plane is the same for all who look at the sensor, whatever is known of their own plane.
    const plane = hasGap(planeLightOf(sources, context)) ? JSON.stringify(device.plane) : '';
    const key = `${sources.join(' ')} ${device.mounting} ${plane}`;
    const weather = weathers.get(key) ?? solarWeather(device, sources, context);
    weathers.set(key, weather);
    return expectInverter(device, weather, others, context);
  });
}

/** What an inverter needs of the others of its site. */
interface SolarSite {
  peersOf: PeersOf;
  stop: WholeSiteStop;
}

function expectInverter(device: SiteDevice, weather: SolarWeather, { peersOf, stop }: SolarSite, context: ExpectContext): Expectation {
  const { site, frame } = context;
  const nominal = {
    planeIrradiance: weather.irradiance,
    cellTemperature: weather.cellTemperature,
    nameplate: device.capacityDc,
    temperatureCoefficient: device.temperatureCoefficient,
  };
  const theoretical = temperatureAdjustedNominalPower(nominal);
  const columns = coefficientsOf(device, context);
  const designed = designedSolarPower(theoretical, columns);
  const byTable = () => limitedSolarPower(designed, weather.irradiance, columns);
  const answers: Partial<Record<ExpectedMethod, () => Float64Array>> = {
    solarCoefficients: byTable,
    // What modules give at their temperature less the losses on the way: direct current by PVWatts.
    pvwatts: () => pvwattsAcPower(scaled(theoretical, 1 - device.systemLoss), device.capacityAc),
    peerInverters: () => peersOf(device).power,
  };
  const asked = site.expectedMethods.PV.flatMap((method): ExpectedCandidate[] => {
    const power = answers[method];
    return power ? [{ method, power }] : [];
  });
  const lastResort: ExpectedCandidate = { method: 'solarCoefficients', power: byTable };
  // A default table would promise the nameplate: the physical model comes first.
  const isTableKnown = columns.suspect.includes(0);
  const inTurn = asked.filter(({ method }) => isTableKnown || method !== 'solarCoefficients');
  const expected = askInTurn(asked.some(({ method }) => method === 'solarCoefficients') ? [...inTurn, lastResort] : asked, frame);
  const ofFewPeers = takeWeakEvidence(expected, device, peersOf, context);
  const ofEarlierDays = takeEarlierDays({ device, weather, expected, stop }, context);
  const lowConfidence = ofFewPeers && ofEarlierDays ? either(ofFewPeers, ofEarlierDays) : (ofFewPeers ?? ofEarlierDays);
  const visible = visibleByEarlierDays(device, weather, context);
  const gap = solarGap({ device, weather, expected: expected.power, methods: asked.map(({ method }) => method) }, frame);
  return {
    device,
    theoretical,
    coefficients: columns,
    designed,
    expected,
    energy: scaled(expected.power, frame.stepHours),
    suspect: either(weather.suspect, columns.suspect),
    ...(lowConfidence && { lowConfidence }),
    isStopVisible: visible ? either(known(expected.power), visible) : known(expected.power),
    ...(gap && { gap }),
    weather,
  };
}

/**
 * Where too few peers produce, what they tell is an expectation of inverters that stand only: those that produce would be compared with chance.
 *
 * @returns 1 where it was taken, shape (span.count). undefined: nowhere
 */
function takeWeakEvidence(
  { power, method }: Expectation['expected'],
  device: SiteDevice,
  peersOf: PeersOf,
  { site, frame, signals }: ExpectContext,
): Uint8Array | undefined {
  if (!site.expectedMethods.PV.includes('peerInverters') || !hasGap(power)) return undefined;
  const own = signals.find(device.id, 'ActivePower')?.values;
  const { weak } = peersOf(device);
  let taken: Uint8Array | undefined;
  for (let i = 0; own && i < power.length; i++) {
    const kw = weak[i] ?? Number.NaN;
    if (!Number.isNaN(power[i]) || Number.isNaN(kw) || !((own[i] ?? Number.NaN) <= STANDING_SHARE * device.capacityAc)) continue;
    taken ??= new Uint8Array(frame.span.count);
    taken[i] = 1;
    power[i] = kw;
    method[i] = EXPECTED_METHODS.peerInverters;
  }
  return taken;
}

function known(column: Float64Array): Uint8Array {
  const out = new Uint8Array(column.length);
  for (let i = 0; i < out.length; i++) out[i] = Number.isNaN(column[i]) ? 0 : 1;
  return out;
}

interface SolarGapOptions {
  device: SiteDevice;
  weather: SolarWeather;
  /** shape (span.count). [kW] */
  expected: Float64Array;
  methods: readonly ExpectedMethod[];
}

/** At night nothing is expected, whatever is measured. */
function solarGap({ device, weather, expected, methods }: SolarGapOptions, frame: ExpectContext['frame']): Expectation['gap'] {
  const { irradiance, cellTemperature, lacking } = weather;
  const isByLight = methods.includes('solarCoefficients') || methods.includes('pvwatts');
  const always: MissingExpectationReason[] = [];
  if (!(device.capacityAc > 0)) always.push('noRating');
  if (isByLight && !(device.capacityDc > 0)) always.push('noNameplate');
  if (methods.includes('peerInverters')) always.push('noPeers');
  if (methods.length === 0) always.push('noMethod');
  const isLightLacking = lacking.includes('noIrradiance') || lacking.includes('noModulePlane');
  return expectationGap(
    {
      expected,
      counted: daylightOf(frame).counted,
      always: isByLight ? [...always, ...lacking] : always,
      reasonAt: (i) => {
        if (!isByLight || isLightLacking) return undefined;
        if (Number.isNaN(irradiance[i])) return 'irradianceGap';
        return Number.isNaN(cellTemperature[i]) && !lacking.includes('noTemperature') ? 'temperatureGap' : undefined;
      },
    },
    frame,
  );
}

const WEATHER = ['IrradiancePOA', 'IrradianceGHI', 'ModuleTemperature', 'AmbientTemperature', 'WindSpeed'] as const;

/** First devices of the site that measure light, for inverters without an assigned sensor. */
interface LightSensors {
  plane: string | undefined;
  horizontal: string | undefined;
}

function lightSensors({ tree, signals }: ExpectContext): LightSensors {
  const measuring = (apCode: string) => tree.devices.find(({ id }) => signals.find(id, apCode))?.id;
  return { plane: measuring('IrradiancePOA'), horizontal: measuring('IrradianceGHI') };
}

/** Devices that measure any of the weather, nearest first: inverters under the same sensors share what follows from them. */
function weatherSources(device: SiteDevice, { plane, horizontal }: LightSensors, { signals }: ExpectContext): string[] {
  const sensor = device.irradianceSensorId ?? plane;
  const known = [sensor, device.id, device.primaryWeatherStationId, device.secondaryWeatherStationId, horizontal];
  const telling = known.filter((id) => id !== undefined && WEATHER.some((apCode) => signals.find(id, apCode) !== undefined));
  return [...new Set(telling.filter((id) => id !== undefined))];
}

function planeLightOf(sources: readonly string[], { frame, signals }: ExpectContext): Float64Array {
  const light = sources.map((id) => signals.find(id, 'IrradiancePOA')).find((signal) => signal !== undefined);
  return light?.values ?? new Float64Array(frame.span.count).fill(Number.NaN);
}

/** Where no sensor in the plane has a value, the light follows from the horizontal one, if that is measured. */
function lightOnPlane(
  measured: Float64Array,
  { horizontal, plane }: { horizontal: SignalQuality | undefined; plane: ModulePlane | undefined },
  { sky, window, spanInWindow }: ExpectContext['frame'],
): Float64Array {
  if (!horizontal || !plane || !hasGap(measured)) return measured;
  const ghi = new Float64Array(window.count).fill(Number.NaN);
  ghi.set(horizontal.values, spanInWindow.start);
  const modelled = irradianceOnPlane(sky, plane, ghi).subarray(spanInWindow.start, spanInWindow.end);
  return combine(measured, modelled, (watts, otherwise) => (Number.isNaN(watts) ? otherwise : watts));
}

function solarWeather({ mounting, plane }: SiteDevice, sources: readonly string[], context: ExpectContext): SolarWeather {
  const { frame, signals } = context;
  const first = (apCode: string) => sources.map((id) => signals.find(id, apCode)).find((signal) => signal !== undefined);
  const missing = new Float64Array(frame.span.count).fill(Number.NaN);
  const light = first('IrradiancePOA');
  const back = first('ModuleTemperature');
  const ambient = first('AmbientTemperature');
  const wind = first('WindSpeed');
  const measured = planeLightOf(sources, context);
  const irradiance = lightOnPlane(measured, { horizontal: first('IrradianceGHI'), plane }, frame);
  const cellTemperature = bestCellTemperature({
    planeIrradiance: irradiance,
    ambientTemperature: ambient?.values ?? missing,
    windSpeed: wind?.values ?? missing,
    ...(mounting && { mounting }),
    ...(back && { measuredBack: measuredOnly(back) }),
  });
  const isDoubtful = (i: number) =>
    isEstimate(light, i) ||
    Number.isNaN(measured[i] ?? Number.NaN) ||
    (isEstimate(back, i) && (isEstimate(ambient, i) || Number.isNaN(wind?.values[i] ?? Number.NaN)));
  const suspect = new Uint8Array(irradiance.length);
  for (let i = 0; i < suspect.length; i++) suspect[i] = isDoubtful(i) ? 1 : 0;
  const lacking: MissingExpectationReason[] = [];
  if (!light && !first('IrradianceGHI')) lacking.push('noIrradiance');
  else if (!light && !plane) lacking.push('noModulePlane');
  if (!back && !ambient) lacking.push('noTemperature');
  return { kind: 'solar', irradiance, cellTemperature, suspect, lacking };
}

function measuredOnly({ values, flags }: SignalQuality): Float64Array {
  return combine(values, new Float64Array(flags), (value, bits) => ((bits & ESTIMATED_MASK) === 0 ? value : Number.NaN));
}

/** A quantity without a measurement is as doubtful as an estimate. */
function isEstimate(signal: SignalQuality | undefined, i: number): boolean {
  return ((signal?.flags[i] ?? ESTIMATED_MASK) & ESTIMATED_MASK) !== 0;
}
