import { standardSheet } from '@solvane/energy/availability/availability-sheets';
import { defaultOverdesignMethod } from '@solvane/energy/availability/overdesign';
import { DEFAULT_CATEGORY_SETS } from '@solvane/energy/events/category-sets';
import type { CoefficientRow } from '@solvane/energy/production/expected-coefficients';
import { DEFAULT_EXPECTED_METHODS } from '@solvane/energy/production/expected-methods';
import type { ModulePlane } from '@solvane/energy/pv/clear-sky-model';
import { defaultQualityConfiguration } from '@solvane/energy/quality/default-configuration';
import { compileRules } from '@solvane/energy/quality/rules';
import type { EnergySource } from '@solvane/energy/signals/signal-row';
import type { EventCodes } from '@solvane/energy/site-day/group/group-events';
import type { AvailabilityView, SiteConfiguration, SiteContract, SiteDevice } from '@solvane/energy/site-day/site';
import { dayStart, parseIsoDate } from '@solvane/energy/time/local-day';
import type { ConditionalCurve } from '@solvane/energy/wind/curve-selection';
import { type DemoDevice, deviceId, devicesOf } from '../fleet/demo-devices.ts';
import { EVENT_CODE_LISTS, type ManufacturerName } from '../fleet/event-codes.ts';
import type { SitePlan, SolarPlan } from '../fleet/site-plan.ts';
import { TURBINE_MODELS } from '../fleet/turbine-models.ts';

/** What a site of the demo is configured with beyond its plan. */
export interface DemoConfigurationOptions {
  coefficients?: readonly CoefficientRow[];
  /** Curves beside the nominal one of the turbines' model. */
  curves?: readonly ConditionalCurve[];
}

const rules = compileRules(defaultQualityConfiguration());
const METRES_PER_DEGREE = 111_320;
const RANKS = 3;

/** The configuration a site of the demo begins with, as the engine takes it. */
export function demoConfiguration(plan: SitePlan, { coefficients = [], curves = [] }: DemoConfigurationOptions = {}): SiteConfiguration {
  const installed = (plan.solar?.acKw ?? 0) + (plan.wind ? plan.wind.layout.length * TURBINE_MODELS[plan.wind.model].ratedKw : 0);
  const exportLimit = plan.exportLimitKw ?? Number.NaN;
  return {
    id: plan.id,
    zone: plan.timezone,
    location: { latitude: plan.latitude, longitude: plan.longitude, altitude: plan.altitude },
    collectionLoss: 0.02,
    exportLimit,
    silenceTreatment: 'noLoss',
    devices: devicesOf(plan).map((device) => siteDevice(plan, device, curves)),
    quality: rules,
    expectedMethods: DEFAULT_EXPECTED_METHODS,
    coefficients,
    tariffs: [],
    contract: contract(defaultOverdesignMethod(installed, exportLimit / 0.98)),
  };
}

function contract(overdesign: SiteContract['overdesign']): SiteContract {
  const views = (['Total', 'Technical', 'Operational'] as const).flatMap((view) =>
    (['time', 'production'] as const).map(
      (basis): AvailabilityView => ({
        name: view,
        basis,
        sheets: {
          PV: standardSheet({ view, basis, isSolar: true }),
          Wind: standardSheet({ view, basis, isSolar: false }),
          BESS: standardSheet({ view, basis, isSolar: false }),
        },
      }),
    ),
  );
  return { categories: DEFAULT_CATEGORY_SETS.All, views, primaryProductionView: 'Technical', overdesign, excludesEstimated: false };
}

function siteDevice(plan: SitePlan, device: DemoDevice, curves: readonly ConditionalCurve[]): SiteDevice {
  const source = sourceOf(plan, device);
  const unknown = Number.NaN;
  return {
    id: device.id,
    parentId: device.parentId ?? (device.kind === 'site' ? undefined : plan.id),
    segmentType: device.segmentType,
    energySource: source,
    capacityAc: unknown,
    capacityDc: unknown,
    latitude: plan.latitude,
    longitude: plan.longitude,
    altitude: plan.altitude,
    height: unknown,
    tilt: unknown,
    azimuth: unknown,
    isTracked: false,
    samplesPerInterval: 1,
    temperatureCoefficient: -0.0037,
    systemLoss: 0.1,
    commissionedMs: commissioned(plan),
    cutIn: 3,
    cutOut: 25,
    minStateOfCharge: 5,
    maxStateOfCharge: 95,
    counter: {},
    curves: [],
    codes: codesOf(device, source),
    ...stations(plan, device),
    ...geometry(plan, device),
    ...ratings(plan, device, curves),
  };
}

function sourceOf({ energyType, solar }: SitePlan, { kind }: DemoDevice): EnergySource {
  if (kind === 'turbine' || kind === 'mast') return 'Wind';
  if (kind.startsWith('battery')) return 'BESS';
  if (kind === 'inverter' || kind === 'tracker' || kind === 'planeOfArray') return 'PV';
  if (energyType === 'BESS' || energyType === 'Wind') return energyType;
  return solar ? 'PV' : 'Wind';
}

