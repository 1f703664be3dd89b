import { DEVICE_STATES, type DeviceState } from '@solvane/energy/events/device-state';
import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import type { FleetAggregation, RatioScale } from '@solvane/energy/metrics/fleet-value';
import type { EnergyType } from './fleet.ts';
import { AVAILABILITY_VIEWS, type CauseMetricId, isCauseMetric, LOSS_PARTS } from './metric-ids.ts';

/** Why a metric has no value. Any metric can have the first row. */
export const COMMON_METRIC_REASONS = [
  'noData',
  'incomplete',
  'notCalculated',
  'noPermission',
  'notForType',
  'pending',
  'notAggregable',
] as const;
export const METRIC_REASONS = [
  ...COMMON_METRIC_REASONS,
  'stale',
  'never',
  'noExpected',
  'noBudget',
  'noPrice',
  'noGuarantee',
  'noSetpoint',
  'nothingCounted',
  'lowSun',
  'lowCharge',
  'noCapacity',
  'noFactor',
  'noFailures',
  'noHistory',
  'noSignal',
  'noCurve',
  'currencies',
] as const;
export type MetricReason = (typeof METRIC_REASONS)[number];

/** `avg` and `sum` of the intervals, `ratio` of sums, the `last` value, a `count`, or one value of the whole `window`. */
export type MetricTimeAggregation = 'sum' | 'avg' | 'ratio' | 'last' | 'count' | 'window';
export type MetricComparison = 'budget' | 'expected' | 'guarantee';

export interface MetricDefinition {
  /** As stored; `cur` stands for the currency of the site, an empty text for a plain number. */
  unit: string;
  energyTypes: readonly EnergyType[];
  time: MetricTimeAggregation;
  fleet: FleetAggregation;
  /** Present for ratios whose unit is not that of the quotient. */
  scale?: RatioScale;
  /** One value per currency, never added across currencies. */
  perCurrency?: true;
  /** Whether more is good. */
  direction: 'up' | 'down' | 'neutral';
  /** Besides the previous period, the previous year and a target. */
  comparisons: readonly MetricComparison[];
  /** Besides the common ones. */
  reasons: readonly MetricReason[];
}

const ALL: readonly EnergyType[] = ['PV', 'Wind', 'BESS', 'Hybrid'];
const PRODUCING: readonly EnergyType[] = ['PV', 'Wind', 'Hybrid'];
const SOLAR: readonly EnergyType[] = ['PV', 'Hybrid'];
const WIND: readonly EnergyType[] = ['Wind', 'Hybrid'];
const STORAGE: readonly EnergyType[] = ['BESS', 'Hybrid'];

const NEUTRAL = { direction: 'neutral', comparisons: [], reasons: [] } as const;
const SUM = { ...NEUTRAL, energyTypes: ALL, time: 'sum', fleet: 'sum' } as const;
const LAST = { ...SUM, time: 'last' } as const;
const COUNT = { ...SUM, unit: '', direction: 'down' } as const;
const PERCENT = {
  ...NEUTRAL,
  unit: '%',
  energyTypes: ALL,
  time: 'ratio',
  fleet: 'ratio',
  scale: { factor: 100, offset: 0 },
  direction: 'up',
} as const;
const LOST = { ...SUM, unit: 'kWh', direction: 'down', reasons: ['noExpected'] } as const;
const MONEY = { ...SUM, unit: 'cur', perCurrency: true, direction: 'up', reasons: ['noPrice'] } as const;
const AVAILABILITY = { ...PERCENT, comparisons: ['budget', 'guarantee'], reasons: ['nothingCounted'] } as const;
const MEAN_OF_SITES = { ...NEUTRAL, time: 'avg', fleet: 'mean', reasons: ['noSignal'] } as const;

type LossPart = (typeof LOSS_PARTS)[number];
type AvailabilityView = (typeof AVAILABILITY_VIEWS)[number];

