import { combine } from '@solvane/series/combine';
import { shareOfSiteSetpoint } from '../../losses/interval-loss.ts';
import type { ExpectContext } from './expect-context.ts';
import type { Expectation } from './expectation.ts';

/** Setpoint below which a generator was ordered to stay, shape (span.count). [kW] undefined: there are no orders. */
export type Orders = ReadonlyMap<string, Float64Array>;

const SETPOINT = 'CurtailmentSetpoint';

/**
 * Orders to every generator: its own setpoint, or by expectation its share of that of the plant; the smaller one where it has both.
 *
 * @param expectations - of all generators
 * @param context - validated signals
 * @returns by device
 */
export function ordersOf(expectations: readonly Expectation[], { tree, signals, frame }: ExpectContext): Orders {
  const controlled = expectations.filter(({ device }) => device.energySource !== 'BESS');
  const together = new Float64Array(frame.span.count);
  for (const { expected } of controlled) addKnown(together, expected.power);
  return new Map(
    controlled.flatMap(({ device, expected }): [string, Float64Array][] => {
      const own = signals.find(device.id, SETPOINT)?.values;
      const plant = tree.ancestorsOf(device).flatMap(({ id }) => signals.find(id, SETPOINT)?.values ?? [])[0];
      const share = plant && shareOfSiteSetpoint(plant, expected.power, together);
      if (own && share) return [[device.id, combine(own, share, lower)]];
      const order = own ?? share;
      return order ? [[device.id, order]] : [];
    }),
  );
}

function lower(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : Math.min(a, b);
}

function addKnown(sums: Float64Array, column: Float64Array): void {
  for (let i = 0; i < sums.length; i++) {
    const value = column[i] ?? Number.NaN;
    if (!Number.isNaN(value)) sums[i] = (sums[i] ?? 0) + value;
  }
}
