import { standardSheet } from '@solvane/energy/availability/availability-sheets';
import { DEFAULT_CATEGORY_SETS } from '@solvane/energy/events/category-sets';
import { DEFAULT_EXPECTED_METHODS } from '@solvane/energy/production/expected-methods';
import { defaultQualityConfiguration } from '@solvane/energy/quality/default-configuration';
import { compileRules } from '@solvane/energy/quality/rules';
import type { AvailabilityView, SiteConfiguration, SiteDevice } from '@solvane/energy/site-day/site';
import type { PowerCurve } from '@solvane/energy/wind/power-curve';
import { BATTERY_ID, inverterIds, METER_ID, type PlantEquipment, STATION_ID, turbineIds } from './minute-plant.ts';

/** Codes every plant here reports. */
export const STOP_CODE = '11';
export const LIMIT_CODE = '12';

const METRES_PER_DEGREE = 111_320;
const rules = compileRules(defaultQualityConfiguration());

/**
 * A plant as its owner would enter it.
 *
 * @param curves - power curve of each turbine that has one
 */
export function plantConfiguration(plan: PlantEquipment, curves: ReadonlyMap<string, PowerCurve> = new Map()): SiteConfiguration {
  return {
    id: plan.id,
    zone: plan.zone,
    location: plan.location,
    collectionLoss: 0,
    exportLimit: Number.NaN,
    silenceTreatment: 'noLoss',
    devices: [
      device(plan, { id: plan.id, segmentType: 'Site', parentId: undefined }),
      ...solarDevices(plan),
      ...windDevices(plan, curves),
      ...(plan.battery
        ? [
            device(plan, {
              id: BATTERY_ID,
              segmentType: 'BatteryInverter',
              energySource: 'BESS',
              capacityAc: plan.battery.acKw,
              ratedEnergy: plan.battery.capacity,
            }),
          ]
        : []),
      ...(plan.hasMeter ? [device(plan, { id: METER_ID, segmentType: 'Meter' })] : []),
    ],
    quality: rules,
    expectedMethods: DEFAULT_EXPECTED_METHODS,
    coefficients: [],
    tariffs: [],
    contract: {
      categories: DEFAULT_CATEGORY_SETS.All,
      views: views(),
      primaryProductionView: 'Technical',
      overdesign: undefined,
      excludesEstimated: false,
    },
  };
}

function solarDevices(plan: PlantEquipment): SiteDevice[] {
  const { solar } = plan;
  if (!solar) return [];
  const plane = { kind: 'fixed' as const, tilt: solar.tilt, azimuth: solar.azimuth };
  const modules = {
    energySource: 'PV' as const,
    plane,
    tilt: solar.tilt,
    azimuth: solar.azimuth,
    mounting: 'openRackGlassPolymer' as const,
  };
  return [
    device(plan, { id: STATION_ID, segmentType: 'WeatherStation', height: 2, ...modules }),
    ...inverterIds(plan).map((id, k) =>
      device(plan, {
        ...modules,
        id,
        segmentType: 'Inverter',
        capacityAc: solar.inverters[k]?.acKw ?? Number.NaN,
        capacityDc: solar.inverters[k]?.dcKw ?? Number.NaN,
        temperatureCoefficient: solar.temperatureCoefficient,
        systemLoss: solar.systemLoss,
        primaryWeatherStationId: STATION_ID,
        irradianceSensorId: STATION_ID,
      }),
    ),
  ];
}

function windDevices(plan: PlantEquipment, curves: ReadonlyMap<string, PowerCurve>): SiteDevice[] {
  const { wind, location } = plan;
  if (!wind) return [];
  return turbineIds(plan).map((id, k) => {
    const [eastM, northM] = wind.layout[k] ?? [0, 0];
    const curve = curves.get(id);
    return device(plan, {
      id,
      segmentType: 'WindTurbine',
      energySource: 'Wind',
      capacityAc: wind.ratedKw,
      height: wind.hubHeight,
      altitude: location.altitude + wind.hubHeight,
      latitude: location.latitude + northM / METRES_PER_DEGREE,
      longitude: location.longitude + eastM / (METRES_PER_DEGREE * Math.cos((location.latitude * Math.PI) / 180)),
      curves: curve ? [nominal(id, curve)] : [],
    });
  });
}

function nominal(id: string, curve: PowerCurve): SiteDevice['curves'][number] {
  return {
    id: `curve ${id}`,
    type: 'Nominal',
    curve,
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

function device(
  { id: siteId, location, solar, wind }: PlantEquipment,
  own: Pick<SiteDevice, 'id' | 'segmentType'> & Partial<SiteDevice>,
): SiteDevice {
  const unknown = Number.NaN;
  return {
    parentId: siteId,
    energySource: solar ? 'PV' : wind ? 'Wind' : 'BESS',
    capacityAc: unknown,
    capacityDc: unknown,
    ...location,
    height: unknown,
    tilt: unknown,
    azimuth: unknown,
    isTracked: false,
    samplesPerInterval: 1,
    temperatureCoefficient: -0.0037,
    systemLoss: 0.1,
    commissionedMs: unknown,
    cutIn: 3,
    cutOut: 25,
    minStateOfCharge: 5,
    maxStateOfCharge: 95,
    counter: {},
    curves: [],
    codes: {
      codeSet: [
        { code: STOP_CODE, category: 'Forced outage', eventType: 'Downtime', description: '' },
        { code: LIMIT_CODE, category: 'Grid curtailment', eventType: 'Curtailment', description: '' },
      ],
      enterpriseOverrides: [],
      siteOverrides: [],
      categories: DEFAULT_CATEGORY_SETS.All,
    },
    ...own,
  };
}

function views(): AvailabilityView[] {
  return (['Total', 'Technical'] as const).flatMap((view) =>
    (['time', 'production'] as const).map((basis): AvailabilityView => {
      const sheet = (isSolar: boolean) => standardSheet({ view, basis, isSolar });
      return { name: view, basis, sheets: { PV: sheet(true), Wind: sheet(false), BESS: sheet(false) } };
    }),
  );
}
