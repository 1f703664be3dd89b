/**
 * Energy as a share of what the rating would give around the clock: day and night, over the elapsed hours only.
 *
 * @param energy - sum over the period. [kWh]
 * @param rating - AC rating. [kW]
 * @param elapsedHours - of the period; local days of 23 and 25 hours count as they are. [h]
 * @returns share of 1, negative if more was consumed than produced; NaN when rating or hours are not above 0
 * @see IEC 61400-26-1; 1,234,500 kWh of 20,000 kW in 744 h → 0.082964
 */
export function capacityFactor(energy: number, rating: number, elapsedHours: number): number {
  return rating > 0 && elapsedHours > 0 ? energy / (rating * elapsedHours) : Number.NaN;
}
