import type { DeviceQuality, SignalQuality } from '../../quality/site.ts';

/** The signals of a site after validation. Values, flags and methods have the shape (span.count). */
export interface ValidatedSignals {
  devices: readonly DeviceQuality[];
  signalsOf(deviceId: string): ReadonlyMap<string, SignalQuality>;
  /** undefined: the device does not report it. */
  find(deviceId: string | undefined, apCode: string): SignalQuality | undefined;
}
