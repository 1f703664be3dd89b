import type { SiteDayInputs } from '../inputs.ts';
import type { DeviceTree } from '../layout/device-tree.ts';
import type { SiteFrame } from '../layout/frame.ts';
import type { SiteMemory } from '../memory.ts';
import type { SiteConfiguration } from '../site.ts';
import type { ReportedState } from '../validate/reported-state.ts';
import type { ValidatedSignals } from '../validate/validated-signals.ts';

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
