import type { FleetDescriptionInput } from '@solvane/contract/fleet-description';
import type { AttributeValue } from '@solvane/energy/devices/attribute-row';
import type { AttributeName } from '@solvane/energy/devices/attributes';
import { type DemoDevice, deviceId, devicesOf } from './demo-devices.ts';
import { DEMO_ENTERPRISES, demoSites } from './demo-sites.ts';
import type { SitePlan, StoragePlan } from './site-plan.ts';
import { TURBINE_MODELS } from './turbine-models.ts';

type Attributes = Partial<Record<AttributeName, AttributeValue>>;

const METRES_PER_DEGREE = 111_320;

/** The demo fleet as its owners would write it down: what `npm run fleet` imports. */
export function demoFleetDescription(demo: 'on' | 'small' = 'on'): FleetDescriptionInput {
  return { version: 1, enterprises: [...DEMO_ENTERPRISES], sites: demoSites(demo).map(siteDescription) };
}

function siteDescription(plan: SitePlan): NonNullable<FleetDescriptionInput['sites']>[number] {
  const { id, name, enterpriseId, visibilityState, timezone, latitude, longitude, country } = plan;
  const { plantOperator, portfolio, energyType, operatingRegion } = plan;
  return {
    id,
    name,
    enterpriseId,
    contractorEnterpriseIds: [...plan.contractorEnterpriseIds],
    visibilityState,
    timezone,
    latitude,
    longitude,
    signalCalcPeriod: 'PT10M',
    country,
    plantOperator,
    portfolio,
    energyType,
    operatingRegion,
    metadata: siteAttributes(plan),
    segments: devicesOf(plan)
      .filter(({ kind }) => kind !== 'site')
      .map((device) => ({
        id: device.id,
        name: device.name,
        type: device.segmentType,
        parentId: device.parentId,
        metadata: { ...deviceAttributes(plan, device), ...identity(plan, device) },
      })),
  };
}

function siteAttributes(plan: SitePlan): Attributes {
  const { solar, wind, storage } = plan;
  const turbineKw = wind ? wind.layout.length * TURBINE_MODELS[wind.model].ratedKw : 0;
  return {
    altitude: plan.altitude,
    commissioningDate: plan.commissioningDate,
    currency: plan.currency,
    collectionLoss: 0.02,
    capacityAc: (solar?.acKw ?? 0) + turbineKw + (storage?.acKw ?? 0),
    ...(plan.exportLimitKw === undefined ? {} : { exportLimit: plan.exportLimitKw }),
    ...(solar
      ? {
          ...solarAttributes(plan, solar.dcKw),
          irradianceSensorId: deviceId(plan, solar.planesOfArray > 0 ? 'planeOfArray' : 'weatherStation', 1),
        }
      : {}),
    ...(solar || plan.id === 's10' ? { primaryWeatherStationId: deviceId(plan, 'weatherStation', 1) } : {}),
    ...(wind?.hasMast ? { [solar ? 'secondaryWeatherStationId' : 'primaryWeatherStationId']: deviceId(plan, 'mast', 1) } : {}),
    ...(storage
      ? {
          ratedEnergyCapacity: storage.capacityKwh,
          ratedRoundTripEfficiency: storage.roundTripEfficiency * 100,
          ratedCRate: storage.acKw / storage.capacityKwh,
          warrantedFadePerYear: 2,
          cellChemistry: 'LFP',
          minStateOfCharge: 5,
          maxStateOfCharge: 95,
          contractEnergyCapacity: storage.capacityKwh * 0.9,
          contractChargePower: storage.acKw,
          contractDischargePower: storage.acKw,
        }
      : {}),
  };
}

function deviceAttributes(plan: SitePlan, device: DemoDevice): Attributes {
  const { solar, wind, storage } = plan;
  switch (device.kind) {
    case 'inverter':
      return solar ? { capacityAc: solar.acKw / solar.inverters, ...solarAttributes(plan, solar.dcKw / solar.inverters) } : {};
    case 'turbine':
      return wind ? turbineAttributes(plan, device.index) : {};
    case 'batteryInverter':
    case 'batteryContainer':
    case 'batteryString':
      return storage ? batteryAttributes(storage, device) : {};
    case 'tracker':
      return solar ? { ...planeAttributes(plan), capacityDc: trackerKw(plan) } : {};
    case 'planeOfArray':
      return planeAttributes(plan);
    case 'weatherStation':
      return { measurementHeight: 2 };
    case 'mast':
      return wind ? { measurementHeight: TURBINE_MODELS[wind.model].hubHeight } : {};
    case 'pcc':
    case 'controller':
      return plan.exportLimitKw === undefined ? {} : { exportLimit: plan.exportLimitKw };
    default:
      return {};
  }
}

