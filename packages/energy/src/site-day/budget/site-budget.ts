import { spreadBudget } from '../../production/budget.ts';
import { civilDate, type LocalDay } from '../../time/local-day.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import { ofDay } from '../layout/frame.ts';
import type { MonthlyBudget } from '../site.ts';
import { monthShares } from './month-shares.ts';

/** The budget of a day, columns of shape (day.count). NaN: not stated, or not measured */
export interface SiteBudget {
  stated: MonthlyBudget;
  /** [kWh] */
  energy: Float64Array;
  /** What the budget was made with: light [kWh/m²] or energy of the nominal curve [kWh]. */
  resource: Float64Array;
  /** What came of it, in the same unit. */
  measured: Float64Array;
  /** Budgeted energy for the resource that came. [kWh] */
  adjusted: Float64Array;
}

/** Sums that a walk from the budget is made of. They add up over days that all have them. */
export interface BudgetSums {
  /** [kWh] */
  energy: number;
  /** Absent: not stated. */
  resource?: number;
  /** Light times cell temperature [kWh/m²·°C]. Absent: not stated. */
  warmth?: number;
}

/**
 * The budget of a site spread over a day.
 *
 * @param day - local day
 * @param context - everything known of the day
 * @returns undefined: there is none for the month
 */
export function siteBudget(day: LocalDay, context: DetectContext): SiteBudget | undefined {
  const { site, frame } = context;
  const { year, month } = civilDate(day);
  const stated = site.budgets?.find((each) => each.year === year && each.month === month);
  if (!stated || frame.day.count === 0) return undefined;
  const { grid, weights } = monthShares(site, day, frame.day.stepMs);
  const first = (frame.day.startMs - grid.startMs) / grid.stepMs;
  const partOf = (whole: number) => spreadBudget(whole, weights).subarray(first, first + frame.day.count);
  const [energy, resource] = [partOf(stated.energy), partOf(stated.resource ?? Number.NaN)];
  const measured = measuredResource(context);
  const perUnit = stated.resource !== undefined && stated.resource > 0 ? stated.energy / stated.resource : Number.NaN;
  return { stated, energy, resource, measured, adjusted: measured.map((came) => came * perUnit) };
}

/**
 * Sums of the day for a walk from the budget.
 *
 * @param budget - of the day
 */
export function budgetSums({ stated, energy, resource }: SiteBudget): BudgetSums {
  const total = (column: Float64Array) => column.reduce((sum, value) => sum + value, 0);
  const light = total(resource);
  return {
    energy: total(energy),
    ...(stated.resource !== undefined && { resource: light }),
    ...(stated.resource !== undefined && stated.cellTemperature !== undefined && { warmth: light * stated.cellTemperature }),
  };
}

/** Light on the modules where there are only modules, energy of the nominal curves where there are only turbines. */
function measuredResource({ expectations, frame }: DetectContext): Float64Array {
  const sources = new Set(expectations.map(({ device }) => device.energySource));
  const missing = () => new Float64Array(frame.day.count).fill(Number.NaN);
  const [source] = sources;
  if (sources.size !== 1 || source === undefined || source === 'BESS') return missing();
  const parts = expectations.map(({ device, weather, theoretical }) => ({
    weight: source === 'Wind' ? 1 : device.capacityDc,
    values: source === 'Wind' ? ofDay(theoretical, frame) : weather?.kind === 'solar' ? ofDay(weather.irradiance, frame) : missing(),
  }));
  const whole = source === 'Wind' ? 1 : parts.reduce((sum, { weight }) => sum + weight, 0) * 1000;
  return missing().map(
    (_, i) => (parts.reduce((sum, { weight, values }) => sum + weight * (values[i] ?? Number.NaN), 0) / whole) * frame.stepHours,
  );
}
