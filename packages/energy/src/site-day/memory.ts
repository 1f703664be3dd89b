import type { SignalMemory } from '../quality/site.ts';
import type { LocalDay } from '../time/local-day.ts';
import type { ReferenceRatios } from '../wind/reference-turbines.ts';

/** Changes when the meaning of a memory does: one of another version is learned anew. */
export const MEMORY_VERSION = 1;

/** What the rules of a site know from earlier days. Learned once when a day closes; edits of old days do not change it. */
export interface SiteMemory {
  version: number;
  /** Days before this one were learned from. NaN: none */
  learnedTo: LocalDay;
  devices: ReadonlyMap<string, DeviceMemory>;
}

export interface DeviceMemory {
  /** By apCode: what quality rules look back for. */
  signals: ReadonlyMap<string, SignalMemory>;
  /** Power against each reference turbine, by its id. */
  powerRatios: ReadonlyMap<string, ReferenceRatios>;
  /** Share of its output a device has left under its dirt, 1 when clean. */
  cleanShare: number;
}

/** The memory of a site nobody has learned from yet. */
export const EMPTY_MEMORY: SiteMemory = { version: MEMORY_VERSION, learnedTo: Number.NaN, devices: new Map() };
