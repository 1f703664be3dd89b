import { type EventType, UNLISTED_CATEGORY_RANK } from './event-types.ts';
import type { TimeCategory } from './time-category.ts';

/** Which devices a category set is for. */
export type CategorySetEnergyType = 'All' | 'PVPlant' | 'Wind' | 'Battery';

/** A cause of events. Its rank in a set decides between events of one type at the same time: smaller wins. */
export interface EventCategory {
  name: string;
  eventType: EventType;
  timeCategory: TimeCategory;
  rank: number;
}

export const UNCLASSIFIED = 'Unclassified';

const common = [
  ['Force majeure', 'Downtime', 'FM'],
  ['Grid outage', 'Downtime', 'GE'],
  ['Health and safety stop', 'Downtime', 'SU'],
  ['Forced outage', 'Downtime', 'FO'],
  ['Corrective maintenance', 'Downtime', 'PCA'],
  ['Scheduled maintenance', 'Downtime', 'SM'],
  ['Owner requested stop', 'Downtime', 'RQ'],
  ['Grid curtailment', 'Curtailment', 'RQ'],
  ['Market curtailment', 'Curtailment', 'RQ'],
  ['Underperformance', 'Degraded', 'PP'],
  ['Data outage', 'Communication Loss', 'IU'],
  [UNCLASSIFIED, 'Unknown', 'FO'],
  ['Notification', 'Warning', 'FP'],
  ['Status', 'Informational', 'FP'],
] as const satisfies readonly Row[];

const solar = [
  ['Inverter fault', 'Downtime', 'FO'],
  ['DC or string fault', 'Degraded', 'PP'],
  ['Tracker fault', 'Degraded', 'PP'],
  ['Snow', 'Degraded', 'EN'],
  ['Soiling', 'Degraded', 'PP'],
  ['Low irradiance', 'Informational', 'LR'],
  ['Inverter temperature derating', 'Degraded', 'PP'],
] as const satisfies readonly Row[];

const wind = [
  ['Turbine fault', 'Downtime', 'FO'],
  ['Icing stop', 'Downtime', 'EN'],
  ['Icing degradation', 'Degraded', 'EN'],
  ['High wind stop', 'Downtime', 'EN'],
  ['Noise mode', 'Curtailment', 'RQ'],
  ['Bat or bird stop', 'Curtailment', 'RQ'],
  ['Shadow flicker stop', 'Curtailment', 'RQ'],
  ['Cable untwist and self test', 'Downtime', 'TS'],
  ['Low wind', 'Informational', 'LR'],
] as const satisfies readonly Row[];

const battery = [
  ['BMS or PCS fault', 'Downtime', 'FO'],
  ['Thermal derating', 'Degraded', 'PP'],
  ['Cell imbalance', 'Degraded', 'PP'],
  ['Capacity test', 'Downtime', 'TS'],
  ['State-of-charge limit', 'Informational', 'RS'],
  ['Idle', 'Informational', 'RS'],
] as const satisfies readonly Row[];

/** Names of the categories every installation begins with. */
export type DefaultCategoryName = (typeof common | typeof solar | typeof wind | typeof battery)[number][0];

/** The sets every enterprise begins with. */
export const DEFAULT_CATEGORY_SETS: Record<CategorySetEnergyType, readonly EventCategory[]> = {
  All: ranked(common),
  PVPlant: ranked([...common, ...solar]),
  Wind: ranked([...common, ...wind]),
  Battery: ranked([...common, ...battery]),
};

/**
 * The set a device uses: that of its own kind if the enterprise has one, else the one for all.
 *
 * @param sets - of the enterprise
 * @param energyType - of the device; absent for a site or grid connection of several kinds
 * @returns undefined when the enterprise has neither
 */
export function categorySetFor<T extends { energyType: CategorySetEnergyType }>(
  sets: readonly T[],
  energyType: CategorySetEnergyType = 'All',
): T | undefined {
  return sets.find((set) => set.energyType === energyType) ?? sets.find((set) => set.energyType === 'All');
}

/**
 * Rank of a category in a set.
 *
 * @param categories - of the set
 * @param name - of the category
 * @returns UNLISTED_CATEGORY_RANK when the set does not have it
 */
export function categoryRank(categories: readonly Pick<EventCategory, 'name' | 'rank'>[], name: string): number {
  return categories.find((category) => category.name === name)?.rank ?? UNLISTED_CATEGORY_RANK;
}

export type RankProblem = 'categoryNotInSet' | 'priorityExists' | 'notAnInteger';

/**
 * Why a category cannot be given a rank.
 *
 * @param categories - of the set
 * @param name - of the category
 * @param rank - wanted
 * @returns undefined when it can
 */
export function rankProblem(
  categories: readonly Pick<EventCategory, 'name' | 'rank'>[],
  name: string,
  rank: number,
): RankProblem | undefined {
  if (!categories.some((category) => category.name === name)) return 'categoryNotInSet';
  if (!Number.isInteger(rank)) return 'notAnInteger';
  return categories.some((category) => category.rank === rank && category.name !== name) ? 'priorityExists' : undefined;
}

type Row = readonly [name: string, eventType: EventType, timeCategory: TimeCategory];

function ranked(rows: readonly Row[]): EventCategory[] {
  return rows.map(([name, eventType, timeCategory], i) => ({ name, eventType, timeCategory, rank: i + 1 }));
}
