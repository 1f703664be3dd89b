import type { SiteDayInputs } from '../inputs.ts';
import type { DeviceTree } from '../layout/device-tree.ts';
import type { SiteFrame } from '../layout/frame.ts';
import type { SiteMemory } from '../memory.ts';
import type { SiteConfiguration } from '../site.ts';
import type { ReportedState } from '../validate/reported-state.ts';
import type { ValidatedSignals } from '../validate/validate.ts';
import type { Expectation } from './expectation.ts';
import { expectSolar } from './solar.ts';
import { expectStorage } from './storage.ts';
import { expectWind } from './wind.ts';

export interface ExpectContext {
  site: SiteConfiguration;
  tree: DeviceTree;
  frame: SiteFrame;
  inputs: SiteDayInputs;
  signals: ValidatedSignals;
  states: ReadonlyMap<string, ReportedState>;
  memory: SiteMemory;
  /** Of the first sensor that measures it, shape (span.count). [cm] NaN: not known */
  snowDepth: Float64Array;
}

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
