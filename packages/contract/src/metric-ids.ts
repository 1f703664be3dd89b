import { DEVICE_STATES } from '@solvane/energy/events/device-state';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { z } from 'zod';
import { LIMITS } from './limits.ts';

export const LOSS_PARTS = ['Downtime', 'Curtailment', 'Degraded', 'Communication', 'Unknown', 'Soiling', 'Snow'] as const;
export const AVAILABILITY_VIEWS = ['Total', 'Technical', 'Operational', 'Custom1', 'Custom2', 'Custom3'] as const;

/** Metrics of a period, in the order of lists; those of now are part of the status of sites. */
export const PERIOD_METRIC_IDS = [
  'energy',
  'energyNet',
  'energyGross',
  'power',
  'expected',
  'expectedAtPcc',
  'theoretical',
  'budget',
  'budgetWeather',
  'vsExpected',
  'vsBudget',
  'performanceIndex',
  'lost',
  ...LOSS_PARTS.map((part) => `lost.${part}` as const),
  'lostResidual',
  'lostClipping',
  'lostContractual',
  'lostShare',
  ...EVENT_TYPES.map((type) => `lossBy.${type}` as const),
  'curtailedShare',
  'curtailedHours',
  'revenue',
  'revenueLost',
  'avoidedCost',
  'capturedPrice',
  'contractAmount',
  ...AVAILABILITY_VIEWS.map((view) => `availability.${view}.time` as const),
  ...AVAILABILITY_VIEWS.map((view) => `availability.${view}.production` as const),
  'pr',
  'prTempCorr',
  'prWeatherCorr',
  'capacityFactor',
  'specificYield',
  'performance',
  'insolation',
  'insolationGhi',
  'windSpeed',
  'temperature',
  'rainfall',
  'powerCurveDeviation',
  'prt',
  'prtDeviation',
  'dataAvailability',
  'siteQuality',
  'failures',
  'mtbf',
  'mttr',
  'soc',
  'soh',
  'storedEnergy',
  'usableCapacity',
  'chargeEnergy',
  'dischargeEnergy',
  'rte',
  'efc',
  'dispatchAdherence',
  'capacityAvailability',
  'powerAvailability',
  'co2Avoided',
  'events',
  ...EVENT_TYPES.map((type) => `events.${type}` as const),
  'eventHours',
  'unacknowledged',
  ...DEVICE_STATES.map((state) => `devices.${state}` as const),
  'capacityAc',
  'capacityDc',
] as const;
export type NamedPeriodMetricId = (typeof PERIOD_METRIC_IDS)[number];

/** Lost energy of events of one category or with one code: those of an installation are in no list. */
export type CauseMetricId = `lossBy.category.${string}` | `lossBy.code.${string}`;
export type PeriodMetricId = NamedPeriodMetricId | CauseMetricId;

// As a pattern: templates of texts would be two kilobytes of every page.
const causeMetricIdSchema = z
  .string()
  .max(LIMITS.nameLength + 'lossBy.category.'.length)
  .regex(/^lossBy\.(category|code)\../s) as unknown as z.ZodType<CauseMetricId, CauseMetricId>;
export const periodMetricIdSchema = z.union([z.enum(PERIOD_METRIC_IDS), causeMetricIdSchema]);

export interface LossCause {
  by: 'category' | 'code';
  /** Of the category, or the code itself. */
  name: string;
}

export function causeMetricId({ by, name }: LossCause): CauseMetricId {
  return `lossBy.${by}.${name}`;
}

export function causeOf(metricId: CauseMetricId): LossCause {
  const [, by = '', ...name] = metricId.split('.');
  return { by: by === 'code' ? 'code' : 'category', name: name.join('.') };
}

export function isCauseMetric(metricId: string): metricId is CauseMetricId {
  return /^lossBy\.(category|code)\./.test(metricId);
}
