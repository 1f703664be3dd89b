import {
  AVAILABILITY_VIEWS,
  causeOf,
  isCauseMetric,
  LOSS_PARTS,
  type LossCause,
  type NamedPeriodMetricId,
  type PeriodMetricId,
} from '@solvane/contract/metric-ids';
import { DEVICE_STATES, type DeviceState } from '@solvane/energy/events/device-state';
import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import type { CalcType } from '@solvane/energy/signals/calc-types';
import { type ApCode, signalIdOf } from '@solvane/energy/signals/catalogue';

type AvailabilityView = (typeof AVAILABILITY_VIEWS)[number];

/** Sums over computed days of a site. */
export type DayFigure = { figure: 'gross' } | { figure: 'availability'; view: AvailabilityView; basis: 'time' | 'production' };

/** `lost`: energy lost inside the days of the period. `avoided`: the negative part of what events cost inside the period, of days with negative prices. */
export type EventFigure = 'count' | 'hours' | 'unacknowledged' | 'avoided' | 'lost';

/** What a metric of a site or device is made of. */
export type MetricSource =
  /** A signal of its own; of ratios also what the values weigh. */
  | { from: 'signal'; signalId: string }
  /** Sums of two signals. */
  | { from: 'quotient'; over: string; under: string }
  /** A signal per kW, with the kW it is divided by. */
  | { from: 'perCapacity'; signalId: string; capacity: string }
  /** Sums over computed days; devices have the signal. */
  | ({ from: 'days'; device: string } & DayFigure)
  /** The first of these that any device of the site measures, as the mean of them; of a device its own. */
  | { from: 'sensors'; signalIds: readonly string[] }
  /** A signal per what another one weighs: budgeted energy per rating-hours. */
  | { from: 'overWeight'; signalId: string; weightOf: string }
  /** Events that share time with the period, whole; those of a site or device and of everything below it. */
  | { from: 'events'; figure: EventFigure; type?: EventType; cause?: LossCause }
  /** Forced outages of generators: how many, and the mean time between and of them. */
  | { from: 'reliability'; figure: 'failures' | 'mtbf' | 'mttr' }
  /** Rating times hours of curtailment by rating. */
  | { from: 'curtailed' }
  /** Energy times the emission factor of the site on each day. */
  | { from: 'emissions'; signalId: string }
  /** Rating line of an inverter over the bucket. */
  | { from: 'rating'; figure: 'prt' | 'deviation' }
  /** Generators in a state, now. */
  | { from: 'states'; state: DeviceState }
  /** What contracts made of what was reached. */
  | { from: 'contractAmount' }
  /** What contracts guarantee, or what was budgeted, of an availability: weighed as the availability itself. */
  | { from: 'promised'; by: 'guarantee' | 'budget'; view: AvailabilityView; basis: 'time' | 'production' }
  /** Charged and discharged energy by twice the rated energy. */
  | { from: 'cycles'; charged: string; discharged: string }
  /** The metric that says most about a site of the type, or what was budgeted of it. */
  | { from: 'byEnergyType'; of: { PV: NamedPeriodMetricId; Wind: NamedPeriodMetricId; BESS: NamedPeriodMetricId }; isBudget?: true };

const signal = (apCode: ApCode, calcType: CalcType): MetricSource => ({ from: 'signal', signalId: signalIdOf(apCode, calcType) });
const calculated = (apCode: ApCode): MetricSource => signal(apCode, 'Calculated');
const energy = (calcType: CalcType): MetricSource => signal('ActiveEnergy', calcType);
const share = (over: CalcType, under: CalcType): MetricSource => ({
  from: 'quotient',
  over: signalIdOf('ActiveEnergy', over),
  under: signalIdOf('ActiveEnergy', under),
});
const sensors = (...apCodes: ApCode[]): MetricSource => ({
  from: 'sensors',
  signalIds: apCodes.map((apCode) => signalIdOf(apCode, 'Validated')),
});
const yieldOf = (calcType: CalcType): MetricSource => ({
  from: 'perCapacity',
  signalId: signalIdOf('SpecificYield', calcType),
  capacity: signalIdOf('CapacityDC', 'Calculated'),
});

const PERFORMANCE = { PV: 'pr', Wind: 'capacityFactor', BESS: 'rte' } as const;

