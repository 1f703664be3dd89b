import type { RawEvent } from '../events/raw-events.ts';
import type { RuleRemoval } from '../quality/rule-warnings.ts';
import type { EnergyLedger } from '../storage/shared-connection.ts';
import type { IntervalGrid } from '../time/interval.ts';
import type { LocalDay } from '../time/local-day.ts';
import type { DeviceAvailability } from './availability/site-availability.ts';
import type { ExpectationGap } from './expect/missing-expectation.ts';
import type { GroupedEvents } from './group/group-events.ts';
import type { SitePromotion } from './group/group-site.ts';
import type { SiteDayEvidence } from './learn/evidence.ts';
import type { EventLoss } from './losses/event-losses.ts';
import type { SiteWalkSums } from './losses/walk-sums.ts';
import type { SiteQualitySums } from './roll-up/quality-sums.ts';

/** Everything computed for one site on one local day. Columns have the shape (grid.count); NaN is missing. */
export interface SiteDayOutputs {
  siteId: string;
  day: LocalDay;
  /** Intervals that begin on the day and have passed. */
  grid: IntervalGrid;
  validated: readonly ValidatedColumn[];
  derived: readonly DerivedColumn[];
  /** Events found in the day's signals; they replace those found there before. */
  detected: readonly RawEvent[];
  /** Timelines of the devices with events around the day. Never cut at midnight. */
  timelines: readonly GroupedEvents[];
  promoted: readonly SitePromotion[];
  /** What each of these events cost on the day. */
  losses: readonly EventLoss[];
  /** One per generator. */
  availability: readonly DeviceAvailability[];
  /** Generators without expected power in part of the day or all of it, and why. */
  expectationGaps: readonly DeviceExpectationGap[];
  /** What the loss walk of any period is made of. */
  walk: SiteWalkSums;
  /** Who sent how much where, at a hybrid site. */
  ledger?: EnergyLedger;
  /** What the quality of its data over any period is made of. Absent: no interval of the day has passed */
  quality?: SiteQualitySums;
  /** Tests that removed more than a test should. */
  removals: readonly RuleRemoval[];
  /** PV loggers that sent nothing on more than a week of days on which the sun stays too low for them, with the number of days. */
  darkSilences: readonly DarkSilence[];
  /** What `learnSite` makes the memory of later days of. */
  evidence: SiteDayEvidence;
}

export interface DeviceExpectationGap extends ExpectationGap {
  deviceId: string;
}

/** A logger that may be in standby or broken. */
export interface DarkSilence {
  deviceId: string;
  /** In a row, with the day itself. */
  days: number;
}

/** Values of `apCode||Validated`, with what is known about their making. */
export interface ValidatedColumn {
  deviceId: string;
  apCode: string;
  values: Float64Array;
  /** Quality bits. */
  flags: Int32Array;
  /** Numbers of the methods that supplied the values. */
  methods: Uint8Array;
}

export interface DerivedColumn {
  deviceId: string;
  signalId: string;
  values: Float64Array;
  /** What a value counts in means over time and devices: the denominator of a ratio. Absent: its interval. */
  weights?: Float64Array;
}
