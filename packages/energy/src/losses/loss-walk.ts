import type { WalkGaps } from './walk-production.ts';

/** Bars of a loss walk, in the order they can appear. */
export type WalkStep =
  | 'budget'
  | 'theoretical'
  | 'scheduled'
  | 'irradiance'
  | 'wind'
  | 'temperature'
  | 'density'
  | 'designLosses'
  | 'clipping'
  | 'modelGap'
  | 'expected'
  | 'gridLimit'
  | 'downtime'
  | 'curtailment'
  | 'icing'
  | 'degraded'
  | 'unknown'
  | 'communication'
  | 'snow'
  | 'soiling'
  | 'unexplained'
  | 'noData'
  | 'withoutExpectation'
  | 'powerUnavailable'
  | 'energyLimited'
  | 'nonAdherence'
  | 'gross'
  | 'ownConsumption'
  | 'charge'
  | 'discharge'
  | 'auxiliary'
  | 'electrical'
  | 'atConnection';

/** One bar: a level the walk stands at, or a change that leads to the next. [kWh] */
export interface WalkBar {
  step: WalkStep;
  kind: 'level' | 'change';
  energy: number;
}

/** Lost energy by cause, never negative. [kWh] */
export interface WalkLosses {
  downtime: number;
  curtailment: number;
  degraded: number;
  unknown: number;
  communication: number;
  /** Taken out of downtime and degraded above: events of the icing categories. Wind only */
  icing: number;
  /** Events of the category Snow, taken out of degraded above, and the part of the residual snow explains. */
  snow: number;
  soiling: number;
}

/** What happens between the expectation and the grid meter. [kWh] */
export interface WalkProduction {
  expected: number;
  /** What the grid connection cannot take of the expectation, not positive; absent: it takes all. */
  gridLimit?: number;
  lost: WalkLosses;
  /** Where production or expectation are missing. Absent: nowhere */
  gaps?: WalkGaps;
  /** Sum of the positive energies of the generators, with what the grid meter shows of those that are not known. */
  gross: number;
  /** Sum of their negative energies. */
  ownConsumption: number;
  /** At the grid meter. */
  atConnection: number;
}

/** Where a PV walk begins. [kWh] */
export type SolarWalkStart =
  | {
      kind: 'budget';
      energy: number;
      /** Measured divided by budgeted insolation; NaN: not budgeted */
      insolationRatio: number;
      /** Weighted cell temperature, measured and budgeted. [°C] NaN: not known */
      cellTemperature: number;
      budgetedCellTemperature: number;
      /** [1/°C] */
      temperatureCoefficient: number;
    }
  | {
      kind: 'theoretical';
      /** Nameplate at the measured light. */
      nominal: number;
      /** The same at the measured cell temperature. */
      nominalAtCell: number;
      /** After design losses and age, 0 below the smallest light. */
      designed: number;
      /** The same up to the AC limit. */
      limited: number;
    };

/** Where a wind walk begins. [kWh] */
export type WindWalkStart =
  | {
      kind: 'budget';
      energy: number;
      /** Energy of the nominal curve: budgeted, for the measured wind, and for it at the measured density. */
      budgetedTheoretical: number;
      theoretical: number;
      theoreticalAtDensity: number;
    }
  | {
      kind: 'theoretical';
      theoretical: number;
      theoreticalAtDensity: number;
      /** After normal losses, up to the rating. */
      designed: number;
    };

/** Discharge of a battery between order and grid meter. [kWh] */
export interface StorageWalkInput {
  scheduled: number;
  /** Not negative: ordered but beyond the power at hand. */
  powerUnavailable: number;
  /** Not negative: ordered and not delivered because the battery was empty. */
  energyLimited: number;
  /** Not negative: ordered while its power was not known, and discharged without a known order. Absent: none */
  noData?: number;
  withoutExpectation?: number;
  /** Discharged at the terminals. */
  discharged: number;
  /** Not negative. */
  auxiliary: number;
  atConnection: number;
}

