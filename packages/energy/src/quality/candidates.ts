import { moduleTemperature } from '../pv/cell-temperature.ts';
import { findCatalogueRow } from '../signals/catalogue.ts';
import { standardPressure } from '../weather/standard-atmosphere.ts';
import { type RankedReference, type ReferenceRatios, valueFromReferences } from '../wind/reference-turbines.ts';
import type { SourceAttributes } from './method-attributes.ts';
import { MIN_GAP_SAMPLES } from './methods.ts';
import { Neighbourhood } from './neighbourhood.ts';
import { DEFAULT_MIN_POWER, operatingColumn } from './operating.ts';
import type { PlannedSource } from './rules.ts';
import { capacityOf, comparisonScale, type DeviceRun, isPower, peersOf, type SignalRun, type SiteRun } from './signal-run.ts';
import { constantValues } from './sources/constant.ts';
import { interpolateGaps } from './sources/interpolate.ts';
import { mapAt } from './sources/map-at.ts';
import { nightValues } from './sources/night.ts';
import { nearestRecords, pressureAtAltitude, recordsBetween, windHeightFactor } from './sources/outside.ts';
import { consensusAverage, type NearPeer, nearestMean } from './sources/peers.ts';
import { holdLastValue, meanAtSameTime } from './sources/persistence.ts';
import { firstReferenceValue, scaledValues, valuesAt } from './sources/references.ts';

/** What a source offers for some intervals. */
export interface Candidates {
  /** shape (m); NaN where it has nothing. */
  values: Float64Array;
  /** 1 where a value deserves the SUSPECT flag, shape (m). */
  suspect?: Uint8Array;
}

/** Which intervals of which signal want a value. */
export interface CandidateQuery {
  run: SignalRun;
  /** Its site, all tests done. */
  site: SiteRun;
  /** Intervals to fill, ascending, shape (m). */
  at: Int32Array;
}

const SLACK = 1e-9;
/** Signal of a fallback that is a model, not a measurement. */
const MODULE_TEMPERATURE_MODEL = 'model:Tm';
/** Providers know the quantity, not the machine it is measured on. */
const OUTSIDE_NAMES: Readonly<Record<string, string>> = { NacelleWindSpeed: 'WindSpeed', NacelleWindDirection: 'WindDirection' };

/**
 * Values a source has for intervals of a signal. Sources see only what stood all tests of other signals, never estimates: no circle can arise.
 *
 * @param source - which source
 * @param query - which intervals of which signal
 * @returns shape (m)
 */
export function candidatesOf(source: PlannedSource, query: CandidateQuery): Candidates {
  switch (source.method) {
    case 'nightTimeCorrectedValue':
      return { values: nightValues(query.site.input.sunElevation, query.at, source.settings) };
    case 'measured':
      return { values: valuesAt(query.run.good, query.at) };
    case 'windTurbineValid':
      return { values: valuesWhileOperating(source.settings, query) };
    case 'interpolated':
      return { values: interpolated(source.settings, query) };
    case 'persistenceWithWindow':
      return { values: persisted(source.settings, query) };
    case 'weatherStationPrimary':
      return { values: ofStation(query.run.device.input.primaryWeatherStationId, source.settings, query) };
    case 'weatherStationSecondary':
      return { values: ofStation(query.run.device.input.secondaryWeatherStationId, source.settings, query) };
    case 'referenceDevice':
      return { values: ofReferenceDevice(source.settings, query) };
    case 'referenceWindTurbineCascade':
      return { values: ofReferenceTurbine(source.settings, query) };
    case 'windTurbineFallback':
      return { values: ofNearestTurbines(source.settings, query) };
    case 'consensusAverage':
      return { values: ofConsensus(source.settings, query) };
    case 'fallbackSignal':
      return ofFallbackSignal(source.settings, query);
    case 'satelliteWeatherStation':
      return { values: ofSatellite(source.settings, query) };
    case 'referenceExternalWeather':
      return { values: ofExternalWeather(source.settings, query) };
    case 'defaultValue':
      return { values: ofDefault(source.settings, query) };
  }
}

