import { scaled } from '@solvane/series/columns';
import { orderedDischarge } from '../../production/expected-methods.ts';
import { sumOf } from '../layout/device-tree.ts';
import type { SiteDevice } from '../site.ts';
import type { ExpectContext } from './expect-context.ts';
import { askInTurn, type Expectation } from './expectation.ts';
import { expectationGap, type MissingExpectationReason } from './missing-expectation.ts';

/**
 * What every battery inverter should have discharged: its share of the order, whatever its state.
 *
 * @param inverters - of one site
 * @param context - validated signals and configuration
 */
export function expectStorage(inverters: readonly SiteDevice[], context: ExpectContext): Expectation[] {
  const { site, frame } = context;
  const missing = () => new Float64Array(frame.span.count).fill(Number.NaN);
  return inverters.map((device) => {
    const order = storageOrder(device, inverters, context);
    const power = () => (order ? orderedDischarge(order, device.capacityAc) : missing());
    const asked = site.expectedMethods.BESS.filter((method) => method === 'dispatch').map((method) => ({ method, power }));
    const expected = askInTurn(asked, frame);
    const always: MissingExpectationReason[] = asked.length === 0 ? ['noMethod'] : device.capacityAc > 0 ? ['noDispatch'] : ['noRating'];
    const gap = expectationGap({ expected: expected.power, always, reasonAt: () => undefined }, frame);
    return {
      device,
      theoretical: missing(),
      expected,
      energy: scaled(expected.power, frame.stepHours),
      suspect: new Uint8Array(frame.span.count),
      isStopVisible: Uint8Array.from(expected.power, (kw) => (Number.isNaN(kw) ? 0 : 1)),
      ...(gap && { gap }),
      weather: undefined,
    };
  });
}

/**
 * Dispatch order of one battery inverter: its own, else its share by rating of that of the plant.
 *
 * @param device - battery inverter
 * @param inverters - all of the site
 * @param context - validated signals
 * @returns shape (span.count). [kW] undefined where there are no orders
 */
export function storageOrder(
  device: SiteDevice,
  inverters: readonly SiteDevice[],
  { tree, signals }: Pick<ExpectContext, 'tree' | 'signals'>,
): Float64Array | undefined {
  const own = signals.find(device.id, 'DispatchSetpoint')?.values;
  if (own) return own;
  const plant = tree.ancestorsOf(device).flatMap(({ id }) => signals.find(id, 'DispatchSetpoint')?.values ?? [])[0];
  const share = device.capacityAc / sumOf(inverters);
  return plant?.map((order) => order * share);
}
