import { columnSpace } from '@solvane/series/columns';
import { combine, commonLength } from '@solvane/series/combine';

/** How the silence of a device counts whose meter did not count on: not known, or as if it had produced nothing. */
export type SilenceTreatment = 'noLoss' | 'asLost';

export interface IntervalLossOptions {
  /** shape (n). [kWh] */
  expected: Float64Array;
  /** Net, shape (n). [kWh] */
  actual: Float64Array;
  /** 1 during communication loss, shape (n); absent: never. */
  silent?: Uint8Array;
  silenceTreatment?: SilenceTreatment;
}

/** Loss of each interval and the values it was made with, shape (n). [kWh] NaN: not known */
export interface IntervalLoss {
  /** Never negative; NaN without expectation or production. */
  loss: Float64Array;
  /** Own consumption is not negative production. */
  produced: Float64Array;
  expected: Float64Array;
  /** 1 where silence counts as lost: the share of communication events in `allocateLosses`. */
  lostInSilence: Uint8Array;
}

/**
 * Energy an interval fell short of its expectation.
 *
 * What is missing stays missing: neither stands in for the other. Where nothing is expected nothing is lost, whatever the production: nights
 * without rows have no loss.
 *
 * @param options - energies of the intervals
 * @returns loss and what it was made with
 * @throws RangeError when the lengths differ
 */
export function intervalLoss({ expected, actual, silent, silenceTreatment = 'noLoss' }: IntervalLossOptions): IntervalLoss {
  const n = commonLength(expected, actual, ...(silent ? [silent] : []));
  const columns = columnSpace(2, n);
  const result: IntervalLoss = { loss: columns(), produced: columns(), expected, lostInSilence: new Uint8Array(n) };
  for (let i = 0; i < n; i++) {
    const wanted = expected[i] ?? Number.NaN;
    const measured = actual[i] ?? Number.NaN;
    const isLostInSilence = silenceTreatment === 'asLost' && silent?.[i] === 1 && Number.isNaN(measured) && !Number.isNaN(wanted);
    const produced = isLostInSilence ? 0 : Math.max(0, measured);
    result.produced[i] = produced;
    result.loss[i] = wanted <= 0 ? 0 : Math.max(0, wanted - produced);
    result.lostInSilence[i] = isLostInSilence ? 1 : 0;
  }
  return result;
}

/** Shortfall up to this share is within what expectations are worth. */
export const GAP_TOLERANCE = 0.15;

/**
 * Whether a communication gap hid a real outage: the meter counted on, but far less than expected.
 *
 * @param counted - energy the meter counted over the gap. [kWh] NaN: it has no counter
 * @param expected - over the same time. [kWh]
 * @param tolerance - share of the expectation that may be missing
 * @returns false without a counter
 * @see the lower confidence bound in RdTools' availability analysis
 */
export function isOutageBehindSilence(counted: number, expected: number, tolerance: number = GAP_TOLERANCE): boolean {
  return counted < (1 - tolerance) * expected;
}

/**
 * Own part of a setpoint given to the whole site, by expected power.
 *
 * @param siteSetpoint - shape (n). [kW]
 * @param ownExpected - shape (n). [kW]
 * @param siteExpected - sum over the site, shape (n). [kW]
 * @returns shape (n). [kW] NaN without a setpoint or expectation
 * @throws RangeError when the lengths differ
 */
export function shareOfSiteSetpoint(siteSetpoint: Float64Array, ownExpected: Float64Array, siteExpected: Float64Array): Float64Array {
  return combine(siteSetpoint, ownExpected, siteExpected, (setpoint, own, all) => (all > 0 ? (setpoint * own) / all : Number.NaN));
}