const METRIC_SOURCES: Readonly<Record<NamedPeriodMetricId, MetricSource>> = {
  energy: energy('Validated'),
  energyNet: energy('Validated'),
  energyGross: { from: 'days', figure: 'gross', device: signalIdOf('ActiveEnergy', 'Validated') },
  power: signal('ActivePower', 'Validated'),
  expected: energy('Expected'),
  expectedAtPcc: energy('ExpectedAtPcc'),
  theoretical: energy('Theoretical'),
  budget: energy('Budget'),
  budgetWeather: energy('BudgetWeatherAdjusted'),
  // The index is Σ produced / Σ expected over the intervals that have both.
  vsExpected: calculated('PowerPerformanceIndex'),
  vsBudget: share('Validated', 'Budget'),
  performanceIndex: calculated('PowerPerformanceIndex'),
  lost: energy('Lost'),
  ...sourcesBy(LOSS_PARTS, (part) => [`lost.${part}` as const, energy(`Lost${part}`)]),
  lostResidual: energy('LostResidual'),
  lostClipping: energy('LostClipping'),
  lostContractual: energy('LostContractual'),
  lostShare: share('Lost', 'Expected'),
  ...sourcesBy(EVENT_TYPES, (type) => [`lossBy.${type}` as const, { from: 'events', figure: 'lost', type }]),
  curtailedShare: share('LostCurtailment', 'Expected'),
  curtailedHours: { from: 'curtailed' },
  revenue: calculated('Revenue'),
  revenueLost: energy('RevenueLost'),
  avoidedCost: { from: 'events', figure: 'avoided' },
  capturedPrice: { from: 'quotient', over: signalIdOf('Revenue', 'Calculated'), under: signalIdOf('ActiveEnergy', 'Validated') },
  contractAmount: { from: 'contractAmount' },
  ...sourcesBy(AVAILABILITY_VIEWS, (view) => [`availability.${view}.time` as const, availability(view, 'time')]),
  ...sourcesBy(AVAILABILITY_VIEWS, (view) => [`availability.${view}.production` as const, availability(view, 'production')]),
  pr: calculated('PerformanceRatio'),
  prTempCorr: calculated('PerformanceRatioTempCorr'),
  prWeatherCorr: calculated('PerformanceRatioWeatherCorr'),
  capacityFactor: calculated('CapacityFactor'),
  specificYield: yieldOf('Calculated'),
  performance: { from: 'byEnergyType', of: PERFORMANCE },
  insolation: calculated('InsolationPOA'),
  insolationGhi: calculated('InsolationGHI'),
  windSpeed: sensors('WindSpeed', 'NacelleWindSpeed'),
  temperature: sensors('AmbientTemperature'),
  rainfall: sensors('Rainfall'),
  powerCurveDeviation: calculated('PowerCurveDeviation'),
  prt: { from: 'rating', figure: 'prt' },
  prtDeviation: { from: 'rating', figure: 'deviation' },
  dataAvailability: calculated('DataAvailability'),
  siteQuality: calculated('SiteQuality'),
  failures: { from: 'reliability', figure: 'failures' },
  mtbf: { from: 'reliability', figure: 'mtbf' },
  mttr: { from: 'reliability', figure: 'mttr' },
  soc: calculated('StateOfCharge'),
  soh: calculated('StateOfHealth'),
  storedEnergy: calculated('StoredEnergy'),
  usableCapacity: calculated('UsableEnergyCapacity'),
  chargeEnergy: calculated('ChargeEnergy'),
  dischargeEnergy: calculated('DischargeEnergy'),
  rte: calculated('RoundTripEfficiency'),
  efc: { from: 'cycles', charged: signalIdOf('ChargeEnergy', 'Calculated'), discharged: signalIdOf('DischargeEnergy', 'Calculated') },
  dispatchAdherence: calculated('DispatchAdherence'),
  capacityAvailability: calculated('CapacityAvailability'),
  powerAvailability: calculated('PowerAvailability'),
  co2Avoided: { from: 'emissions', signalId: signalIdOf('ActiveEnergy', 'Validated') },
  events: { from: 'events', figure: 'count' },
  ...sourcesBy(EVENT_TYPES, (type) => [`events.${type}` as const, { from: 'events', figure: 'count', type }]),
  eventHours: { from: 'events', figure: 'hours' },
  unacknowledged: { from: 'events', figure: 'unacknowledged' },
  ...sourcesBy(DEVICE_STATES, (state) => [`devices.${state}` as const, { from: 'states', state }]),
  capacityAc: calculated('CapacityAC'),
  capacityDc: calculated('CapacityDC'),
};

