import { commonLength } from '@solvane/series/combine';

/** How a contract keeps losses of an overbuilt site below what its grid connection could have taken. */
export const OVERDESIGN_METHODS = ['acCapacityRatio', 'energyLossRatio', 'expectedPowerRatio'] as const;
export type OverdesignMethod = (typeof OVERDESIGN_METHODS)[number];

/** A generator behind the connection; `expected` and `produced` as from `intervalLoss`, NaN where not known. */
export interface OverdesignDevice {
  /** shape (n). [kWh] */
  expected: Float64Array;
  /** Positive part of the production, shape (n). [kWh] */
  produced: Float64Array;
  /** [kW] */
  acRating: number;
}

export interface OverdesignOptions {
  devices: readonly OverdesignDevice[];
  /** At the grid meter, shape (n). [kW] NaN: not limited */
  limit: Float64Array;
  /** Share lost between generators and grid meter, 0 to 1. */
  collectionLoss?: number;
  /** [h] */
  stepHours: number;
}

/** What the method makes of each device, in the same order. */
export interface OverdesignResult {
  /** Loss that counts, shape (n) each. [kWh] NaN without expectation or production */
  losses: Float64Array[];
  /** Expectation scaled to the limit, shape (n) each. [kWh] NaN without expectation */
  expectedAtConnection: Float64Array[];
}

/**
 * Losses of the devices of a site whose generators could give more than its grid connection takes.
 *
 * - `acCapacityRatio`: every loss times limit / installed capacity. Simple and auditable.
 * - `energyLossRatio`: losses scaled so that they add up to what was missing at the meter.
 * - `expectedPowerRatio`: every expectation scaled to the limit first, so all devices share the overbuild.
 *
 * A device takes its part of the connection also where something is not known of it: without an expectation what it produced, without a
 * production what it was expected to.
 *
 * @param method - of the contract; undefined: losses as they are
 * @param options - devices and limit
 * @returns losses and scaled expectations
 * @throws RangeError when the lengths differ
 */
export function overdesignLosses(method: OverdesignMethod | undefined, options: OverdesignOptions): OverdesignResult {
  const { devices, limit, stepHours, collectionLoss = 0 } = options;
  const n = commonLength(limit, ...devices.flatMap(({ expected, produced }) => [expected, produced]));
  const installed = devices.reduce((sum, { acRating }) => sum + acRating, 0);
  const result: OverdesignResult = {
    losses: devices.map(() => new Float64Array(n)),
    expectedAtConnection: devices.map(() => new Float64Array(n)),
  };
  for (let i = 0; i < n; i++) {
    const limitPower = (limit[i] ?? Number.NaN) / (1 - collectionLoss);
    const site = siteTotals(devices, i, limitPower * stepHours);
    const expectedRatio = ratioOf(limitPower * stepHours, site.expected);
    const lossRatio = lossRatioOf(method, { limitPower, stepHours, installed, site });
    for (const [at, { expected, produced }] of devices.entries()) {
      const wanted = expected[i] ?? Number.NaN;
      const made = produced[i] ?? Number.NaN;
      const scaledExpected = wanted * expectedRatio;
      const counts = method === 'expectedPowerRatio' ? scaledExpected : wanted;
      write(result.losses, at, i, wanted <= 0 ? 0 : lossRatio * Math.max(0, counts - made));
      write(result.expectedAtConnection, at, i, scaledExpected);
    }
  }
  return result;
}

/**
 * The method where a contract names none.
 *
 * @param installedPower - sum of the AC ratings. [kW]
 * @param limitAtGenerators - grid limit divided by 1 − collection loss. [kW] NaN: not limited
 * @returns undefined when the connection takes all
 */
export function defaultOverdesignMethod(installedPower: number, limitAtGenerators: number): OverdesignMethod | undefined {
  return installedPower > limitAtGenerators ? 'energyLossRatio' : undefined;
}

/**
 * Part of the expectation the grid connection cannot take, summed over a period: a bar of the loss walk.
 *
 * @param options - devices and limit
 * @returns not positive. [kWh]
 * @throws RangeError when the lengths differ
 */
export function gridLimitLoss({ devices, limit, stepHours, collectionLoss = 0 }: OverdesignOptions): number {
  const n = commonLength(limit, ...devices.map(({ expected }) => expected));
  let total = 0;
  for (let i = 0; i < n; i++) {
    const allowed = ((limit[i] ?? Number.NaN) / (1 - collectionLoss)) * stepHours;
    const { expected } = siteTotals(devices, i, allowed);
    if (expected > allowed) total += allowed - expected;
  }
  return total;
}

interface SiteTotals {
  expected: number;
  produced: number;
  loss: number;
}

function siteTotals(devices: readonly OverdesignDevice[], interval: number, allowed: number): SiteTotals {
  const totals: SiteTotals = { expected: 0, produced: 0, loss: 0 };
  let unread = 0;
  for (const { expected, produced } of devices) {
    const wanted = expected[interval] ?? Number.NaN;
    const made = produced[interval] ?? Number.NaN;
    if (Number.isNaN(made)) {
      if (wanted > 0) unread += wanted;
      continue;
    }
    totals.produced += made;
    totals.expected += Number.isNaN(wanted) ? made : wanted;
    if (wanted > made) totals.loss += wanted - made;
  }
  totals.expected += unread;
  totals.produced += unread * ratioOf(allowed, totals.expected);
  return totals;
}

interface LossRatioOptions {
  limitPower: number;
  stepHours: number;
  installed: number;
  site: SiteTotals;
}

function lossRatioOf(method: OverdesignMethod | undefined, { limitPower, stepHours, installed, site }: LossRatioOptions): number {
  if (Number.isNaN(limitPower)) return 1;
  if (method === 'acCapacityRatio') return ratioOf(limitPower, installed);
  if (method !== 'energyLossRatio') return 1;
  const atMeter = Math.max(0, Math.min(site.expected, limitPower * stepHours) - site.produced);
  return site.loss > 0 ? Math.min(1, atMeter / site.loss) : 0;
}

/** Allowed divided by offered, at most 1; 1 without limit or offer. */
function ratioOf(allowed: number, offered: number): number {
  return allowed < offered ? allowed / offered : 1;
}

function write(columns: readonly Float64Array[], at: number, interval: number, value: number): void {
  const column = columns[at];
  if (column) column[interval] = value;
}
