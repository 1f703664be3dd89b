import type { EnergyType } from '@solvane/contract/fleet';

/** One site of the demo fleet: what its owner knows about it and what the weather there is like. */
export interface SitePlan {
  /** 1 to 12; part of every noise seed, so it never changes. */
  siteNo: number;
  id: string;
  name: string;
  enterpriseId: string;
  contractorEnterpriseIds: readonly string[];
  visibilityState: 'Published' | 'Unpublished';
  energyType: EnergyType;
  country: string;
  timezone: string;
  latitude: number;
  longitude: number;
  /** [m] */
  altitude: number;
  currency: string;
  operatingRegion: string;
  portfolio: string;
  plantOperator: string;
  /** First day of operation, local. */
  commissioningDate: string;
  climate: ClimatePlan;
  solar?: SolarPlan;
  wind?: WindPlan;
  storage?: StoragePlan;
  /** Export limit at the grid meter [kW]; absent: none. */
  exportLimitKw?: number;
  hasController: boolean;
  hasPcc: boolean;
}

export interface ClimatePlan {
  /** Mean air temperature of the year [°C]. */
  meanTemperature: number;
  /** Half the difference between the warmest and the coldest season [°C], positive on both hemispheres. */
  seasonalTemperature: number;
  /** Chance of rain on an overcast day, 0 to 1. */
  rainChance: number;
  /** Added to the sky state: positive is sunnier. */
  skyShift?: number;
  /** What June to September bring instead, where there is a monsoon. */
  monsoon?: { skyShift: number; rainChance: number };
}

export interface SolarPlan {
  /** DC nameplate and AC rating of all inverters [kW]. */
  dcKw: number;
  acKw: number;
  inverters: number;
  mounting: { kind: 'fixed'; tilt: number; azimuth: number } | { kind: 'tracker'; trackers: number; groundCoverRatio: number };
  /** Planes of array with their own irradiance sensor; 0: the weather station carries it. */
  planesOfArray: number;
  /** The weather station measures irradiance in the plane of array too. */
  stationMeasuresPlane: boolean;
  hasInverterCounters: boolean;
  hasSnowSensor: boolean;
}

export interface WindPlan {
  model: TurbineModelName;
  /** Place of each turbine east and north of the site's coordinates [m]. */
  layout: readonly (readonly [eastM: number, northM: number])[];
  hasMast: boolean;
  /** Signals beyond power, nacelle wind speed and nacelle wind direction. */
  extraSignals: readonly ('WindVane' | 'PitchAngleA' | 'PitchAngleB' | 'PitchAngleC' | 'GearOilTemperature' | 'AmbientTemperature')[];
  measuresDirection: boolean;
}

export type TurbineModelName = 'A90-2000' | 'A103-2500' | 'A136-4200';

export interface StoragePlan {
  /** Rating of all battery inverters at their AC terminals [kW]. */
  acKw: number;
  /** Energy capacity when new [kWh]. */
  capacityKwh: number;
  inverters: number;
  containers: number;
  stringsPerContainer: number;
  /** AC to AC, 0 to 1. */
  roundTripEfficiency: number;
  /** Capacity lost per year of age, as a share of the new one. */
  fadePerYear: number;
  /** What is charged and discharged when, in local hours; shares of the day's depth. */
  schedule: readonly ScheduleBlock[];
  measuresInverterTemperature: boolean;
}

export interface ScheduleBlock {
  action: 'charge' | 'discharge';
  fromHour: number;
  toHour: number;
  /** Part of the day's depth of discharge that this block moves. */
  share: number;
}
