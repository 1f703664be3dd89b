import type { AvailabilitySheet } from '../availability/availability-sheets.ts';
import type { OverdesignMethod } from '../availability/overdesign.ts';
import type { EventCategory } from '../events/category-sets.ts';
import type { SilenceTreatment } from '../losses/interval-loss.ts';
import type { Tariff } from '../losses/revenue.ts';
import type { CoefficientRow } from '../production/expected-coefficients.ts';
import type { ExpectedMethod } from '../production/expected-methods.ts';
import type { ModulePlane } from '../pv/clear-sky-model.ts';
import type { DayRange } from '../pv/rating-baseline.ts';
import type { Location } from '../pv/sun-position.ts';
import type { QualityRules } from '../quality/rules.ts';
import type { QualityDevice } from '../quality/site.ts';
import type { CounterRules } from '../rollup/counter.ts';
import type { EnergySource } from '../signals/signal-row.ts';
import type { ChargeSource } from '../storage/shared-connection.ts';
import type { Period } from '../time/local-day.ts';
import type { ConditionalCurve } from '../wind/curve-selection.ts';
import type { EventCodes } from './group/group-events.ts';

/** One enabled device with everything configured for it on the day. NaN stands for a number that is not stated. */
export interface SiteDevice extends Omit<QualityDevice, 'signals' | 'stopped' | 'curtailed'> {
  /** undefined: directly below the site, or the site itself. */
  parentId: string | undefined;
  /** Of the modules, or of the sensor in their plane. */
  plane?: ModulePlane;
  /** [1/°C] */
  temperatureCoefficient: number;
  /** PVWatts losses between modules and inverter, 0 to 1. */
  systemLoss: number;
  /** Local midnight of commercial operation. */
  commissionedMs: number;
  /** [m/s] */
  cutIn: number;
  cutOut: number;
  /** Energy of a battery when new. [kWh] Absent: that of the containers below it */
  ratedEnergy?: number;
  /** What of it may be used when new. [kWh] Absent: that of the containers, else all of it */
  usableEnergy?: number;
  /** AC to AC, 0 to 1. Absent: 0.86 */
  roundTripEfficiency?: number;
  /** Its power is limited by stall, not by pitch: air density changes the power instead of the wind it is reached at. */
  isStallRegulated?: boolean;
  /** Its power is what was measured when an interval began, not the mean of the interval. */
  isSampled?: boolean;
  /** Absent: no power coefficient. [m] */
  rotorDiameter?: number;
  /** Known error of the wind vane's mounting. [°] */
  vaneOffset?: number;
  /** Range a battery may use. [%] */
  minStateOfCharge: number;
  maxStateOfCharge: number;
  /** What is known of its energy registers. */
  counter: Omit<CounterRules, 'stepHours'>;
  /** Power curves assigned to it. */
  curves: readonly ConditionalCurve[];
  /** What its codes mean here. */
  codes: EventCodes;
}

/** The availability a contract promises, and how it counts. */
export interface SiteContract {
  /** Decides overlaps between events under this contract. */
  categories: readonly EventCategory[];
  views: readonly AvailabilityView[];
  /** View whose unavailable production is charged to the contractor. */
  primaryProductionView: string;
  /** undefined: losses as they are. */
  overdesign: OverdesignMethod | undefined;
  /** Whether intervals with estimated energy are left out. */
  excludesEstimated: boolean;
  /** What the parties agreed to leave out of every view. Absent: nothing */
  excludedPeriods?: readonly Period[];
}

/** One definition of availability, with a sheet per kind of generator. */
export interface AvailabilityView {
  /** Calculation type it is stored under. */
  name: 'Total' | 'Technical' | 'Operational' | 'Custom1' | 'Custom2' | 'Custom3';
  basis: 'time' | 'production';
  sheets: Readonly<Record<EnergySource, AvailabilitySheet>>;
}

/** Absent: what the batteries are rated for. */
export interface ContractedStorage {
  /** [kWh] */
  energy?: number;
  /** [kW] */
  chargePower?: number;
  dischargePower?: number;
}

/** What a site is to deliver in a month. Absent: not stated */
export interface MonthlyBudget {
  year: number;
  /** 1 to 12. */
  month: number;
  /** [kWh] */
  energy: number;
  /** What it was made with: light on the modules [kWh/m²], or energy of the nominal curves [kWh]. */
  resource?: number;
  /** Of the modules, weighted by light. [°C] */
  cellTemperature?: number;
  /** [%] */
  performanceRatio?: number;
  /** [currency/MWh] */
  pricePerMwh?: number;
}

/** Everything configured for a site that is valid on the day. */
export interface SiteConfiguration {
  /** Id of its root segment. */
  id: string;
  zone: string;
  location: Location;
  /** January to December; absent: the default all year. */
  linkeTurbidityByMonth?: readonly number[];
  /** Share lost between generators and grid meter, 0 to 1. */
  collectionLoss: number;
  /** At the grid meter. [kW] NaN: not limited */
  exportLimit: number;
  silenceTreatment: SilenceTreatment;
  /** Loggers send on change: without a row the last value holds for so long. [min] Absent: every interval has a row of its own */
  maxHoldMinutes?: number;
  /** Light-weighted cell temperature of a typical year. [°C] Absent: learned from the last year */
  typicalCellTemperature?: number;
  /** Days that ratings are compared with. Absent: the first year of each device */
  baseline?: Partial<DayRange>;
  /** Share of the required metadata that is filled in, 0 to 1. Absent: not judged */
  metadataShare?: number;
  /** What a contract asks of the batteries together. Absent: what they are rated for */
  contractedStorage?: ContractedStorage;
  /** Where batteries take their charge from first. Absent: PV, wind, grid */
  chargePriority?: readonly ChargeSource[];
  /** Enabled ones, the site itself among them, in any order. */
  devices: readonly SiteDevice[];
  quality: QualityRules;
  /** Order in which ways to the expected production are asked. */
  expectedMethods: Readonly<Record<EnergySource, readonly ExpectedMethod[]>>;
  coefficients: readonly CoefficientRow[];
  tariffs: readonly Tariff[];
  /** Of any months. Absent: none */
  budgets?: readonly MonthlyBudget[];
  contract: SiteContract;
}
