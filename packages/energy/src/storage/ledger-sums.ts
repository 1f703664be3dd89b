import type { EnergyLedger } from './shared-connection.ts';

/** A ledger over a period. [kWh] Sums of days add up to those of any period. */
export interface LedgerSums extends Record<keyof EnergyLedger, number> {
  /** Time of which everything is known, and of which it is not. [h] */
  knownHours: number;
  unknownHours: number;
}

const ENTRIES = [
  'solarToBattery',
  'windToBattery',
  'gridToBattery',
  'solarToBus',
  'windToBus',
  'batteryToBus',
  'solarAuxiliary',
  'windAuxiliary',
  'batteryAuxiliary',
  'solarNet',
  'windNet',
  'batteryNet',
  'connection',
] as const satisfies readonly (keyof EnergyLedger)[];

/**
 * Sums of a ledger's intervals; an interval that is not known adds nothing but its length.
 *
 * @param ledger - columns of shape (n). [kWh]
 * @param stepHours - length of an interval. [h]
 */
export function ledgerSums(ledger: EnergyLedger, stepHours: number): LedgerSums {
  const sums = noLedger();
  for (const entry of ENTRIES) for (const kwh of ledger[entry]) if (!Number.isNaN(kwh)) sums[entry] += kwh;
  for (const kwh of ledger.connection) sums[Number.isNaN(kwh) ? 'unknownHours' : 'knownHours'] += stepHours;
  return sums;
}

/**
 * Ledger of a longer period from those of its parts.
 *
 * @param parts - of one site
 * @returns all zero without parts
 */
export function addLedgerSums(parts: readonly LedgerSums[]): LedgerSums {
  const sums = noLedger();
  for (const part of parts) for (const entry of [...ENTRIES, 'knownHours', 'unknownHours'] as const) sums[entry] += part[entry];
  return sums;
}

function noLedger(): LedgerSums {
  return {
    solarToBattery: 0,
    windToBattery: 0,
    gridToBattery: 0,
    solarToBus: 0,
    windToBus: 0,
    batteryToBus: 0,
    solarAuxiliary: 0,
    windAuxiliary: 0,
    batteryAuxiliary: 0,
    solarNet: 0,
    windNet: 0,
    batteryNet: 0,
    connection: 0,
    knownHours: 0,
    unknownHours: 0,
  };
}
