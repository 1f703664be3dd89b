import { median } from '@solvane/series/quantile';
import { type BlockScatter, blockScatter, type PerformanceBlock } from '../events/underperformance.ts';
import { shownRating } from '../pv/clipping.ts';
import { degradationRate } from '../pv/degradation.ts';
import type { RatingSums } from '../pv/power-rating-line.ts';
import { type DayRange, type RatingBaseline, ratingBaseline } from '../pv/rating-baseline.ts';
import { lastSoilingInterval, type SoilingOptions } from '../pv/soiling.ts';
import { addLineSums, type LineSums, lineOfSums, type ReferenceLine, type SatelliteSums, satelliteRatioOf } from '../quality/learning.ts';
import { type Resolution, resolutionOf } from '../quality/resolution.ts';
import type { SignalMemory } from '../quality/site.ts';
import type { ValueHistory } from '../quality/sources/persistence.ts';
import { findCatalogueRow } from '../signals/catalogue.ts';
import { civilDate, type LocalDay } from '../time/local-day.ts';
import { type IcingReference, icingReference } from '../wind/icing.ts';
import { type LearnedRatios, type ReferenceRatios, ratiosOfSums } from '../wind/reference-turbines.ts';
import { blockHistory } from './learn/block-history.ts';
import type { DeviceEvidence, SiteDayEvidence } from './learn/evidence.ts';
import { learnPeerRatios } from './learn/peer-ratios.ts';
import { type ReferenceKind, referenceBlocks } from './learn/reference-blocks.ts';
import type { DaylightLoads } from './memory.ts';
import { type DeviceMemory, MEMORY_VERSION, type SiteMemory, type StorageMemory } from './memory.ts';
import type { SiteConfiguration, SiteDevice } from './site.ts';

/** How far each rule looks back. [d] */
const SATELLITE_DAYS = 30;
const PLANE_DAYS = 30;
const LINE_DAYS = 30;
const HISTORY_DAYS = 30;
const RESOLUTION_DAYS = 7;
const PEAK_DAYS = 30;
const REFERENCE_DAYS = 180;
const SOILING_DAYS = 365;
const ICING_DAYS = 365;
const CAPACITY_DAYS = 28;
const LOAD_DAYS = 14;
const LOAD_REACH_DAYS = 60;
const YEAR_DAYS = 365;
const COLLECTION_DAYS = 30;
/** Days with light a learned year needs at least: a season that lacks would shift the mean. */
const YEAR_AT_LEAST = 330;

/**
 * What the rules of a site know on a day: references, satellite and dirt, from the evidence of earlier days only.
 *
 * @param site - its devices
 * @param day - first day the memory is for; later evidence is not looked at
 * @param evidence - of computed days, in any order
 * @param older - what days before that evidence showed, and what was fixed since. Absent: nothing is known of them
 */
export function learnSite(
  site: SiteConfiguration,
  day: LocalDay,
  evidence: readonly SiteDayEvidence[],
  older: OlderKnowledge = NOTHING_OLDER,
): SiteMemory {
  const earlier = evidence.filter((each) => each.day < day).sort((a, b) => a.day - b.day);
  const typicalCellTemperature = cellTemperatureOfYear(day, earlier);
  const collectionLoss = collectionLossOf(day, earlier);
  let ratios: ReadonlyMap<string, number> | undefined;
  return {
    version: MEMORY_VERSION,
    learnedTo: day,
    ...(typicalCellTemperature !== undefined && { typicalCellTemperature }),
    ...(!Number.isNaN(collectionLoss) && { collectionLoss }),
    devices: new Map(site.devices.map((device) => [device.id, learnDevice(device, { site, day, days: daysOf(device, earlier), older })])),
    peerRatios: () => {
      ratios ??= learnPeerRatios(site, day, earlier);
      return ratios;
    },
  };
}

/** NaN: no day of the last 30 tells. */
function collectionLossOf(day: LocalDay, earlier: readonly SiteDayEvidence[]): number {
  const recent = earlier.filter((each) => each.day >= day - COLLECTION_DAYS);
  return median(Float64Array.from(recent, ({ collectionLoss = Number.NaN }) => collectionLoss));
}

/** What a site knows beside the evidence of the last year. */
export interface OlderKnowledge {
  indices: OlderIndices;
  /** By device with modules. */
  baselines: ReadonlyMap<string, RatingBaseline | OpenBaseline>;
}