/** Many turbines ask the same neighbours: what is known of one is kept as long as the run lasts. */
const operatingOfDevice = new WeakMap<DeviceRun, Map<number, Uint8Array>>();
const neighbourhoods = new WeakMap<DeviceRun, Neighbourhood>();

function operatingOf(device: DeviceRun, site: SiteRun, minPowerFraction = DEFAULT_MIN_POWER): Uint8Array {
  const known = operatingOfDevice.get(device) ?? new Map<number, Uint8Array>();
  operatingOfDevice.set(device, known);
  const operating = known.get(minPowerFraction) ?? operatingColumn(device, site.input.core, minPowerFraction);
  known.set(minPowerFraction, operating);
  return operating;
}

function neighboursOf(device: DeviceRun, site: SiteRun): Neighbourhood {
  const known = neighbourhoods.get(device) ?? new Neighbourhood(device, site.devices);
  neighbourhoods.set(device, known);
  return known;
}

/** What is good of a turbine's signal while the turbine runs: its anemometer stands behind the rotor. */
function valuesWhileOperating({ minPowerFraction }: SourceAttributes['windTurbineValid'], { run, site, at }: CandidateQuery): Float64Array {
  const operating = operatingOf(run.device, site, minPowerFraction);
  const values = nothing(at);
  for (let k = 0; k < at.length; k++) {
    const i = at[k] ?? 0;
    if (operating[i] === 1) values[k] = run.good[i] ?? Number.NaN;
  }
  return values;
}

function interpolated({ maxGapMinutes }: SourceAttributes['interpolated'], { run, site, at }: CandidateQuery): Float64Array {
  const { row, nightElevation } = run.plan;
  return interpolateGaps(run.good, at, {
    maxLength: Math.max(intervalsWithin(maxGapMinutes, site), MIN_GAP_SAMPLES),
    isCircular: row?.time === 'circ',
    elevation: row?.measurementTypeName === 'Irradiance' ? site.input.sunElevation : undefined,
    nightElevation,
  });
}

function persisted(settings: SourceAttributes['persistenceWithWindow'], { run, site, at }: CandidateQuery): Float64Array {
  if (settings.mode === 'hold') return holdLastValue(run.good, at, intervalsWithin(settings.windowMinutes, site));
  const { grid, zone } = site.input;
  const window = { startMs: grid.startMs, values: run.good };
  return meanAtSameTime(startsAt(at, site), {
    ...settings,
    histories: [window, ...(run.input.learned?.histories ?? [])],
    stepMs: grid.stepMs,
    zone,
  });
}

function ofStation(
  stationId: string | undefined,
  { apCodeOverride }: SourceAttributes['weatherStationPrimary'],
  { run, site, at }: CandidateQuery,
): Float64Array {
  const station = stationId === undefined ? undefined : site.devicesById.get(stationId);
  const values = station === run.device ? undefined : station?.signals.get(apCodeOverride || run.plan.apCode)?.good;
  return values === undefined ? nothing(at) : valuesAt(values, at);
}

function ofReferenceDevice(settings: SourceAttributes['referenceDevice'], { run, site, at }: CandidateQuery): Float64Array {
  const references = settings.referenceDeviceIds.flatMap((id) => {
    const reference = site.devicesById.get(id);
    const signal = reference === run.device ? undefined : reference?.signals.get(run.plan.apCode);
    return signal === undefined ? [] : [{ values: signal.good, ...relationTo(signal, settings.relation, run, site) }];
  });
  return firstReferenceValue(references, at);
}

function relationTo(reference: SignalRun, relation: SourceAttributes['referenceDevice']['relation'], run: SignalRun, site: SiteRun) {
  const learned = relation === 'regression' ? run.input.learned?.referenceLines?.get(reference.device.input.id) : undefined;
  if (learned !== undefined) return learned;
  const isByCapacity = relation === 'capacityRatio' || (relation === 'regression' && isPower(run.plan));
  return { intercept: 0, slope: isByCapacity ? capacityOf(run, site) / capacityOf(reference, site) : 1 };
}