/** All metrics that a widget can show, except lost energy by category or code of events (`metricDefinition`). Ids are stored in dashboards and never renamed. */
export const METRICS = {
  energy: { ...SUM, unit: 'kWh', energyTypes: PRODUCING, direction: 'up', comparisons: ['budget'] },
  energyNet: { ...SUM, unit: 'kWh' },
  energyGross: { ...SUM, unit: 'kWh', energyTypes: PRODUCING, direction: 'up', comparisons: ['expected'] },
  power: { ...SUM, unit: 'kW', time: 'avg', direction: 'up', comparisons: ['expected'] },
  powerNow: { ...LAST, unit: 'kW', direction: 'up', comparisons: ['expected'], reasons: ['stale'] },
  expected: { ...SUM, unit: 'kWh', energyTypes: PRODUCING, comparisons: ['budget'], reasons: ['noExpected'] },
  expectedAtPcc: { ...SUM, unit: 'kWh', energyTypes: PRODUCING, comparisons: ['budget'], reasons: ['noExpected'] },
  theoretical: { ...SUM, unit: 'kWh', energyTypes: PRODUCING, reasons: ['noExpected'] },
  budget: { ...SUM, unit: 'kWh', energyTypes: PRODUCING, reasons: ['noBudget'] },
  budgetWeather: { ...SUM, unit: 'kWh', energyTypes: ['PV', 'Wind'], reasons: ['noBudget'] },
  vsExpected: { ...PERCENT, scale: { factor: 100, offset: -1 }, energyTypes: PRODUCING, reasons: ['noExpected'] },
  vsBudget: { ...PERCENT, scale: { factor: 100, offset: -1 }, energyTypes: PRODUCING, reasons: ['noBudget'] },
  performanceIndex: { ...PERCENT, energyTypes: PRODUCING, reasons: ['noExpected'] },
  lost: LOST,
  ...metricsBy(LOSS_PARTS, (part: LossPart) => `lost.${part}` as const, LOST),
  lostResidual: { ...LOST, direction: 'neutral' },
  lostClipping: { ...LOST, energyTypes: SOLAR, direction: 'neutral' },
  lostContractual: LOST,
  ...metricsBy(EVENT_TYPES, (type: EventType) => `lossBy.${type}` as const, LOST),
  lostShare: { ...PERCENT, direction: 'down', reasons: ['noExpected'] },
  lostPowerNow: { ...LAST, unit: 'kW', direction: 'down', reasons: ['noExpected'] },
  lostCostNow: { ...MONEY, unit: 'cur/h', time: 'last', direction: 'down' },
  curtailedShare: { ...PERCENT, direction: 'down', reasons: ['noExpected'] },
  curtailedHours: { ...NEUTRAL, unit: 'h', energyTypes: ALL, time: 'sum', fleet: 'ratio', direction: 'down', reasons: ['noCapacity'] },
  revenue: { ...MONEY, comparisons: ['budget'] },
  revenueLost: { ...MONEY, direction: 'down' },
  avoidedCost: MONEY,
  capturedPrice: {
    ...MONEY,
    unit: 'cur/MWh',
    energyTypes: PRODUCING,
    time: 'ratio',
    fleet: 'ratio',
    scale: { factor: 1000, offset: 0 },
    comparisons: ['budget'],
  },
  contractAmount: { ...MONEY, comparisons: ['guarantee'], reasons: ['noGuarantee'] },
  ...metricsBy(AVAILABILITY_VIEWS, (view: AvailabilityView) => `availability.${view}.time` as const, AVAILABILITY),
  ...metricsBy(AVAILABILITY_VIEWS, (view: AvailabilityView) => `availability.${view}.production` as const, AVAILABILITY),
  pr: { ...PERCENT, energyTypes: SOLAR, comparisons: ['budget'], reasons: ['lowSun'] },
  prTempCorr: { ...PERCENT, energyTypes: SOLAR, reasons: ['lowSun'] },
  prWeatherCorr: { ...PERCENT, energyTypes: SOLAR, reasons: ['lowSun', 'noHistory'] },
  capacityFactor: { ...PERCENT, energyTypes: PRODUCING, comparisons: ['budget'], reasons: ['noCapacity'] },
  specificYield: {
    ...NEUTRAL,
    unit: 'kWh/kW',
    energyTypes: SOLAR,
    time: 'sum',
    fleet: 'ratio',
    direction: 'up',
    comparisons: ['budget'],
    reasons: ['noCapacity'],
  },
  performance: {
    ...PERCENT,
    fleet: 'none',
    comparisons: ['budget'],
    reasons: ['lowSun', 'noCapacity', 'lowCharge'],
  },
  insolation: { ...MEAN_OF_SITES, unit: 'kWh/m²', energyTypes: SOLAR, time: 'sum', comparisons: ['budget'] },
  insolationGhi: { ...MEAN_OF_SITES, unit: 'kWh/m²', energyTypes: SOLAR, time: 'sum', comparisons: ['budget'] },
  windSpeed: { ...MEAN_OF_SITES, unit: 'm/s', energyTypes: WIND },
  temperature: { ...MEAN_OF_SITES, unit: '°C', energyTypes: ALL },
  rainfall: { ...MEAN_OF_SITES, unit: 'mm', energyTypes: ALL, time: 'sum' },
  powerCurveDeviation: { ...PERCENT, energyTypes: WIND, reasons: ['noCurve'] },
  prt: { ...PERCENT, energyTypes: SOLAR, time: 'window', fleet: 'none', reasons: ['noHistory'] },
  prtDeviation: { ...PERCENT, energyTypes: SOLAR, time: 'window', fleet: 'none', reasons: ['noHistory'] },
  dataAvailability: PERCENT,
  siteQuality: { ...NEUTRAL, unit: '%', energyTypes: ALL, time: 'avg', fleet: 'weightedMean', direction: 'up' },
  dataAge: { ...LAST, unit: 'min', fleet: 'oldest', direction: 'down', reasons: ['never'] },
  staleSites: { ...COUNT, time: 'last' },
  missingDays: COUNT,
  failures: COUNT,
  mtbf: { ...NEUTRAL, unit: 'h', energyTypes: ALL, time: 'ratio', fleet: 'ratio', direction: 'up', reasons: ['noFailures'] },
  mttr: { ...NEUTRAL, unit: 'h', energyTypes: ALL, time: 'ratio', fleet: 'ratio', direction: 'down', reasons: ['noFailures'] },
  soc: { ...PERCENT, energyTypes: STORAGE, time: 'avg', direction: 'neutral', reasons: ['noSignal'] },
  soh: { ...PERCENT, energyTypes: STORAGE, time: 'last', reasons: ['noHistory'] },
  storedEnergy: { ...LAST, unit: 'kWh', energyTypes: STORAGE, reasons: ['noSignal'] },
  usableCapacity: { ...LAST, unit: 'kWh', energyTypes: STORAGE, reasons: ['noSignal'] },
  chargeEnergy: { ...SUM, unit: 'kWh', energyTypes: STORAGE },
  dischargeEnergy: { ...SUM, unit: 'kWh', energyTypes: STORAGE },
  rte: { ...PERCENT, energyTypes: STORAGE, reasons: ['lowCharge'] },
  efc: { ...NEUTRAL, unit: 'cycles', energyTypes: STORAGE, time: 'sum', fleet: 'ratio', reasons: ['noCapacity'] },
  dispatchAdherence: { ...PERCENT, energyTypes: STORAGE, reasons: ['noSetpoint'] },
  capacityAvailability: { ...PERCENT, energyTypes: STORAGE, reasons: ['noSignal'] },
  powerAvailability: { ...PERCENT, energyTypes: STORAGE, reasons: ['noSignal'] },
  co2Avoided: { ...SUM, unit: 't', energyTypes: PRODUCING, direction: 'up', comparisons: ['budget'], reasons: ['noFactor'] },
  events: { ...COUNT, time: 'count' },
  ...metricsBy(EVENT_TYPES, (type: EventType) => `events.${type}` as const, { ...COUNT, time: 'count' } as const),
  eventHours: { ...SUM, unit: 'h', direction: 'down' },
  openEvents: { ...COUNT, time: 'last' },
  unacknowledged: { ...COUNT, time: 'last' },
  ...metricsBy(DEVICE_STATES, (state: DeviceState) => `devices.${state}` as const, { ...LAST, unit: '' } as const),
  capacityAc: { ...LAST, unit: 'kW', reasons: ['noCapacity'] },
  capacityDc: { ...LAST, unit: 'kW', reasons: ['noCapacity'] },
} as const satisfies Record<string, MetricDefinition>;

export type MetricId = keyof typeof METRICS;
export const METRIC_IDS = Object.keys(METRICS) as [MetricId, ...MetricId[]];

export function metricDefinition(metricId: MetricId | CauseMetricId): MetricDefinition {
  return isCauseMetric(metricId) ? LOST : METRICS[metricId];
}

/** One metric per name, all with the same definition. */
function metricsBy<Name extends string, Id extends string, Definition extends MetricDefinition>(
  names: readonly Name[],
  toId: (name: Name) => Id,
  definition: Definition,
): Record<Id, Definition> {
  return Object.fromEntries(names.map((name) => [toId(name), definition])) as Record<Id, Definition>;
}
