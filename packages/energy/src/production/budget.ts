/**
 * Spreads the budget of a month over its intervals.
 *
 * PV is spread by the light of a cloudless sky, wind and storage by duration. The last interval that gets anything absorbs the rounding, so
 * the parts add up to the month exactly. A month without any weight (polar night) is spread evenly.
 *
 * @param monthEnergy - [kWh] NaN: no budget
 * @param weights - of every interval of the month, shape (n), not negative
 * @returns shape (n). [kWh] NaN throughout without a budget: never 0
 */
export function spreadBudget(monthEnergy: number, weights: Float64Array): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const used = total > 0 ? weights : weights.map(() => 1);
  const wholeWeight = total > 0 ? total : weights.length;
  // The share first: energy per weight overflows where the weights are next to nothing.
  const parts = used.map((weight) => (weight / wholeWeight) * monthEnergy);
  const last = used.findLastIndex((weight) => weight > 0);
  if (last >= 0) parts[last] = monthEnergy - parts.reduce((sum, part, i) => (i === last ? sum : sum + part), 0);
  return parts;
}

/**
 * A budget corrected for the resource that came: light for PV, theoretical energy of the nominal curve for wind.
 *
 * @param budgetEnergy - [kWh]
 * @param measuredResource - over the same period, in the unit of the budgeted one
 * @param budgetedResource - the resource the budget was made with
 * @returns [kWh] NaN when an input is NaN or nothing was budgeted. 5000 with 162 instead of 150 → 5400
 */
export function weatherAdjustedBudget(budgetEnergy: number, measuredResource: number, budgetedResource: number): number {
  return budgetedResource > 0 ? (budgetEnergy * measuredResource) / budgetedResource : Number.NaN;
}