function ratings(plan: SitePlan, { kind, index }: DemoDevice, curves: readonly ConditionalCurve[]): Partial<SiteDevice> {
  const { solar, wind, storage } = plan;
  if (kind === 'inverter' && solar) return { capacityAc: solar.acKw / solar.inverters, capacityDc: solar.dcKw / solar.inverters };
  if (kind === 'batteryInverter' && storage)
    return { capacityAc: storage.acKw / storage.inverters, ratedEnergy: storage.capacityKwh / storage.inverters };
  if (kind === 'mast' && wind) return { height: TURBINE_MODELS[wind.model].hubHeight };
  if (kind === 'weatherStation') return { height: 2 };
  if (kind !== 'turbine' || !wind) return {};
  const model = TURBINE_MODELS[wind.model];
  const [eastM, northM] = wind.layout[index - 1] ?? [0, 0];
  return {
    capacityAc: model.ratedKw,
    height: model.hubHeight,
    altitude: plan.altitude + model.hubHeight,
    latitude: plan.latitude + northM / METRES_PER_DEGREE,
    longitude: plan.longitude + eastM / (METRES_PER_DEGREE * Math.cos((plan.latitude * Math.PI) / 180)),
    curves: [nominalCurve(plan), ...curves],
    referenceTurbineIds: nearest(plan, index),
  };
}

/** The curve a manufacturer states for a model. */
export function nominalCurve({ wind }: SitePlan): ConditionalCurve {
  if (!wind) throw new RangeError('only turbines have power curves');
  return {
    id: wind.model,
    type: 'Nominal',
    curve: TURBINE_MODELS[wind.model].curve,
    airDensity: 1.225,
    airDensityMin: 0,
    airDensityMax: 2,
    windDirectionMin: 0,
    windDirectionMax: 360,
    effectiveStartMs: Number.NEGATIVE_INFINITY,
    effectiveEndMs: Number.POSITIVE_INFINITY,
    uploadedMs: 0,
  };
}

function nearest(plan: SitePlan, index: number): string[] {
  const layout = plan.wind?.layout ?? [];
  const [east, north] = layout[index - 1] ?? [0, 0];
  return layout
    .map(([x, y], i) => ({ turbine: i + 1, distance: Math.hypot(x - east, y - north) }))
    .filter(({ turbine }) => turbine !== index)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, RANKS)
    .map(({ turbine }) => deviceId(plan, 'turbine', turbine));
}

function geometry({ solar }: SitePlan, { kind }: DemoDevice): Partial<SiteDevice> {
  const carriesPlane = kind === 'inverter' || kind === 'planeOfArray' || kind === 'weatherStation';
  if (!solar || !carriesPlane) return {};
  const { mounting } = solar;
  const common = { plane: modulePlane(solar), isTracked: mounting.kind === 'tracker', mounting: 'openRackGlassPolymer' as const };
  return mounting.kind === 'fixed' ? { ...common, tilt: mounting.tilt, azimuth: mounting.azimuth } : common;
}

function modulePlane({ mounting }: SolarPlan): ModulePlane {
  if (mounting.kind === 'fixed') return mounting;
  return { kind: 'tracker', axisAzimuth: 180, maxRotation: 60, groundCoverRatio: mounting.groundCoverRatio };
}

function stations(plan: SitePlan, { kind }: DemoDevice): Partial<SiteDevice> {
  const { solar, wind } = plan;
  const station = solar || plan.id === 's10' ? deviceId(plan, 'weatherStation', 1) : undefined;
  const mast = wind?.hasMast ? deviceId(plan, 'mast', 1) : undefined;
  return {
    // A turbine looks at the mast, whatever the modules beside it look at.
    primaryWeatherStationId: kind === 'turbine' ? (mast ?? station) : (station ?? mast),
    secondaryWeatherStationId: kind === 'turbine' || !station ? undefined : mast,
    irradianceSensorId: solar && (solar.planesOfArray > 0 ? deviceId(plan, 'planeOfArray', 1) : station),
  };
}

function codesOf({ kind }: DemoDevice, source: EnergySource): EventCodes {
  const maker = makerOf(kind);
  const list = EVENT_CODE_LISTS.find(({ manufacturer }) => manufacturer === maker);
  const isWholePlant = kind === 'site' || kind === 'pcc' || kind === 'meter';
  return {
    codeSet: (list?.codes ?? []).map(({ text, ...meaning }) => ({ ...meaning, description: text })),
    enterpriseOverrides: [],
    siteOverrides: [],
    categories: DEFAULT_CATEGORY_SETS[isWholePlant ? 'All' : SETS[source]],
  };
}

const SETS = { PV: 'PVPlant', Wind: 'Wind', BESS: 'Battery' } as const;

function makerOf(kind: DemoDevice['kind']): ManufacturerName | undefined {
  if (kind === 'inverter' || kind === 'controller') return 'Lumenar';
  if (kind === 'turbine') return 'Aerostrom';
  return kind.startsWith('battery') ? 'Kelvar' : undefined;
}

function commissioned({ commissioningDate, timezone }: SitePlan): number {
  const day = parseIsoDate(commissioningDate);
  return day === undefined ? Number.NaN : dayStart(day, timezone);
}