/** One whose period is over and that is not fixed yet. */
export interface OpenBaseline extends DayRange {
  /** Of days of the period that are not among the evidence. */
  other: readonly RatingSums[];
}

export const NOTHING_OLDER: OlderKnowledge = { indices: new Map(), baselines: new Map() };

/** Performance indices by device, against an expectation without age, of days by rising number. */
export type OlderIndices = ReadonlyMap<string, readonly { day: LocalDay; index: number }[]>;

/** What a device taught on a day. */
interface DeviceDay {
  day: LocalDay;
  rain: number;
  own: DeviceEvidence;
}

interface Lesson {
  older: OlderKnowledge;
  site: SiteConfiguration;
  day: LocalDay;
  /** Days the device taught something on, by rising number. */
  days: readonly DeviceDay[];
}

function daysOf({ id }: SiteDevice, earlier: readonly SiteDayEvidence[]): DeviceDay[] {
  const days: DeviceDay[] = [];
  for (const { day, rain, devices } of earlier) {
    const own = devices.get(id);
    if (own) days.push({ day, rain, own });
  }
  return days;
}

function learnDevice(device: SiteDevice, lesson: Lesson): DeviceMemory {
  const signals = new Map<string, SignalMemory>();
  const learn = (apCode: string, learned: SignalMemory) => signals.set(apCode, { ...signals.get(apCode), ...learned });
  for (const [apCode, sums] of satelliteOf(lesson)) learn(apCode, { satelliteRatio: satelliteRatioOf(sums) });
  const planeDays = new Map(within(lesson, PLANE_DAYS).flatMap(({ day, own }) => (own.plane ? [[day, own.plane] as const] : [])));
  if (planeDays.size > 0) learn('IrradiancePOA', { planeDays });
  for (const [apCode, referenceLines] of linesOf(lesson)) learn(apCode, { referenceLines });
  for (const [apCode, histories] of historiesOf(lesson)) learn(apCode, { histories });
  const hasReferences = device.referenceTurbineIds !== undefined && device.referenceTurbineIds.length > 0;
  const sumsOf = referenceBlocks(hasReferences ? within(lesson, REFERENCE_DAYS) : []);
  const powerRatios = referenceRatios(device, lesson, { sumsOf, of: 'power' });
  if (hasReferences) {
    learn('NacelleWindSpeed', { referenceRatios: referenceRatios(device, lesson, { sumsOf, of: 'windSpeed' }) });
    learn('ActivePower', { referenceRatios: powerRatios });
  }
  const storage = storageOf(lesson);
  const baseline = baselineOf(device, lesson);
  const rate = civilDate(lesson.day).day === 1 ? degradationOf(device, lesson) : Number.NaN;
  return {
    signals,
    resolutionOf: resolutions(device, lesson),
    ...(device.energySource === 'PV' && { shownRating: ratingShown(device, lesson), daylightLoads: () => loadsOf(lesson) }),
    powerRatios,
    cleanShare: cleanShareOf(lesson),
    ...(!Number.isNaN(rate) && { degradationRate: rate }),
    ...(baseline && { baseline }),
    ...(lesson.days.some(({ own }) => own.reportsCodes) && { reportsCodes: true as const }),
    ...(storage && { storage }),
    ...(device.energySource === 'Wind' && { icing: () => icingOf(device, lesson) }),
    ...darkDaysOf(lesson),
    ...(lesson.days.some(({ own }) => own.blocks) && { blockScatter: (block) => blockScatterOf(block, lesson) }),
  };
}

/** The last ones of days without events. */
function loadsOf(lesson: Lesson): DaylightLoads[] {
  return within(lesson, LOAD_REACH_DAYS)
    .flatMap(({ own }) => own.daylightLoads ?? [])
    .slice(-LOAD_DAYS);
}

/** Four weeks of discharges; in a calm time the last one there was. */
function storageOf({ days, day: today }: Lesson): StorageMemory | undefined {
  const measured: { day: LocalDay; capacity: number }[] = [];
  for (const { day, own } of days) for (const capacity of own.capacities ?? []) measured.push({ day, capacity });
  const last = measured.at(-1);
  if (!last) return undefined;
  const recent = measured.filter(({ day }) => day >= today - CAPACITY_DAYS);
  const capacity = recent.length === 0 ? last.capacity : median(Float64Array.from(recent, (each) => each.capacity));
  return { capacity, measuredOn: last.day };
}

