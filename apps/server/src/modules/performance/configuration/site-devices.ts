import { distanceKm } from '@solvane/energy/devices/distance';
import { getSegmentType, isGenerator, isSegmentType, type SegmentType } from '@solvane/energy/devices/segment-types';
import { MOUNTINGS, type Mounting } from '@solvane/energy/pv/cell-temperature';
import type { ModulePlane } from '@solvane/energy/pv/clear-sky-model';
import type { EnergySource } from '@solvane/energy/signals/signal-row';
import type { SiteDevice } from '@solvane/energy/site-day/site';
import { dayStart, type LocalDay, parseIsoDate } from '@solvane/energy/time/local-day';
import type { SegmentRow, SiteRow } from '../../fleet/fleet-state.ts';
import type { MetadataOn } from './metadata-on.ts';
import type { ModelDevice, SiteModels } from './models.ts';

export interface DeviceContext {
  site: SiteRow;
  zone: string;
  day: LocalDay;
  segments: readonly SegmentRow[];
  metadata: MetadataOn;
  models: SiteModels;
}

type KnownSegment = SegmentRow & { segmentType: SegmentType };

/** Turbines that stand for another one whose values are missing, without a ranking. */
const NEAREST_TURBINES = 3;
const WHOLE_PLANT: readonly SegmentType[] = ['Site', 'PCC', 'Meter', 'HybridMeter', 'PowerPlantController'];
const TURBINES: readonly SegmentType[] = ['WindTurbine', 'Turbine'];
/** What carries modules, or measures light in their plane. */
const IN_PLANE: readonly SegmentType[] = [
  'Inverter',
  'Generator',
  'PlaneOfArray',
  'WeatherStation',
  'IrradianceSensor',
  'ReferenceCellSensor',
];

/** The enabled devices of a site as rules, curves and code sets are chosen for them on a day. */
export function modelDevices(context: Omit<DeviceContext, 'models'>): ModelDevice[] {
  const inService = context.segments.filter((segment): segment is KnownSegment => isInService(segment, context));
  return inService.map((segment) => toModelDevice(segment, inService, context));
}

/** The enabled devices of a site with everything configured for them on a day. */
export function siteDevices(context: DeviceContext): SiteDevice[] {
  const inService = context.segments.filter((segment): segment is KnownSegment => isInService(segment, context));
  const hasSolar = inService.some(({ segmentType }) => segmentType === 'Inverter') || context.site.energyType === 'PV';
  const devices = inService.map((segment) => toDevice(segment, inService, { ...context, hasSolar }));
  const turbines = devices.filter(({ segmentType }) => TURBINES.includes(segmentType));
  return devices.map((device) =>
    TURBINES.includes(device.segmentType) ? { ...device, referenceTurbineIds: referencesOf(device, turbines, context) } : device,
  );
}

function isInService({ id, segmentType, isDisabled }: SegmentRow, { metadata, day }: Pick<DeviceContext, 'metadata' | 'day'>): boolean {
  if (isDisabled || !isSegmentType(segmentType)) return false;
  const end = parseIsoDate(metadata.text(id, 'decommissioningDate') ?? '');
  return end === undefined || day < end;
}

function toDevice(segment: KnownSegment, inService: readonly KnownSegment[], context: DeviceContext & { hasSolar: boolean }): SiteDevice {
  const { metadata, models, site } = context;
  const { id, segmentType } = segment;
  const number = (name: Parameters<MetadataOn['number']>[1]) => metadata.inheritedNumber(id, name);
  const modelDevice = toModelDevice(segment, inService, context);
  const { source, capacityAc } = modelDevice;
  return {
    id,
    parentId: segment.parentId === site.segmentId ? undefined : (segment.parentId ?? undefined),
    segmentType,
    energySource: source,
    capacityAc,
    capacityDc: metadata.number(id, 'capacityDc'),
    ...place(segment, context),
    ...plane(segment, context),
    samplesPerInterval: orElse(number('samplesPerInterval'), 1),
    primaryWeatherStationId: metadata.inheritedText(id, 'primaryWeatherStationId'),
    secondaryWeatherStationId: metadata.inheritedText(id, 'secondaryWeatherStationId'),
    irradianceSensorId: metadata.inheritedText(id, 'irradianceSensorId'),
    temperatureCoefficient: number('temperatureCoefficient'),
    systemLoss: number('systemLoss'),
    commissionedMs: commissionedMs(id, context),
    cutIn: number('cutInWindSpeed'),
    cutOut: number('cutOutWindSpeed'),
    ...ratings(segment, metadata),
    ...manners(segment, metadata),
    minStateOfCharge: number('minStateOfCharge'),
    maxStateOfCharge: number('maxStateOfCharge'),
    counter: counterOf(id, metadata),
    curves: source === 'Wind' && isGenerator(segmentType) ? models.curvesOf(modelDevice) : [],
    codes: models.codesOf(modelDevice),
  };
}

function toModelDevice(
  { id, segmentType }: KnownSegment,
  inService: readonly KnownSegment[],
  { metadata, site }: Pick<DeviceContext, 'metadata' | 'site'>,
): ModelDevice {
  return {
    id,
    source: sourceOf(segmentType, site, inService),
    isWholePlant: WHOLE_PLANT.includes(segmentType),
    manufacturer: metadata.text(id, 'manufacturer'),
    model: metadata.text(id, 'model'),
    capacityAc: isGenerator(segmentType) ? metadata.number(id, 'capacityAc') : Number.NaN,
    isGenericCurveAccepted: metadata.inheritedText(id, 'powerCurveAccepted') === 'true',
  };
}

