import type { CalcType } from '@solvane/energy/signals/calc-types';
import { type ApCode, signalIdOf } from '@solvane/energy/signals/catalogue';
import { AVAILABILITY_VIEWS, isCauseMetric, LOSS_PARTS, type NamedPeriodMetricId, type PeriodMetricId } from './metric-ids.ts';

type Named = readonly [ApCode, CalcType];

const energy = (calcType: CalcType): Named => ['ActiveEnergy', calcType];
const calculated = (apCode: ApCode): Named => [apCode, 'Calculated'];

/** What a value of a site or device can be followed to: the signal that it is made of first. Counts of events and amounts of contracts have none. */
const SIGNALS: Readonly<Partial<Record<NamedPeriodMetricId, readonly Named[]>>> = {
  energy: [energy('Validated')],
  energyNet: [energy('Validated')],
  co2Avoided: [energy('Validated')],
  energyGross: [energy('Validated')],
  power: [['ActivePower', 'Validated']],
  expected: [energy('Expected')],
  expectedAtPcc: [energy('ExpectedAtPcc')],
  theoretical: [energy('Theoretical')],
  budget: [energy('Budget')],
  budgetWeather: [energy('BudgetWeatherAdjusted')],
  vsExpected: [calculated('PowerPerformanceIndex')],
  vsBudget: [energy('Validated'), energy('Budget')],
  performanceIndex: [calculated('PowerPerformanceIndex')],
  lost: [energy('Lost')],
  ...Object.fromEntries(LOSS_PARTS.map((part) => [`lost.${part}`, [energy(`Lost${part}`)]])),
  lostResidual: [energy('LostResidual')],
  lostClipping: [energy('LostClipping')],
  lostContractual: [energy('LostContractual')],
  lostShare: [energy('Lost'), energy('Expected')],
  curtailedShare: [energy('LostCurtailment'), energy('Expected')],
  revenue: [calculated('Revenue')],
  revenueLost: [energy('RevenueLost')],
  capturedPrice: [calculated('Revenue'), energy('Validated')],
  ...Object.fromEntries(AVAILABILITY_VIEWS.map((view) => [`availability.${view}.time`, [['TimeAvailability', view]]])),
  ...Object.fromEntries(AVAILABILITY_VIEWS.map((view) => [`availability.${view}.production`, [['ProductionAvailability', view]]])),
  pr: [calculated('PerformanceRatio')],
  prTempCorr: [calculated('PerformanceRatioTempCorr')],
  prWeatherCorr: [calculated('PerformanceRatioWeatherCorr')],
  capacityFactor: [calculated('CapacityFactor')],
  specificYield: [calculated('SpecificYield'), calculated('CapacityDC')],
  performance: [calculated('PerformanceRatio'), calculated('CapacityFactor'), calculated('RoundTripEfficiency')],
  insolation: [calculated('InsolationPOA')],
  insolationGhi: [calculated('InsolationGHI')],
  windSpeed: [
    ['WindSpeed', 'Validated'],
    ['NacelleWindSpeed', 'Validated'],
  ],
  temperature: [['AmbientTemperature', 'Validated']],
  rainfall: [['Rainfall', 'Validated']],
  powerCurveDeviation: [calculated('PowerCurveDeviation')],
  dataAvailability: [calculated('DataAvailability')],
  siteQuality: [calculated('SiteQuality')],
  soc: [calculated('StateOfCharge')],
  soh: [calculated('StateOfHealth')],
  storedEnergy: [calculated('StoredEnergy')],
  usableCapacity: [calculated('UsableEnergyCapacity')],
  chargeEnergy: [calculated('ChargeEnergy')],
  dischargeEnergy: [calculated('DischargeEnergy')],
  rte: [calculated('RoundTripEfficiency')],
  efc: [calculated('ChargeEnergy'), calculated('DischargeEnergy')],
  dispatchAdherence: [calculated('DispatchAdherence')],
  capacityAvailability: [calculated('CapacityAvailability')],
  powerAvailability: [calculated('PowerAvailability')],
  capacityAc: [calculated('CapacityAC')],
  capacityDc: [calculated('CapacityDC')],
};

/** Signals that a metric of a site or device is made of, the most telling first; none: it is not made of signals. */
export function signalsOfMetric(metricId: PeriodMetricId): string[] {
  return (isCauseMetric(metricId) ? [] : (SIGNALS[metricId] ?? [])).map(([apCode, calcType]) => signalIdOf(apCode, calcType));
}