/** Power below this share of the rating says too little of other turbines. */
const SMALLEST_REFERENCE_LOAD = 0.02;

function ofReferenceTurbine({ maxRank }: SourceAttributes['referenceWindTurbineCascade'], { run, site, at }: CandidateQuery): Float64Array {
  const references = (run.device.input.referenceTurbineIds ?? []).slice(0, maxRank).flatMap((id): RankedReference[] => {
    const reference = site.devicesById.get(id);
    const signal = reference === run.device ? undefined : reference?.signals.get(run.plan.apCode);
    return signal === undefined ? [] : [rankedReference(signal, { run, site, at })];
  });
  if (references.length === 0) return nothing(at);
  return valueFromReferences(references, isPower(run.plan) ? capacityOf(run, site) : Number.POSITIVE_INFINITY);
}

function rankedReference(reference: SignalRun, { run, site, at }: CandidateQuery): RankedReference {
  const operating = operatingOf(reference.device, site);
  const direction = reference.device.signals.get('NacelleWindDirection')?.good;
  const lowest = isPower(run.plan) ? SMALLEST_REFERENCE_LOAD * capacityOf(reference, site) : Number.NEGATIVE_INFINITY;
  const value = valuesAt(reference.good, at);
  return {
    value,
    usable: Uint8Array.from(at, (i, k) => (operating[i] === 1 && (value[k] ?? Number.NaN) > lowest ? 1 : 0)),
    direction: direction === undefined ? nothing(at) : valuesAt(direction, at),
    ratios: run.input.learned?.referenceRatios?.get(reference.device.input.id) ?? unlearnedRatios(reference, run, site),
  };
}

function unlearnedRatios(reference: SignalRun, run: SignalRun, site: SiteRun): ReferenceRatios {
  const overall = isPower(run.plan) ? capacityOf(run, site) / capacityOf(reference, site) : 1;
  return { bySector: new Float64Array(12).fill(overall), overall };
}

function ofNearestTurbines(settings: SourceAttributes['windTurbineFallback'], { run, site, at }: CandidateQuery): Float64Array {
  return nearestMean(nearPeers({ run, site, maxDistanceKm: settings.maxDistanceKm }), at, {
    k: settings.k,
    minCount: settings.minTurbines,
    ownScale: comparisonScale(run, site),
    isCircular: run.plan.row?.time === 'circ',
  });
}

/** One after the other: the few nearest are asked, of a hundred that might be. */
function* nearPeers({ run, site, maxDistanceKm }: Pick<CandidateQuery, 'run' | 'site'> & { maxDistanceKm: number }): Generator<NearPeer> {
  const neighbours = neighboursOf(run.device, site);
  for (let rank = 0; ; rank++) {
    const near = neighbours.nearest(rank);
    if (near === undefined || near.distanceKm > maxDistanceKm) return;
    const other = near.device.signals.get(run.plan.apCode);
    if (other?.plan !== run.plan) continue;
    yield { values: other.good, scale: comparisonScale(other, site), distanceKm: near.distanceKm, usable: operatingOf(near.device, site) };
  }
}

function ofConsensus(
  { minPeers, absTol, ofCapacity }: SourceAttributes['consensusAverage'],
  { run, site, at }: CandidateQuery,
): Float64Array {
  const peers = peersOf(run, site).map((peer) => ({ values: peer.good, scale: comparisonScale(peer, site) }));
  return consensusAverage(peers, at, { minPeers, absTol, ofCapacity, ownScale: comparisonScale(run, site) });
}

function ofFallbackSignal({ signalId, gain, offset }: SourceAttributes['fallbackSignal'], { run, site, at }: CandidateQuery): Candidates {
  if (signalId === MODULE_TEMPERATURE_MODEL) return modelledModuleTemperature({ run, site, at });
  const [apCode = ''] = signalId.split('||');
  const other = run.device.signals.get(apCode);
  if (other === undefined || other === run) return { values: nothing(at) };
  return { values: scaledValues(other.good, at, { gain: gain * powerFactor(run, other, site), offset }) };
}

