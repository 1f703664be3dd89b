import { findCatalogueRow } from '../../signals/catalogue.ts';
import type { ReportedSignal, SiteDayInputs } from '../inputs.ts';

/**
 * What arrived from a site whose loggers send on change: where no row came, the last value holds. Amounts of an interval are no state and do not
 * hold.
 *
 * @param inputs - as they arrived
 * @param maxHoldMinutes - longest time without a row. [min] Absent or 0: every interval has a row of its own
 * @returns the inputs themselves where nothing holds
 */
export function withHeldValues(inputs: SiteDayInputs, maxHoldMinutes: number | undefined): SiteDayInputs {
  const { grid, horizonMs } = inputs;
  const longest = Math.floor(((maxHoldMinutes ?? 0) * 60_000) / grid.stepMs);
  if (!(longest > 0)) return inputs;
  const end = Math.max(0, Math.min(grid.count, Math.floor((horizonMs - grid.startMs) / grid.stepMs)));
  const held = (signal: ReportedSignal): ReportedSignal =>
    isAmount(signal.apCode) ? signal : { ...signal, raw: heldValues(signal.raw, { longest, end }) };
  return { ...inputs, signals: new Map([...inputs.signals].map(([id, signals]) => [id, signals.map(held)])) };
}

/**
 * A column in which the last value holds.
 *
 * @param values - shape (n); NaN is missing
 * @param options - intervals a value holds for at most behind its own, and the end of the data: nothing is known from there on
 * @returns shape (n), a copy
 */
export function heldValues(values: Float64Array, { longest, end }: { longest: number; end: number }): Float64Array {
  const held = values.slice();
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < Math.min(end, held.length); i++) {
    if (!Number.isNaN(held[i])) last = i;
    else if (i - last <= longest) held[i] = values[last] ?? Number.NaN;
  }
  return held;
}

function isAmount(apCode: string): boolean {
  return findCatalogueRow(apCode)?.time === 'sum';
}