const CLOSING_TOLERANCE = 1e-6;

/**
 * Loss walk of a PV site, closed exactly.
 *
 * @param start - budget, or theoretical output where there is none
 * @param production - sums over the generators of the period
 * @returns bars; levels equal the sum of all changes before them
 * @throws Error when the walk does not close
 */
export function solarWalk(start: SolarWalkStart, production: WalkProduction): WalkBar[] {
  return closedWalk([...(start.kind === 'budget' ? solarFromBudget(start) : solarFromNominal(start)), ...toConnection(production, 'PV')]);
}

/**
 * Loss walk of a wind site, closed exactly.
 *
 * @param start - budget, or theoretical output where there is none
 * @param production - sums over the turbines of the period
 * @returns bars; levels equal the sum of all changes before them
 * @throws Error when the walk does not close
 */
export function windWalk(start: WindWalkStart, production: WalkProduction): WalkBar[] {
  return closedWalk([...(start.kind === 'budget' ? windFromBudget(start) : windFromNominal(start)), ...toConnection(production, 'Wind')]);
}

/**
 * Discharge walk of a storage, closed exactly.
 *
 * @param input - sums over the intervals in which discharge was ordered or happened
 * @returns bars
 * @throws Error when the walk does not close
 */
export function storageWalk({
  scheduled,
  powerUnavailable,
  energyLimited,
  noData = 0,
  withoutExpectation = 0,
  discharged,
  auxiliary,
  atConnection,
}: StorageWalkInput): WalkBar[] {
  return closedWalk([
    level('scheduled', scheduled),
    change('powerUnavailable', -powerUnavailable),
    change('energyLimited', -energyLimited),
    change('nonAdherence', discharged - scheduled + powerUnavailable + energyLimited + noData - withoutExpectation),
    ...(noData > 0 ? [change('noData', -noData)] : []),
    ...(withoutExpectation > 0 ? [change('withoutExpectation', withoutExpectation)] : []),
    level('gross', discharged),
    change('auxiliary', -auxiliary),
    change('electrical', atConnection - discharged + auxiliary),
    level('atConnection', atConnection),
  ]);
}

/** Energies behind the shared meter of a hybrid site. [kWh] */
export interface HybridConnectionInput {
  /** Sum of the positive energies of PV and wind. */
  gross: number;
  /** Sum of all negative energies of PV and wind. */
  ownConsumption: number;
  /** Not negative. */
  charged: number;
  discharged: number;
  auxiliary: number;
  atConnection: number;
}

/**
 * The bars all sources of a hybrid site share, from production to the grid meter. What stays in the battery is its conversion loss and its
 * change of charge, never a loss of PV or wind.
 *
 * @param input - sums of the period
 * @returns bars
 * @throws Error when the walk does not close
 */
export function hybridConnectionWalk({
  gross,
  ownConsumption,
  charged,
  discharged,
  auxiliary,
  atConnection,
}: HybridConnectionInput): WalkBar[] {
  return closedWalk([
    level('gross', gross),
    change('ownConsumption', ownConsumption),
    change('charge', -charged),
    change('discharge', discharged),
    change('auxiliary', -auxiliary),
    change('electrical', atConnection - gross - ownConsumption + charged - discharged + auxiliary),
    level('atConnection', atConnection),
  ]);
}

function solarFromBudget(start: Extract<SolarWalkStart, { kind: 'budget' }>): WalkBar[] {
  const { energy, insolationRatio, cellTemperature, budgetedCellTemperature, temperatureCoefficient } = start;
  const ratio = Number.isNaN(insolationRatio) ? 1 : insolationRatio;
  const correction = (temperature: number) => 1 + temperatureCoefficient * (temperature - 25);
  const warmth = correction(cellTemperature) / correction(budgetedCellTemperature) - 1;
  return [
    level('budget', energy),
    change('irradiance', energy * (ratio - 1)),
    change('temperature', Number.isNaN(warmth) ? 0 : energy * ratio * warmth),
  ];
}