/** What only batteries or turbines have; a number that is not stated is left out. */
function ratings(
  { id, segmentType }: KnownSegment,
  metadata: MetadataOn,
): Pick<SiteDevice, 'ratedEnergy' | 'usableEnergy' | 'roundTripEfficiency' | 'rotorDiameter' | 'vaneOffset'> {
  const [ratedEnergy, usableEnergy, rotorDiameter, vaneOffset] = (
    ['ratedEnergyCapacity', 'usableEnergyCapacity', 'rotorDiameter', 'windVaneOffset'] as const
  ).map((name) => metadata.number(id, name));
  const roundTrip = segmentType === 'BatteryInverter' ? metadata.inheritedNumber(id, 'ratedRoundTripEfficiency') / 100 : Number.NaN;
  return {
    ...(isStated(usableEnergy) && { usableEnergy }),
    ...(isStated(roundTrip) && { roundTripEfficiency: roundTrip }),
    ...(isStated(ratedEnergy) && { ratedEnergy }),
    ...(isStated(rotorDiameter) && { rotorDiameter }),
    ...(isStated(vaneOffset) && { vaneOffset }),
  };
}

/** How it works and what it reports; the usual is left out. */
function manners({ id, segmentType }: KnownSegment, metadata: MetadataOn): Pick<SiteDevice, 'isStallRegulated' | 'isSampled'> {
  return {
    ...(TURBINES.includes(segmentType) && metadata.text(id, 'powerRegulation') === 'stall' && { isStallRegulated: true }),
    ...(metadata.inheritedText(id, 'powerSampling') === 'instantaneous' && { isSampled: true }),
  };
}

function isStated(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value);
}

/** A turbine's sensors are on its nacelle. */
function place({ id, segmentType }: KnownSegment, { metadata, site }: DeviceContext) {
  const isTurbine = TURBINES.includes(segmentType);
  const height = metadata.number(id, isTurbine ? 'hubHeight' : 'measurementHeight');
  const altitude = metadata.inheritedNumber(id, 'altitude');
  return {
    latitude: orElse(metadata.inheritedNumber(id, 'latitude'), site.latitude),
    longitude: orElse(metadata.inheritedNumber(id, 'longitude'), site.longitude),
    altitude: isTurbine && height > 0 ? altitude + height : altitude,
    height,
  };
}

function plane({ id, segmentType }: KnownSegment, { metadata, hasSolar }: DeviceContext & { hasSolar: boolean }) {
  const own = hasSolar && IN_PLANE.includes(segmentType) ? planeOf(id, metadata) : undefined;
  return {
    tilt: own?.kind === 'fixed' ? own.tilt : Number.NaN,
    azimuth: own?.kind === 'fixed' ? own.azimuth : Number.NaN,
    isTracked: own?.kind === 'tracker',
    ...(own && { plane: own, mounting: mountingOf(metadata.inheritedText(id, 'moduleMounting')) }),
  };
}

function commissionedMs(id: string, { metadata, zone }: DeviceContext): number {
  const day = parseIsoDate(metadata.inheritedText(id, 'commissioningDate') ?? '');
  return day === undefined ? Number.NaN : dayStart(day, zone);
}

function counterOf(id: string, metadata: MetadataOn): SiteDevice['counter'] {
  const rollover = metadata.number(id, 'counterRollover');
  return rollover > 0 ? { rollover } : {};
}

/** What a type says; where it says nothing, what the site is, and at a hybrid what most of it is. */
function sourceOf(segmentType: SegmentType, { energyType }: SiteRow, inService: readonly KnownSegment[]): EnergySource {
  const [only, ...others] = getSegmentType(segmentType).energyTypes;
  if (only && others.length === 0) return only;
  if (energyType !== 'Hybrid') return energyType;
  if (inService.some((segment) => segment.segmentType === 'Inverter')) return 'PV';
  return inService.some((segment) => TURBINES.includes(segment.segmentType)) ? 'Wind' : 'BESS';
}

function planeOf(id: string, metadata: MetadataOn): ModulePlane | undefined {
  const albedo = metadata.inheritedNumber(id, 'groundAlbedo');
  if (metadata.inheritedText(id, 'trackerKind') === 'singleAxis') {
    const isBacktracking = metadata.inheritedText(id, 'backtracking') !== 'false';
    return {
      kind: 'tracker',
      axisAzimuth: metadata.inheritedNumber(id, 'trackerAxisAzimuth'),
      maxRotation: metadata.inheritedNumber(id, 'trackerMaxAngle'),
      ...(isBacktracking && { groundCoverRatio: metadata.inheritedNumber(id, 'groundCoverRatio') }),
      albedo,
    };
  }
  const [tilt, azimuth] = [metadata.inheritedNumber(id, 'tilt'), metadata.inheritedNumber(id, 'azimuth')];
  return Number.isNaN(tilt) || Number.isNaN(azimuth) ? undefined : { kind: 'fixed', tilt, azimuth, albedo };
}

function mountingOf(name: string | undefined): Mounting {
  return name !== undefined && isMounting(name) ? name : 'openRackGlassPolymer';
}

function isMounting(name: string): name is Mounting {
  return Object.hasOwn(MOUNTINGS, name);
}

function referencesOf(device: SiteDevice, turbines: readonly SiteDevice[], { models, day }: DeviceContext): readonly string[] {
  const ranked = models.referenceTurbinesOf(device.id, day);
  if (ranked) return ranked;
  return turbines
    .filter((turbine) => turbine !== device)
    .map((turbine) => ({ id: turbine.id, distance: distanceKm(device, turbine) }))
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
    .slice(0, NEAREST_TURBINES)
    .map(({ id }) => id);
}

function orElse(value: number, other: number | null): number {
  return Number.isNaN(value) ? (other ?? Number.NaN) : value;
}
