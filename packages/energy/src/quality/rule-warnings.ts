import type { LocalDay } from '../time/local-day.ts';
import type { TestName } from './method-attributes.ts';

/** What a test took of a signal on a day, where that is more than it should. */
export interface RuleRemoval {
  deviceId: string;
  apCode: string;
  method: TestName;
  /** Points that were removed. */
  removed: number;
  /** Points there were: of a day at most, with the sun above the horizon where it drives the device. */
  points: number;
}

/** Share of the points of a day above which a test removes too much. */
export const TOO_MUCH = 0.2;
/** Days out of the last ones on which it did. */
const LEAST_DAYS = 3;
const WINDOW_DAYS = 7;
/** Between two of three days out of seven there are at most so many. */
const LARGEST_GAP = WINDOW_DAYS - LEAST_DAYS + 1;

/** A test that removes too much of a quantity at a site. */
export interface RuleWarning {
  apCode: string;
  method: TestName;
  /** Of the points of these devices on those of the last days, 0 to 1. */
  share: number;
  deviceIds: readonly string[];
  /** First day of an unbroken series, of any devices of the site. */
  since: LocalDay;
}

/**
 * Tests that remove too much of a signal on at least three of the last seven days: of a healthy plant no test does.
 *
 * @param removals - of any days, in any order, one per device, signal, test and day
 * @param lastDay - last computed day
 * @returns by quantity and test, the largest share first
 * @see 91 of 144 points of each of six turbines on three days → 63 % of six devices
 */
export function ruleWarnings(removals: readonly (RuleRemoval & { day: LocalDay })[], lastDay: LocalDay): RuleWarning[] {
  const upTo = removals.filter(({ day, removed, points }) => day <= lastDay && removed > TOO_MUCH * points);
  const groups = Map.groupBy(upTo, ({ apCode, method }) => `${apCode} ${method}`);
  const warnings = [...groups.values()].flatMap((group) => warningOf(group, lastDay) ?? []);
  return warnings.sort((a, b) => b.share - a.share || (a.apCode < b.apCode ? -1 : 1));
}

function warningOf(group: readonly (RuleRemoval & { day: LocalDay })[], lastDay: LocalDay): RuleWarning | undefined {
  const [first] = group;
  const recent = Map.groupBy(
    group.filter(({ day }) => day > lastDay - WINDOW_DAYS),
    ({ deviceId }) => deviceId,
  );
  const affected = [...recent].filter(([, days]) => days.length >= LEAST_DAYS);
  if (!first || affected.length === 0) return undefined;
  const deviceIds = affected.map(([id]) => id).sort();
  const counted = affected.flatMap(([, days]) => days);
  const sumOf = (of: (each: RuleRemoval) => number) => counted.reduce((sum, each) => sum + of(each), 0);
  return {
    apCode: first.apCode,
    method: first.method,
    share: sumOf(({ removed }) => removed) / sumOf(({ points }) => points),
    deviceIds,
    since: beginOfSeries(group.map(({ day }) => day)),
  };
}

/** Back from the last day as long as no gap is larger than three out of seven days leave. */
function beginOfSeries(days: readonly LocalDay[]): LocalDay {
  const ordered = [...new Set(days)].sort((a, b) => b - a);
  let begin = ordered[0] ?? Number.NaN;
  for (const day of ordered) {
    if (begin - day > LARGEST_GAP) break;
    begin = day;
  }
  return begin;
}
