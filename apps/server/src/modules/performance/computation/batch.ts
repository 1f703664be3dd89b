import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { OverlayEntry } from '@solvane/energy/events/overlay';
import type { RawEvent } from '@solvane/energy/events/raw-events';
import type { RatingBaseline } from '@solvane/energy/pv/rating-baseline';
import type { InvalidationEntry } from '@solvane/energy/quality/invalidation';
import type { DayAccount } from '@solvane/energy/site-day/availability/day-account';
import type { ViewSums } from '@solvane/energy/site-day/availability/view-sums';
import type { OlderKnowledge } from '@solvane/energy/site-day/learn-site';
import type { SiteWalkSums } from '@solvane/energy/site-day/losses/walk-sums';
import type { SiteDayOutputs } from '@solvane/energy/site-day/outputs';
import type { SiteQualitySums } from '@solvane/energy/site-day/roll-up/quality-sums';
import type { LedgerSums } from '@solvane/energy/storage/ledger-sums';
import type { LocalDay } from '@solvane/energy/time/local-day';
import type { ImpactSums } from '../../../db/schema/quality.ts';
import type { RegisteredSeries, SeriesKey } from '../../../signals/series-registry.ts';
import type { SiteSetup } from '../configuration/site-configuration.ts';
import type { StoredEvidence } from '../evidence/evidence-cache.ts';
import type { WatchedKey } from '../impact/impact-sums.ts';

/** Days of one site that are computed together, with everything a thread needs beside the points: plain data. */
export interface BatchTask {
  siteId: SiteId;
  siteSegmentId: SegmentId;
  zone: string;
  stepMs: number;
  /** Instant of the computation. */
  nowMs: number;
  /** Ascending. Neighbours share what is read. */
  days: readonly LocalDay[];
  /** Configuration by the first day it holds for, ascending. */
  setups: readonly { fromDay: LocalDay; setup: SiteSetup }[];
  /** Every series of the site, of any kind. */
  series: readonly RegisteredSeries[];
  /** What controllers and people reported, over the days and their margins. */
  rawEvents: readonly RawEvent[];
  /** What earlier computations detected, by day. */
  detected: ReadonlyMap<LocalDay, readonly RawEvent[]>;
  /** Edits of people by device. */
  overlays: ReadonlyMap<string, readonly OverlayEntry[]>;
  /** What users declared invalid or restored, by device and signal (`signalKey`), over the days and their margins. */
  invalidations: ReadonlyMap<string, readonly InvalidationEntry[]>;
  /** Of earlier days, and of the days themselves where they were computed before. */
  evidence: readonly StoredEvidence[];
  /** Of days before those, as far as a day of the batch asks for it. */
  older: OlderKnowledge;
  /** Days whose evidence stays as it is: a person changed something, and later days are not to learn from that. */
  keptEvidence: ReadonlySet<LocalDay>;
  /** First point that ever came from the site; undefined: not known. */
  beginMs: number | undefined;
  /** Of the days those that were never computed, or only while nothing had arrived. */
  newDays: readonly LocalDay[];
  /** Devices whose rating baseline is of a period that is not meant any more. */
  obsoleteBaselines: readonly string[];
}

/** What a computed day leaves behind beside its points. */
export interface ComputedDay
  extends Pick<
    SiteDayOutputs,
    'day' | 'detected' | 'timelines' | 'promoted' | 'losses' | 'expectationGaps' | 'removals' | 'darkSilences' | 'evidence'
  > {
  horizonMs: number;
  configurationHash: string;
  /** undefined: nothing was known of earlier days. */
  learnedFrom: LocalDay | undefined;
  /** Nothing arrived on the day. */
  isSilent: boolean;
  /** Sums of the day that those of any period are made of. */
  walk: SiteWalkSums;
  ledger: LedgerSums | undefined;
  availability: readonly ViewSums[];
  quality: SiteQualitySums | undefined;
  account: DayAccount;
}

export interface FailedDay {
  day: LocalDay;
  message: string;
}

export interface BatchResult {
  computed: readonly ComputedDay[];
  failed: readonly FailedDay[];
  /** What ratings are compared with from now on, by device. */
  baselines: ReadonlyMap<string, RatingBaseline>;
  /** Days whose evidence was kept and now tells rules that look back what they did not ask for before. */
  telling: readonly LocalDay[];
}

/** One signal of one device, as it is and as a changed configuration would make it. */
export interface PreviewedSignal {
  segmentId: string;
  signalId: string;
  changedIntervals: number;
  /** Sums where a signal adds up over time, else means; NaN: no value. */
  before: number;
  after: number;
}

/** What would another configuration do? Nothing is written. */
export interface PreviewTask {
  task: BatchTask;
  changed: Pick<BatchTask, 'setups' | 'invalidations'>;
}

/** One signal over the days that are compared, and where it is taken from. */
export interface ComparisonTask extends PreviewTask {
  watched?: WatchedKey;
}

/** A signal of a device as rules leave it; NaN: no value. */
export interface ComparedSignal {
  values: number[];
  flags: number[];
  methods: number[];
}

/** What a site comes to as it is configured and as it would be. */
export interface Comparison {
  before: ImpactSums;
  after: ImpactSums;
  /** Absent: none was asked for, or the device does not measure it. */
  watched?: { timesMs: readonly number[]; raw: readonly number[]; before: ComparedSignal; after: ComparedSignal };
}

/** Gives series numbers to signals that have none yet. */
export type RegisterSeries = (keys: readonly SeriesKey[]) => Promise<number[]>;

/** Runs batches, here or in a thread. */
export interface BatchRunner {
  /** How many batches are worth handing in at once, as things are: while one computes, others read and write. */
  readonly places: number;
  /** How many more of a day or two: those that are written at the same time share statements. */
  readonly recentPlaces: number;
  run(task: BatchTask): Promise<BatchResult>;
  /** @throws Error saying why a day cannot be computed */
  preview(task: PreviewTask): Promise<PreviewedSignal[]>;
  /** @throws Error saying why a day cannot be computed */
  compare(task: ComparisonTask): Promise<Comparison>;
  close(): Promise<void>;
}
