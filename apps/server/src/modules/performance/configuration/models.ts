import { DEFAULT_CATEGORY_SETS } from '@solvane/energy/events/category-sets';
import type { Tariff } from '@solvane/energy/losses/revenue';
import type { CoefficientRow } from '@solvane/energy/production/expected-coefficients';
import { DEFAULT_EXPECTED_METHODS } from '@solvane/energy/production/expected-methods';
import type { QualityConfiguration } from '@solvane/energy/quality/configuration';
import { defaultQualityConfiguration } from '@solvane/energy/quality/default-configuration';
import type { EnergySource } from '@solvane/energy/signals/signal-row';
import type { EventCodes } from '@solvane/energy/site-day/group/group-events';
import type { MonthlyBudget, SiteConfiguration, SiteContract } from '@solvane/energy/site-day/site';
import type { LocalDay } from '@solvane/energy/time/local-day';
import type { ConditionalCurve } from '@solvane/energy/wind/curve-selection';
import { GENERIC_2_MW_CURVE, ratedPowerOf } from '@solvane/energy/wind/power-curve';
import type { InstalledPower } from '../../contracts/site-contracts.ts';
import { defaultContract } from './default-contract.ts';

/** A device as rules, curves and code sets are chosen for it. */
export interface ModelDevice {
  id: string;
  source: EnergySource;
  isWholePlant: boolean;
  manufacturer: string | undefined;
  model: string | undefined;
  /** [kW] NaN: not known. */
  capacityAc: number;
  /** A generic power curve of its rating may stand for its own. */
  isGenericCurveAccepted: boolean;
}

/** Everything configured for a site beside its devices and their metadata. */
export interface SiteModels {
  qualityOn(day: LocalDay): QualityConfiguration;
  curvesOf(device: ModelDevice): readonly ConditionalCurve[];
  /** Nearest first without a ranking. undefined: there is none. */
  referenceTurbinesOf(deviceId: string, day: LocalDay): readonly string[] | undefined;
  codesOf(device: ModelDevice): EventCodes;
  coefficients: readonly CoefficientRow[];
  tariffs: readonly Tariff[];
  budgets: readonly MonthlyBudget[];
  expectedMethodsOn(day: LocalDay): SiteConfiguration['expectedMethods'];
  contractOn(day: LocalDay, power: InstalledPower): SiteContract;
  /** Local days on which one of them changes. */
  changes: readonly LocalDay[];
}

/** What a site begins with: nothing is configured for it. */
export function defaultModels(): SiteModels {
  const quality = defaultQualityConfiguration();
  return {
    qualityOn: () => quality,
    curvesOf: ({ source, capacityAc, isGenericCurveAccepted }) =>
      source === 'Wind' && capacityAc > 0 && isGenericCurveAccepted ? [genericCurve(capacityAc)] : [],
    referenceTurbinesOf: () => undefined,
    codesOf: ({ source, isWholePlant }) => ({
      codeSet: [],
      enterpriseOverrides: [],
      siteOverrides: [],
      categories: DEFAULT_CATEGORY_SETS[isWholePlant ? 'All' : CATEGORY_SETS[source]],
    }),
    coefficients: [],
    tariffs: [],
    budgets: [],
    expectedMethodsOn: () => DEFAULT_EXPECTED_METHODS,
    contractOn: (_day, power) => defaultContract(power),
    changes: [],
  };
}

export const CATEGORY_SETS = { PV: 'PVPlant', Wind: 'Wind', BESS: 'Battery' } as const;

/** A generic pitch-regulated turbine of the rating. */
function genericCurve(ratedKw: number): ConditionalCurve {
  const scale = ratedKw / ratedPowerOf(GENERIC_2_MW_CURVE);
  return {
    id: `generic-${ratedKw}`,
    type: 'Nominal',
    curve: { windSpeed: GENERIC_2_MW_CURVE.windSpeed, power: GENERIC_2_MW_CURVE.power.map((kw) => kw * scale) },
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
