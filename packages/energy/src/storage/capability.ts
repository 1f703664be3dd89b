/** Numerator and denominator of an availability: add them over time and devices, divide last. */
export interface CapabilitySums {
  /** What was there, at most what the contract asks for. */
  available: number;
  /** What the contract asks for. */
  contracted: number;
}

/**
 * Availability of capacity or power: what was there of what the contract asks for.
 *
 * For capacity give the usable energy of connected units, whatever their charge; for power the capability to charge or to discharge.
 *
 * @param available - in each interval, shape (n). [kWh] or [kW] NaN is left out of both sums; more than the contract does not count
 * @param contracted - the same unit
 * @returns sums
 */
export function capabilitySums(available: Float64Array, contracted: number): CapabilitySums {
  const sums: CapabilitySums = { available: 0, contracted: 0 };
  for (const value of available) {
    if (Number.isNaN(value)) continue;
    sums.available += Math.min(value, contracted);
    sums.contracted += contracted;
  }
  return sums;
}

/**
 * Availability as a share.
 *
 * @param sums - of a period
 * @returns share of 1; NaN when no interval had a value
 * @see 4000, 4000, 3600, 3600, 4000, 3800 of 4000 kWh → 0.958333
 */
export function capabilityAvailability({ available, contracted }: CapabilitySums): number {
  return contracted > 0 ? available / contracted : Number.NaN;
}

/**
 * Power availability of a storage: the worse of charging and discharging.
 *
 * @param charging - sums of the charge capability
 * @param discharging - sums of the discharge capability
 * @returns share of 1; the known one where the other is unknown
 */
export function powerAvailability(charging: CapabilitySums, discharging: CapabilitySums): number {
  const known = [charging, discharging].map(capabilityAvailability).filter((share) => !Number.isNaN(share));
  return known.length > 0 ? Math.min(...known) : Number.NaN;
}