/** Energy of an interval is its mean power times its length, and the other way round. */
function powerFactor(run: SignalRun, other: SignalRun, { stepHours }: SiteRun): number {
  const [own, from] = [run.plan.row?.unit, findCatalogueRow(other.plan.apCode)?.unit];
  if (own === 'kW' && from === 'kWh') return 1 / stepHours;
  return own === 'kWh' && from === 'kW' ? stepHours : 1;
}

function modelledModuleTemperature({ run: { device }, site, at }: CandidateQuery): Candidates {
  const weather = (apCode: string) => {
    const values = nearestColumn(device, apCode, site);
    return values === undefined ? nothing(at) : valuesAt(values, at);
  };
  const windSpeed = weather('WindSpeed');
  const values = moduleTemperature({
    planeIrradiance: weather('IrradiancePOA'),
    ambientTemperature: weather('AmbientTemperature'),
    windSpeed,
    mounting: device.input.mounting ?? 'openRackGlassPolymer',
  });
  return { values, suspect: Uint8Array.from(windSpeed, (speed) => (Number.isNaN(speed) ? 1 : 0)) };
}

/** A quantity of the device itself, or else of its weather stations. */
function nearestColumn(device: DeviceRun, apCode: string, site: SiteRun): Float64Array | undefined {
  const { primaryWeatherStationId = '', secondaryWeatherStationId = '' } = device.input;
  for (const place of [device, site.devicesById.get(primaryWeatherStationId), site.devicesById.get(secondaryWeatherStationId)]) {
    const values = place?.signals.get(apCode)?.good;
    if (values !== undefined) return values;
  }
  return undefined;
}

function ofSatellite(settings: SourceAttributes['satelliteWeatherStation'], { run, site, at }: CandidateQuery): Float64Array {
  const records = site.input.satellite?.get(outsideName(run));
  if (records === undefined) return nothing(at);
  const ratio = settings.scaling === 'ratio30d' ? (run.input.learned?.satelliteRatio ?? 1) : 1;
  return nearestRecords(records, at, intervalsWithin(settings.maxAgeMinutes, site)).map((value) => value * ratio);
}

function ofExternalWeather(settings: SourceAttributes['referenceExternalWeather'], { run, site, at }: CandidateQuery): Float64Array {
  const provider = site.input.externalWeather?.find(({ providerId }) => settings.providerId === '' || providerId === settings.providerId);
  const records = provider?.signals.get(outsideName(run));
  if (provider === undefined || records === undefined) return nothing(at);
  const reach = intervalsWithin(settings.maxAgeMinutes, site);
  const values = recordsBetween(records, at, reach);
  const { height, altitude } = run.device.input;
  switch (outsideName(run)) {
    case 'WindSpeed': {
      const factor = windHeightFactor(height, provider.windHeight, settings.alpha);
      return values.map((value) => value * factor);
    }
    case 'BarometricPressure': {
      const temperatures = provider.signals.get('AmbientTemperature');
      const temperature = temperatures === undefined ? nothing(at) : recordsBetween(temperatures, at, reach);
      return pressureAtAltitude(values, temperature, altitude - provider.altitude);
    }
    default:
      return values;
  }
}

function ofDefault(
  { value, monthly, standardPressure: isStandard }: SourceAttributes['defaultValue'],
  { run, site, at }: CandidateQuery,
): Float64Array {
  const constant = isStandard ? standardPressure(run.device.input.altitude) : value;
  return constantValues(startsAt(at, site), { value: constant, monthly: isStandard ? null : monthly, zone: site.input.zone });
}

function outsideName({ plan: { apCode } }: SignalRun): string {
  return OUTSIDE_NAMES[apCode] ?? apCode;
}

function nothing(at: Int32Array): Float64Array {
  return new Float64Array(at.length).fill(Number.NaN);
}

function startsAt(at: Int32Array, site: SiteRun): Float64Array {
  const { startMs, stepMs } = site.input.grid;
  return mapAt(at, (i) => startMs + i * stepMs);
}

function intervalsWithin(minutes: number, { stepMinutes }: SiteRun): number {
  return Math.floor(minutes / stepMinutes + SLACK);
}
