import type { SiteId } from '@solvane/contract/ids';
import type { FleetResult } from '@solvane/contract/site-results';

/** What a month came to so far, of a site or of several together. */
export interface MonthFigures {
  /** Technical, by time, 0 to 1; null: nothing counts. */
  availability: number | null;
  /** At the grid connection; null: nothing computed, or nothing that generates. */
  energyKwh: number | null;
  /** Share above what was expected of the same days, negative below; null: no expectation. */
  againstExpected: number | null;
  /** The same against the budget; null: none is stated. */
  againstBudget: number | null;
  missingDays: number;
  /** Codes of why each number is null; those of numbers that are not are empty. */
  reasons: Readonly<Record<'availability' | 'energy' | 'againstExpected' | 'againstBudget', readonly string[]>>;
  /** Why there is no availability; null: there is one, nothing is computed, or sites differ. */
  availabilityReason: FleetResult['availabilityReason'];
  gaps: MonthGaps;
}

/** What the figures of a month are without. */
export interface MonthGaps {
  /** Devices that are in the energy, of all; null: not known. */
  devices: { known: number; count: number } | null;
  /** Intervals of devices without production, and with production that nothing was expected beside. */
  noDataIntervals: number;
  withoutExpectationIntervals: number;
  /** Expected where production is not known, less what the meter shows of it; and produced without an expectation. */
  noDataKwh: number;
  withoutExpectationKwh: number;
  /** Sites whose energy is the sum of their devices, in all or in part of the month. */
  unmeteredSites: number;
  /** Sites whose meter and devices disagree; of one alone with how much and why. */
  electrical: readonly NonNullable<FleetResult['electricalWarning']>[];
}

export interface FleetMonth {
  bySite: ReadonlyMap<SiteId, MonthFigures>;
  whole: MonthFigures;
  /** At least one site has a budget. */
  hasBudget: boolean;
}

/** Sites and all of them together: a site without an expectation or a budget adds to neither side of the comparison with it. */
export function fleetMonth(results: readonly FleetResult[]): FleetMonth {
  return {
    bySite: new Map(results.map((result) => [result.siteId, figuresOf([result])])),
    whole: figuresOf(results),
    hasBudget: results.some(({ budgetKwh }) => budgetKwh !== null),
  };
}

function figuresOf(results: readonly FleetResult[]): MonthFigures {
  const counted = results.flatMap(({ availability }) => availability ?? []);
  const available = sum(counted.map((each) => each.available));
  const whole = available + sum(counted.map(({ unavailable }) => unavailable));
  const energies = results.flatMap(({ energyKwh }) => energyKwh ?? []);
  const figures = {
    availability: whole > 0 ? available / whole : null,
    energyKwh: energies.length === 0 ? null : sum(energies),
    againstExpected: against(results.map((result) => [comparedKwh(result), result.expectedKwh])),
    againstBudget: against(results.map(({ energyKwh, budgetKwh }) => [energyKwh, budgetKwh])),
  };
  return {
    ...figures,
    reasons: reasonsOf(figures, results),
    missingDays: sum(results.map(({ missingDays }) => missingDays)),
    availabilityReason: counted.length === 0 ? commonReason(results) : null,
    gaps: gapsOf(results),
  };
}

/** A comparison whose two sides are known is missing where nothing was to be compared with. */
function reasonsOf(
  figures: Pick<MonthFigures, 'availability' | 'energyKwh' | 'againstExpected' | 'againstBudget'>,
  results: readonly FleetResult[],
): MonthFigures['reasons'] {
  const codes = (figure: number | null, codeOf: (result: FleetResult) => string | null | undefined): string[] =>
    figure === null ? [...new Set(results.flatMap((result) => codeOf(result) ?? []))] : [];
  return {
    availability: codes(figures.availability, ({ availabilityReason, reasons }) => availabilityReason ?? reasons.availability),
    energy: codes(figures.energyKwh, ({ reasons }) => reasons.energyKwh),
    againstExpected: codes(figures.againstExpected, ({ reasons }) => reasons.expectedKwh ?? reasons.energyKwh ?? 'nothingExpected'),
    againstBudget: codes(figures.againstBudget, ({ reasons }) => reasons.budgetKwh ?? reasons.energyKwh ?? 'nothingExpected'),
  };
}

/** What was produced without an expectation has nothing to be compared with. */
function comparedKwh({ producedKwh, withoutExpectationKwh }: FleetResult): number | null {
  return producedKwh === null ? null : producedKwh - (withoutExpectationKwh ?? 0);
}

function commonReason(results: readonly FleetResult[]): FleetResult['availabilityReason'] {
  const reasons = new Set(results.flatMap(({ availabilityReason }) => availabilityReason ?? []));
  const [only] = reasons;
  return reasons.size === 1 ? (only ?? null) : null;
}

function gapsOf(results: readonly FleetResult[]): MonthGaps {
  const counts = results.flatMap(({ devices }) => devices ?? []);
  const count = sum(counts.map((each) => each.count));
  return {
    devices: counts.length === 0 ? null : { count, known: count - sum(counts.map(({ withoutData }) => withoutData)) },
    noDataIntervals: sum(results.map(({ noDataIntervals }) => noDataIntervals)),
    withoutExpectationIntervals: sum(results.map(({ withoutExpectationIntervals }) => withoutExpectationIntervals)),
    noDataKwh: sum(results.map(({ noDataKwh }) => noDataKwh ?? 0)),
    withoutExpectationKwh: sum(results.map(({ withoutExpectationKwh }) => withoutExpectationKwh ?? 0)),
    unmeteredSites: results.filter(({ connectionSource }) => connectionSource === 'devices' || connectionSource === 'both').length,
    electrical: results.flatMap(({ electricalWarning }) => electricalWarning ?? []),
  };
}

function against(pairs: readonly (readonly [actual: number | null, reference: number | null])[]): number | null {
  const known = pairs.flatMap(([actual, reference]) => (actual === null || reference === null ? [] : [{ actual, reference }]));
  const reference = sum(known.map((each) => each.reference));
  return reference > 0 ? sum(known.map(({ actual }) => actual)) / reference - 1 : null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