export function metricSource(metricId: PeriodMetricId): MetricSource {
  return isCauseMetric(metricId) ? { from: 'events', figure: 'lost', cause: causeOf(metricId) } : METRIC_SOURCES[metricId];
}

const REFERENCE_SOURCES: Readonly<Record<'budget' | 'expected' | 'guarantee', Partial<Record<NamedPeriodMetricId, MetricSource>>>> = {
  budget: {
    energy: energy('Budget'),
    expected: energy('Budget'),
    expectedAtPcc: energy('Budget'),
    revenue: signal('Revenue', 'Budget'),
    pr: signal('PerformanceRatio', 'Budget'),
    specificYield: yieldOf('Budget'),
    insolation: signal('InsolationPOA', 'Budget'),
    capturedPrice: { from: 'quotient', over: signalIdOf('Revenue', 'Budget'), under: signalIdOf('ActiveEnergy', 'Budget') },
    capacityFactor: {
      from: 'overWeight',
      signalId: signalIdOf('ActiveEnergy', 'Budget'),
      weightOf: signalIdOf('CapacityFactor', 'Calculated'),
    },
    co2Avoided: { from: 'emissions', signalId: signalIdOf('ActiveEnergy', 'Budget') },
    performance: { from: 'byEnergyType', of: PERFORMANCE, isBudget: true },
    ...promisedBy('budget'),
  },
  expected: { energyGross: energy('Expected'), power: signal('ActivePower', 'Expected') },
  guarantee: promisedBy('guarantee'),
};

/** What a metric is compared with beside an earlier period. undefined: nothing of that kind */
export function referenceSource(by: 'budget' | 'expected' | 'guarantee', metricId: PeriodMetricId): MetricSource | undefined {
  return isCauseMetric(metricId) ? undefined : REFERENCE_SOURCES[by][metricId];
}

/** Of every availability; budgets state one, which holds for each of them. */
function promisedBy(by: 'guarantee' | 'budget'): Partial<Record<NamedPeriodMetricId, MetricSource>> {
  const of = (view: AvailabilityView, basis: 'time' | 'production') => ({ from: 'promised', by, view, basis }) as const;
  return {
    ...sourcesBy(AVAILABILITY_VIEWS, (view) => [`availability.${view}.time` as const, of(view, 'time')]),
    ...sourcesBy(AVAILABILITY_VIEWS, (view) => [`availability.${view}.production` as const, of(view, 'production')]),
  };
}

/** Of a generator: what the time between its failures is counted in. */
export const AVAILABLE_TIME = signalIdOf('TimeAvailability', 'Technical');

/** Signals that a source reads, of a site or of a device. */
export function signalsOf(source: MetricSource, isSite: boolean): string[] {
  switch (source.from) {
    case 'signal':
      return [source.signalId];
    case 'quotient':
      return [source.over, source.under];
    case 'perCapacity':
      return [source.signalId, source.capacity];
    case 'sensors':
      return [...source.signalIds];
    case 'days':
      return isSite ? [] : [source.device];
    case 'overWeight':
      return [source.signalId, source.weightOf];
    case 'cycles':
      return [source.charged, source.discharged];
    case 'emissions':
      return [source.signalId];
    case 'reliability':
      return isSite ? [] : [AVAILABLE_TIME];
    case 'curtailed':
    case 'rating':
    case 'states':
    case 'events':
    case 'contractAmount':
    case 'promised':
      return [];
    case 'byEnergyType':
      return Object.values(source.of).flatMap((id) => {
        const own = sourceOfType(source, id);
        return own ? signalsOf(own, isSite) : [];
      });
  }
}

/** Of the metric itself, or of its budget; undefined: it has none. */
export function sourceOfType(
  { isBudget }: Extract<MetricSource, { from: 'byEnergyType' }>,
  metricId: NamedPeriodMetricId,
): MetricSource | undefined {
  return isBudget ? REFERENCE_SOURCES.budget[metricId] : METRIC_SOURCES[metricId];
}

function availability(view: AvailabilityView, basis: 'time' | 'production'): MetricSource {
  const device = signalIdOf(basis === 'time' ? 'TimeAvailability' : 'ProductionAvailability', view);
  return { from: 'days', figure: 'availability', view, basis, device };
}

function sourcesBy<Name extends string, Id extends NamedPeriodMetricId>(
  names: readonly Name[],
  toSource: (name: Name) => [Id, MetricSource],
): Record<Id, MetricSource> {
  return Object.fromEntries(names.map(toSource)) as Record<Id, MetricSource>;
}