/** Once a month: a year more or less a day says nothing new. */
function degradationOf({ id }: SiteDevice, { days, older }: Lesson): number {
  const recent = days.flatMap(({ day, own }) => {
    const { index, age = 1 } = own.performance ?? { index: Number.NaN };
    return Number.isNaN(index) ? [] : [{ day, index: index * age }];
  });
  const first = recent[0]?.day ?? Number.POSITIVE_INFINITY;
  const all = [...(older.indices.get(id) ?? []).filter(({ day }) => day < first), ...recent];
  return degradationRate({ days: Float64Array.from(all, ({ day }) => day), index: Float64Array.from(all, ({ index }) => index) });
}

/** Days of the period itself and before have nothing to be compared with. */
function baselineOf({ id }: SiteDevice, { days, day: today, older }: Lesson): RatingBaseline | undefined {
  const known = older.baselines.get(id);
  if (!known || today <= known.last) return undefined;
  return 'slope' in known ? known : fixBaseline(known, days);
}

function fixBaseline({ first, last, other }: OpenBaseline, days: Iterable<Pick<DeviceDay, 'day' | 'own'>>): RatingBaseline {
  const ratings = [...other];
  for (const { day, own } of days) if (own.rating && day >= first && day <= last) ratings.push(own.rating);
  return { first, last, ...ratingBaseline(ratings) };
}

/**
 * Fixes the baselines whose period is over: what the days of a batch were compared with, if some of them come after it, and what others will be.
 *
 * @param older - of the batch
 * @param evidence - of its days and those before
 * @returns by device; none for those that were fixed before
 */
export function fixBaselines({ baselines }: OlderKnowledge, evidence: Iterable<SiteDayEvidence>): Map<string, RatingBaseline> {
  const known = [...evidence].sort((a, b) => a.day - b.day);
  const daysWith = (id: string) =>
    known.flatMap(({ day, devices }) => {
      const own = devices.get(id);
      return own ? [{ day, own }] : [];
    });
  return new Map([...baselines].flatMap(([id, each]) => ('slope' in each ? [] : [[id, fixBaseline(each, daysWith(id))] as const])));
}

function darkDaysOf({ days, day: today }: Lesson): Pick<DeviceMemory, 'darkDays'> {
  const last = days.at(-1);
  return last?.day === today - 1 && last.own.darkDays !== undefined ? { darkDays: last.own.darkDays } : {};
}

function blockScatterOf({ kind, load }: Pick<PerformanceBlock, 'kind' | 'load'>, { days, day: today }: Lesson): BlockScatter | undefined {
  return blockScatter(blockHistory(days, { kind, today }), load);
}

function icingOf(device: SiteDevice, lesson: Lesson): IcingReference | undefined {
  const histograms = within(lesson, ICING_DAYS).flatMap(({ own }) => own.powerAtWind ?? []);
  if (histograms.length === 0) return undefined;
  return icingReference(histograms, device.capacityAc);
}

/** Of all inverters, each weighing by its light. */
function cellTemperatureOfYear(today: LocalDay, earlier: readonly SiteDayEvidence[]): number | undefined {
  let [light, warmth, days] = [0, 0, 0];
  for (const { day, devices } of earlier) {
    if (day < today - YEAR_DAYS) continue;
    let hasCell = false;
    for (const { cell } of devices.values()) {
      if (!cell) continue;
      hasCell = true;
      light += cell.light;
      warmth += cell.warmth;
    }
    if (hasCell) days += 1;
  }
  return days >= YEAR_AT_LEAST && light > 0 ? warmth / light : undefined;
}

/** Of the last days only. */
function within({ days, day: today }: Lesson, count: number): readonly DeviceDay[] {
  let start = days.length;
  while (start > 0 && (days[start - 1]?.day ?? Number.NEGATIVE_INFINITY) >= today - count) start--;
  return start === 0 ? days : days.slice(start);
}

function satelliteOf(lesson: Lesson): Map<string, SatelliteSums> {
  const total = new Map<string, SatelliteSums>();
  for (const { own } of within(lesson, SATELLITE_DAYS)) {
    for (const [apCode, sums] of own.satellite) {
      const before = total.get(apCode) ?? { own: 0, satellite: 0, count: 0 };
      total.set(apCode, {
        own: before.own + sums.own,
        satellite: before.satellite + sums.satellite,
        count: before.count + sums.count,
      });
    }
  }
  return total;
}

