export interface DisplayUnit {
  unit: string;
  /** Values in the canonical unit times this are values in the display unit. */
  factor: number;
}

const LARGER: Record<string, readonly { from: number; unit: string; factor: number }[]> = {
  kW: [
    { from: 1e6, unit: 'GW', factor: 1e-6 },
    { from: 1e3, unit: 'MW', factor: 1e-3 },
  ],
  kWh: [
    { from: 1e6, unit: 'GWh', factor: 1e-6 },
    { from: 1e3, unit: 'MWh', factor: 1e-3 },
  ],
  kVA: [{ from: 1e3, unit: 'MVA', factor: 1e-3 }],
  kvar: [{ from: 1e3, unit: 'Mvar', factor: 1e-3 }],
  kvarh: [{ from: 1e3, unit: 'Mvarh', factor: 1e-3 }],
};

/** The unit in which numbers up to `largest` are short: power and energy grow with the plant, other quantities keep their unit. */
export function displayUnit(unit: string, largest: number): DisplayUnit {
  const larger = LARGER[unit]?.find(({ from }) => Math.abs(largest) >= from);
  return larger ?? { unit, factor: 1 };
}
