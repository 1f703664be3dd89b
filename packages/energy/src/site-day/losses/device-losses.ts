import type { TimelineSlice } from '../../events/timeline.ts';
import type { LossAllocation } from '../../losses/allocation.ts';
import type { IntervalLoss } from '../../losses/interval-loss.ts';
import type { ResidualParts } from '../../losses/residual.ts';
import type { SiteDevice } from '../site.ts';

/** What a generator lost over the day and to what, columns of shape (day.count). [kWh] NaN: not known */
export interface DeviceLosses {
  device: SiteDevice;
  /** As expected and measured, before what the connection could not have taken is left out. */
  interval: IntervalLoss;
  /** What is to be explained. */
  loss: Float64Array;
  expectedAtConnection: Float64Array;
  /** Timeline over the day, inherited events included. */
  slices: readonly TimelineSlice[];
  /** 1 where an event that bears a loss touches. */
  disturbed: Uint8Array;
  setpoint: Float64Array | undefined;
  allocation: LossAllocation;
  /** Expected less allocated less produced: what is left over, by cause. */
  residual: ResidualParts;
  /** 1 while ice on the blades cost energy. Absent: not known, or no turbine */
  iced?: Uint8Array;
  /** Everything with a known cause. */
  lost: Float64Array;
  /** [currency] */
  revenueLost: Float64Array;
  /** [currency/MWh] NaN: none known. */
  price: Float64Array;
}