/** By apCode and reference. */
function linesOf(lesson: Lesson): Map<string, Map<string, ReferenceLine>> {
  const totals = new Map<string, Map<string, LineSums>>();
  for (const { own } of within(lesson, LINE_DAYS)) {
    for (const [apCode, byReference] of own.lines ?? []) {
      const total = totals.get(apCode) ?? new Map<string, LineSums>();
      totals.set(apCode, total);
      for (const [id, sums] of byReference) {
        const before = total.get(id);
        total.set(id, before ? addLineSums(before, sums) : sums);
      }
    }
  }
  const linesOfTotal = (total: Map<string, LineSums>) =>
    new Map(
      [...total].flatMap(([id, sums]) => {
        const line = lineOfSums(sums);
        return line ? [[id, line] as const] : [];
      }),
    );
  return new Map([...totals].map(([apCode, total]) => [apCode, linesOfTotal(total)]));
}

/** By apCode, latest day last. */
function historiesOf(lesson: Lesson): Map<string, ValueHistory[]> {
  const histories = new Map<string, ValueHistory[]>();
  for (const { own } of within(lesson, HISTORY_DAYS)) {
    for (const [apCode, history] of own.histories ?? []) {
      const ofSignal = histories.get(apCode);
      if (ofSignal) ofSignal.push(history);
      else histories.set(apCode, [history]);
    }
  }
  return histories;
}

function ratingShown({ capacityAc }: SiteDevice, lesson: Lesson): () => number {
  let known: number | undefined;
  return () => {
    known ??= shownRating(
      within(lesson, PEAK_DAYS).flatMap(({ own }) => own.peak ?? []),
      capacityAc,
    );
    return known;
  };
}

/** Few signals are ever asked for it. */
function resolutions({ capacityAc, capacityDc }: SiteDevice, lesson: Lesson): NonNullable<DeviceMemory['resolutionOf']> {
  const known = new Map<string, Resolution | undefined>();
  return (apCode) => {
    if (!known.has(apCode)) {
      const rating = apCode.startsWith('Dc') ? capacityDc : capacityAc;
      const days = within(lesson, RESOLUTION_DAYS).flatMap(({ own }) => own.steps?.get(apCode) ?? []);
      known.set(apCode, resolutionOf(days, findCatalogueRow(apCode)?.unit === 'kW' ? rating : Number.NaN));
    }
    return known.get(apCode);
  };
}

/** Half a year is added up for the references that are asked. */
function referenceRatios(
  device: SiteDevice,
  lesson: Lesson,
  { sumsOf, of }: { sumsOf: ReturnType<typeof referenceBlocks>; of: ReferenceKind },
): LearnedRatios {
  const known = new Map<string, ReferenceRatios | undefined>();
  const ratiosAgainst = (id: string): ReferenceRatios | undefined => {
    const sums = device.referenceTurbineIds?.includes(id) ? sumsOf(id, of) : undefined;
    if (!sums) return undefined;
    const rating = lesson.site.devices.find((each) => each.id === id)?.capacityAc ?? Number.NaN;
    return ratiosOfSums(sums, of === 'power' ? device.capacityAc / rating : 1);
  };
  return {
    get: (id) => {
      if (!known.has(id)) known.set(id, ratiosAgainst(id));
      return known.get(id);
    },
  };
}

/** Dirt goes on as it did since the last rain, one day further. */
function cleanShareOf(lesson: Lesson): number {
  const days = within(lesson, SOILING_DAYS);
  const [first] = days;
  if (!first || days.every(({ own }) => own.performance === undefined)) return 1;
  const length = lesson.day - first.day;
  const column = (valueOn: (each: (typeof days)[number]) => number | undefined) => {
    const values = new Float64Array(length).fill(Number.NaN);
    for (const each of days) values[each.day - first.day] = valueOn(each) ?? Number.NaN;
    return values;
  };
  const rainfall = column(({ rain }) => rain);
  const options: SoilingOptions = {
    index: column(({ own }) => own.performance?.index),
    insolation: column(({ own }) => own.performance?.insolation),
    ...(!rainfall.every(Number.isNaN) && { rainfall }),
  };
  const last = lastSoilingInterval(options);
  return last?.isSoiling ? Math.min(1, Math.max(0, 1 + last.slope * (length - last.firstDay))) : 1;
}