function batteryAttributes(storage: StoragePlan, { kind }: DemoDevice): Attributes {
  const { acKw, capacityKwh, inverters, containers, stringsPerContainer } = storage;
  if (kind === 'batteryContainer') return { ratedEnergyCapacity: capacityKwh / containers, cellChemistry: 'LFP' };
  if (kind === 'batteryString') return { ratedEnergyCapacity: capacityKwh / (containers * stringsPerContainer) };
  return { capacityAc: acKw / inverters, ...(containers === 0 ? { ratedEnergyCapacity: capacityKwh / inverters } : {}) };
}

function solarAttributes(plan: SitePlan, dcKw: number): Attributes {
  return {
    capacityDc: dcKw,
    temperatureCoefficient: -0.0037,
    systemLoss: 0.1,
    moduleMounting: 'openRackGlassPolymer',
    ...planeAttributes(plan),
  };
}

function planeAttributes({ solar }: SitePlan): Attributes {
  if (!solar) return {};
  const { mounting } = solar;
  if (mounting.kind === 'fixed') return { tilt: mounting.tilt, azimuth: mounting.azimuth, trackerKind: 'fixed' };
  return {
    trackerKind: 'singleAxis',
    trackerAxisAzimuth: 180,
    trackerMaxAngle: 60,
    groundCoverRatio: mounting.groundCoverRatio,
    backtracking: true,
  };
}

function trackerKw({ solar }: SitePlan): number {
  return solar?.mounting.kind === 'tracker' ? solar.dcKw / solar.mounting.trackers : 0;
}

function turbineAttributes(plan: SitePlan, index: number): Attributes {
  const { wind, solar, latitude, longitude } = plan;
  const place = wind?.layout[index - 1];
  if (!wind || !place) return {};
  const [eastM, northM] = place;
  const { ratedKw, hubHeight, rotorDiameter } = TURBINE_MODELS[wind.model];
  return {
    capacityAc: ratedKw,
    hubHeight,
    rotorDiameter,
    cutInWindSpeed: 3,
    ratedWindSpeed: 13,
    cutOutWindSpeed: 25,
    powerRegulation: 'pitch',
    powerCurveAccepted: true,
    // Beside modules the site looks at the station of those first.
    ...(solar && wind.hasMast ? { primaryWeatherStationId: deviceId(plan, 'mast', 1) } : {}),
    latitude: degrees(latitude + northM / METRES_PER_DEGREE),
    longitude: degrees(longitude + eastM / (METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180))),
  };
}

function identity(plan: SitePlan, device: DemoDevice): Attributes {
  const maker = makerOf(plan, device);
  if (!maker) return {};
  const serial = `${maker.manufacturer.slice(0, 2).toUpperCase()}${String(plan.siteNo).padStart(2, '0')}${String(device.deviceNo).padStart(3, '0')}`;
  return { ...maker, serialNumber: serial, commissioningDate: plan.commissioningDate };
}

function makerOf({ solar, wind, storage }: SitePlan, { kind }: DemoDevice): { manufacturer: string; model: string } | undefined {
  if (kind === 'inverter' && solar) return { manufacturer: 'Lumenar', model: `LX-${solar.acKw / solar.inverters}` };
  if (kind === 'controller') return { manufacturer: 'Lumenar', model: 'GridMaster' };
  if (kind === 'turbine' && wind) return { manufacturer: 'Aerostrom', model: wind.model };
  if (kind === 'batteryInverter' && storage) return { manufacturer: 'Kelvar', model: `K-${storage.acKw / storage.inverters}` };
  if (kind === 'batteryContainer' && storage)
    return { manufacturer: 'Kelvar', model: `KC-${storage.capacityKwh / storage.containers / 1000}` };
  return undefined;
}

function degrees(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
