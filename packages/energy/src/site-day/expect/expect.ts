import type { ExpectContext } from './expect-context.ts';
import type { Expectation } from './expectation.ts';
import { expectSolar } from './solar.ts';
import { expectStorage } from './storage.ts';
import { expectWind } from './wind.ts';

/**
 * Stage 2: what every generator should have made of its weather or its orders.
 *
 * @param context - validated signals and configuration
 * @returns one per generator, by id
 */
export function expect(context: ExpectContext): Expectation[] {
  const { generators } = context.tree;
  const of = (source: 'PV' | 'Wind' | 'BESS') => generators.filter(({ energySource }) => energySource === source);
  const byDevice = new Map(
    [...expectSolar(of('PV'), context), ...expectWind(of('Wind'), context), ...expectStorage(of('BESS'), context)].map((each) => [
      each.device,
      each,
    ]),
  );
  return generators.flatMap((device) => byDevice.get(device) ?? []);
}
