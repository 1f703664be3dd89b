import type { BlockScatter, PerformanceBlock } from '../events/underperformance.ts';
import type { RatingBaseline } from '../pv/rating-baseline.ts';
import type { Resolution } from '../quality/resolution.ts';
import type { SignalMemory } from '../quality/site.ts';
import type { LocalDay } from '../time/local-day.ts';
import type { IcingReference } from '../wind/icing.ts';
import type { LearnedRatios } from '../wind/reference-turbines.ts';

/** Changes when the meaning of a memory does: one of another version is learned again. */
export const MEMORY_VERSION = 9;

/** What the rules of a site know from earlier days. Learned once when a day closes; edits of old days do not change it. */
export interface SiteMemory {
  version: number;
  /** Days before this one were learned from. NaN: none */
  learnedTo: LocalDay;
  /** Light-weighted cell temperature of the last year. [°C] Absent: less than a year is known */
  typicalCellTemperature?: number;
  /** Share lost between devices and grid meter, median of the last 30 days. Absent: none of them tells */
  collectionLoss?: number;
  devices: ReadonlyMap<string, DeviceMemory>;
  /** Energy of an inverter per rating against the inverters of its plane, by device; learned when first asked for. Absent: nothing was learned */
  peerRatios?: () => ReadonlyMap<string, number>;
}

export interface DeviceMemory {
  /** By apCode: what quality rules look back for. */
  signals: ReadonlyMap<string, SignalMemory>;
  /** In what steps a signal of the last days is written, by apCode; undefined: too little is known. Absent: nothing was learned */
  resolutionOf?: (apCode: string) => Resolution | undefined;
  /** Of an inverter: the rating its power shows, at least the stated one. [kW] NaN: not known */
  shownRating?: () => number;
  /** Of an inverter without irradiance: its last 14 days without events within 60. Absent: none */
  daylightLoads?: () => readonly DaylightLoads[];
  /** Power against each reference turbine, by its id. */
  powerRatios: LearnedRatios;
  /** Share of its output a device has left under its dirt, 1 when clean. */
  cleanShare: number;
  /** Change of output per year, on the first day of a month. [%/yr] Absent: less than two years are known */
  degradationRate?: number;
  /** Rating of its modules in a period that is over. Absent: it is not over yet, or no modules */
  baseline?: RatingBaseline;
  /** A controller reported events of it. Absent: not known */
  reportsCodes?: true;
  /** Of a battery. */
  storage?: StorageMemory;
  /** Powers a turbine gave at each wind while no ice was possible; undefined: nothing was learned yet. Absent: no turbine */
  icing?: () => IcingReference | undefined;
  /** Days in a row up to the day before on which it sent nothing because the sun stayed too low for its logger. Absent: none */
  darkDays?: number;
  /** How much its blocks of this kind and load differ from their expectation while it is well; undefined: too few are known. Absent: none */
  blockScatter?: (block: Pick<PerformanceBlock, 'kind' | 'load'>) => BlockScatter | undefined;
}

/** What discharges told of a battery. */
export interface StorageMemory {
  /** Median of what was measured in the last four weeks, else the last measurement. [kWh] */
  capacity: number;
  /** Day of the last measurement: after three months it deserves doubt. */
  measuredOn: LocalDay;
}

/** The memory of a site before the first learning. */
export const EMPTY_MEMORY: SiteMemory = { version: MEMORY_VERSION, learnedTo: Number.NaN, devices: new Map() };

/** What an inverter made of the daylight of a day. */
export interface DaylightLoads {
  startMs: number;
  stepMs: number;
  /** Mean power in thousandths of the AC rating, whole numbers; NaN: not known. */
  loads: Float64Array;
}
