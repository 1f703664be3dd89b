import { combine } from '@solvane/series/combine';
import type { CalcType } from '../../signals/calc-types.ts';
import { type ApCode, signalIdOf } from '../../signals/catalogue.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import type { DerivedColumn } from '../outputs.ts';
import type { SiteBudget } from './site-budget.ts';

/**
 * What a site was to deliver by its budget, and by its budget for the weather that came.
 *
 * @param context - everything known of the day
 * @param budget - of the day. undefined: there is none
 * @returns columns of the site; none without a budget
 */
export function budgetColumns({ site, tree }: DetectContext, budget: SiteBudget | undefined): DerivedColumn[] {
  if (!budget) return [];
  const { stated, energy, adjusted, resource } = budget;
  const columns: DerivedColumn[] = [];
  const put = (apCode: ApCode, calcType: CalcType, values: Float64Array, weights?: Float64Array): void => {
    if (!values.every(Number.isNaN))
      columns.push({ deviceId: site.id, signalId: signalIdOf(apCode, calcType), values, ...(weights && { weights }) });
  };
  const nameplate = tree.generators.reduce((sum, { energySource, capacityDc }) => sum + (energySource === 'PV' ? capacityDc : 0), 0);
  const isSolar = nameplate > 0 && tree.generators.every(({ energySource }) => energySource === 'PV');
  for (const [calcType, kwh] of [
    ['Budget', energy],
    ['BudgetWeatherAdjusted', adjusted],
  ] as const) {
    put('ActiveEnergy', calcType, kwh);
    if (stated.pricePerMwh !== undefined) put('Revenue', calcType, times(kwh, stated.pricePerMwh / 1000));
    if (!isSolar) continue;
    put('FinalYield', calcType, times(kwh, 1 / nameplate));
    put('SpecificYield', calcType, times(kwh, 1 / nameplate), new Float64Array(kwh.length).fill(nameplate));
  }
  if (!isSolar) return columns;
  put('InsolationPOA', 'Budget', resource);
  put('ReferenceYield', 'Budget', resource);
  const nominal = times(resource, nameplate);
  const ratio =
    stated.performanceRatio === undefined
      ? combine(energy, nominal, (kwh, most) => (most > 0 ? (100 * kwh) / most : Number.NaN))
      : nominal.map((most) => (most > 0 ? (stated.performanceRatio ?? Number.NaN) : Number.NaN));
  put('PerformanceRatio', 'Budget', ratio, nominal);
  return columns;
}

function times(column: Float64Array, factor: number): Float64Array {
  return column.map((value) => value * factor);
}