function solarFromNominal(start: Extract<SolarWalkStart, { kind: 'theoretical' }>): WalkBar[] {
  const { nominal, nominalAtCell, designed, limited } = start;
  return [
    level('theoretical', nominal),
    change('temperature', nominalAtCell - nominal),
    change('designLosses', designed - nominalAtCell),
    change('clipping', limited - designed),
  ];
}

function windFromBudget(start: Extract<WindWalkStart, { kind: 'budget' }>): WalkBar[] {
  const { energy, budgetedTheoretical, theoretical, theoreticalAtDensity } = start;
  const ratio = budgetedTheoretical > 0 && theoretical >= 0 ? theoretical / budgetedTheoretical : 1;
  const density = theoretical > 0 ? theoreticalAtDensity / theoretical : 1;
  return [level('budget', energy), change('wind', energy * (ratio - 1)), change('density', energy * ratio * (density - 1))];
}

function windFromNominal({ theoretical, theoreticalAtDensity, designed }: Extract<WindWalkStart, { kind: 'theoretical' }>): WalkBar[] {
  return [
    level('theoretical', theoretical),
    change('density', theoreticalAtDensity - theoretical),
    change('designLosses', designed - theoreticalAtDensity),
  ];
}

/** From the expectation on; the model gap before it closes whatever the start left open. */
function toConnection(
  { expected, gridLimit, lost, gaps, gross, ownConsumption, atConnection }: WalkProduction,
  source: 'PV' | 'Wind',
): WalkBar[] {
  const changes = [
    ...(gridLimit === undefined ? [] : [change('gridLimit', gridLimit)]),
    change('downtime', -lost.downtime),
    change('curtailment', -lost.curtailment),
    ...(source === 'Wind' ? [change('icing', -lost.icing - lost.snow)] : []),
    change('degraded', -lost.degraded),
    change('unknown', -lost.unknown),
    change('communication', -lost.communication),
    ...(source === 'PV' ? [change('snow', -lost.snow), change('soiling', -lost.soiling)] : []),
  ];
  const missing = gaps
    ? [change('noData', gaps.estimated - gaps.expectedAtConnection), change('withoutExpectation', gaps.withoutExpectation)]
    : [];
  const explained = [...changes, ...missing].reduce((sum, { energy }) => sum + energy, 0);
  return [
    level('expected', expected),
    ...changes,
    change('unexplained', gross - expected - explained),
    ...missing,
    level('gross', gross),
    change('ownConsumption', ownConsumption),
    change('electrical', atConnection - gross - ownConsumption),
    level('atConnection', atConnection),
  ];
}

/** Puts the model gap before the expectation, and refuses a walk whose bars do not lead from its start to its end. */
function closedWalk(bars: readonly WalkBar[]): WalkBar[] {
  const complete = bars.flatMap((bar, i) => {
    if (bar.step !== 'expected') return [bar];
    const reached = bars.slice(0, i).reduce((sum, { energy }) => sum + energy, 0);
    return [change('modelGap', bar.energy - reached), bar];
  });
  const tolerance = CLOSING_TOLERANCE * Math.max(1, Math.abs(complete[0]?.energy ?? 0));
  let height = complete[0]?.energy ?? 0;
  for (const { kind, energy, step } of complete.slice(1)) {
    if (kind === 'change') height += energy;
    else if (!(Math.abs(height - energy) <= tolerance))
      throw new Error(`loss walk does not close at ${step}: ${height} instead of ${energy}`);
  }
  return complete;
}

function level(step: WalkStep, energy: number): WalkBar {
  return { step, kind: 'level', energy };
}

function change(step: WalkStep, energy: number): WalkBar {
  return { step, kind: 'change', energy: energy === 0 ? 0 : energy };
}
