import type { Site, SiteStatus } from '@solvane/contract/fleet';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { type DataAge, dataAge } from '../time/data-age.ts';

/** What a site does, as far as its newest power says. */
export type SiteState = 'running' | 'charging' | 'idle' | 'noData';

export interface SiteNow {
  site: Site;
  state: SiteState;
  age: DataAge;
  /** Newest power that is not stale; null: none. */
  powerKw: number | null;
  /** Devices whose power is in it, of all it should be made of; null: no power. */
  powerDevices: SiteStatus['powerDevices'];
  ratedPowerKw: number | null;
  /** Power by rating, negative while charging; null: one of them is not known. */
  share: number | null;
  /** Newest expectation that is not stale, at the grid connection; null: none. */
  expectedKw: number | null;
  /** Share of what was expected that the site gave more, negative: less, in the interval of that expectation; null: none, or nothing was expected. */
  againstExpected: number | null;
  /** Missing power that no open event explains, where the site gives clearly less than expected; 0: none. */
  unexplainedKw: number;
  /** What is open now, informational events left out; null: not known, or not for this user. */
  openEvents: number | null;
  /** The same by type, the most decisive first. */
  openByType: OpenByType;
  /** Mean power that open events keep from the grid; null: as above, or not computed yet. */
  losingKw: number | null;
  /** The same in money of the site; null: as above, or without a price. */
  cost: Cost | null;
  /** Codes of why each number is null; those of numbers that are not are empty. */
  reasons: SiteReasons;
}

export interface SiteReasons {
  power: readonly string[];
  share: readonly string[];
  againstExpected: readonly string[];
  openEvents: readonly string[];
  losing: readonly string[];
  cost: readonly string[];
}

export interface Cost {
  perHour: number;
  /** Some of the lost energy has no price. */
  isPartial: boolean;
  currency: string;
}

export type OpenByType = NonNullable<SiteStatus['openEventsByType']>;

export interface FleetNow {
  nowMs: number;
  sites: SiteNow[];
  powerKw: number | null;
  /** Devices whose power is in it, of all it should be made of; null: no power. */
  powerDevices: SiteStatus['powerDevices'];
  ratedPowerKw: number;
  /** Of the sites that are expected to give something; null: there is none. What a battery takes is not held against them. */
  expected: { powerKw: number; against: number; siteCount: number } | null;
  /** Rating of the sites whose power is in the sum. */
  reportingRatedKw: number;
  /** Sums over the sites where it is known; null: at none of them. */
  losingKw: number | null;
  openEvents: number | null;
  openByType: OpenByType;
  /** Of the sites that lose anything; null: none is known, or they reckon in different currencies. */
  cost: Cost | null;
  counts: Record<SiteState, number>;
  stale: SiteNow[];
  /** Up to here every site that is not stale has data; null: no such site. */
  dataToMs: number | null;
  /** Largest age among sites that are not stale. */
  freshAgeMs: number;
}

/** Below this share of its rating a site neither delivers nor takes anything worth a word. */
const IDLE_SHARE = 0.005;

/** Of what was expected. */
const TOLERANCE = 0.05;

/** So far below its comparison that it is worth a mark. */
export function isShort(share: number | null): boolean {
  return share !== null && share <= -TOLERANCE;
}

/** The fleet as it is now, sites in the order in which they need attention. */
export function fleetNow({ sites, statuses, nowMs }: { sites: readonly Site[]; statuses: readonly SiteStatus[]; nowMs: number }): FleetNow {
  const byId = new Map(statuses.map((status) => [status.siteId, status]));
  const all = sites.map((site) => siteNow(site, byId.get(site.siteId), nowMs)).sort(byAttention);
  const fresh = all.filter(({ age }) => !age.isStale);
  const withPower = fresh.filter(({ powerKw }) => powerKw !== null);
  const freshAgeMs = Math.max(0, ...fresh.map(({ age }) => age.ageMs ?? 0));
  return {
    nowMs,
    sites: all,
    powerKw: sumOfKnown(withPower.map(({ powerKw }) => powerKw)),
    powerDevices: devicesOf(withPower),
    ratedPowerKw: sum(all.map(({ ratedPowerKw }) => ratedPowerKw)),
    expected: expectedOf(all, byId),
    reportingRatedKw: sum(withPower.map(({ ratedPowerKw }) => ratedPowerKw)),
    losingKw: sumOfKnown(all.map(({ losingKw }) => losingKw)),
    openEvents: sumOfKnown(all.map(({ openEvents }) => openEvents)),
    openByType: EVENT_TYPES.flatMap((type) => {
      const count = sum(all.map(({ openByType }) => openByType.find((each) => each.type === type)?.count ?? 0));
      return count > 0 ? [{ type, count }] : [];
    }),
    cost: sumOfCosts(all),
    counts: { running: 0, charging: 0, idle: 0, noData: 0, ...countBy(all) },
    stale: all.filter(({ age }) => age.isStale),
    dataToMs: fresh.length === 0 ? null : nowMs - freshAgeMs,
    freshAgeMs,
  };
}

function siteNow(site: Site, status: SiteStatus | undefined, nowMs: number): SiteNow {
  const age = dataAge({ lastPointMs: status?.lastPointMs ?? null, nowMs, signalCalcPeriod: site.metadata.signalCalcPeriod });
  const powerAge = dataAge({ lastPointMs: status?.powerAtMs ?? null, nowMs, signalCalcPeriod: site.metadata.signalCalcPeriod });
  const powerKw = powerAge.isStale ? null : (status?.activePowerKw ?? null);
  const ratedPowerKw = status?.ratedPowerKw ?? site.ratedPowerKw;
  const share = powerKw === null || !ratedPowerKw ? null : powerKw / ratedPowerKw;
  const expectedAge = dataAge({ lastPointMs: status?.expected?.atMs ?? null, nowMs, signalCalcPeriod: site.metadata.signalCalcPeriod });
  const expected = expectedAge.isStale ? null : (status?.expected ?? null);
  const againstExpected = expected && against({ ...expected, ratedPowerKw: ratedPowerKw ?? 0 });
  const power = powerKw === null ? powerReasons(status) : [];
  return {
    site,
    state: stateOf(powerKw, share),
    age,
    powerKw,
    powerDevices: powerKw === null ? null : (status?.powerDevices ?? null),
    ratedPowerKw,
    share,
    expectedKw: expected?.powerKw ?? null,
    againstExpected,
    unexplainedKw: unexplained(againstExpected, { expected, losingKw: status?.lostKwhPerHour ?? 0 }),
    openEvents: status?.openEvents ?? null,
    openByType: status?.openEventsByType ?? [],
    losingKw: status?.lostKwhPerHour ?? null,
    cost: costOf(status),
    reasons: {
      power,
      share: share === null && power.length === 0 ? ['noRating'] : power,
      againstExpected: againstExpected === null ? expectedReasons(status) : [],
      openEvents: codeOf(status, 'openEvents'),
      losing: codeOf(status, 'lostKwhPerHour'),
      cost: codeOf(status, 'costPerHour'),
    },
  };
}

function codeOf(status: SiteStatus | undefined, number: keyof SiteStatus['reasons']): string[] {
  const code = status ? status.reasons[number] : 'neverReceived';
  return code === undefined ? [] : [code];
}

/** A power that the server knows and that is not shown is late. */
function powerReasons(status: SiteStatus | undefined): string[] {
  return status && status.activePowerKw !== null ? ['late'] : codeOf(status, 'activePowerKw');
}

/** What its generators lack says more than that there is no expectation. */
function expectedReasons(status: SiteStatus | undefined): string[] {
  if (status?.expected) return [Math.abs(status.expected.powerKw) < (status.ratedPowerKw ?? 0) * IDLE_SHARE ? 'nothingExpected' : 'late'];
  const lacking = (status?.warnings ?? []).flatMap((warning) => (warning.kind === 'noExpectation' ? warning.reasons : []));
  return [...codeOf(status, 'expected'), ...lacking];
}

function devicesOf(sites: readonly SiteNow[]): SiteStatus['powerDevices'] {
  const known = sites.flatMap(({ powerDevices }) => powerDevices ?? []);
  if (known.length === 0) return null;
  return { known: sum(known.map((each) => each.known)), count: sum(known.map(({ count }) => count)) };
}

/** At night and in a calm nothing is expected, and nothing is a share of that. */
function against({ actualKw, powerKw, ratedPowerKw }: { actualKw: number; powerKw: number; ratedPowerKw: number }): number | null {
  return powerKw === 0 || Math.abs(powerKw) < ratedPowerKw * IDLE_SHARE ? null : actualKw / powerKw - 1;
}

function unexplained(
  againstExpected: number | null,
  { expected, losingKw }: { expected: SiteStatus['expected']; losingKw: number },
): number {
  if (!expected || !isShort(againstExpected)) return 0;
  return Math.max(0, expected.powerKw - expected.actualKw - losingKw);
}

function expectedOf(all: readonly SiteNow[], byId: ReadonlyMap<string, SiteStatus>): FleetNow['expected'] {
  const giving = all.filter(({ expectedKw, againstExpected }) => (expectedKw ?? 0) > 0 && againstExpected !== null);
  if (giving.length === 0) return null;
  const powerKw = sum(giving.map(({ expectedKw }) => expectedKw));
  const actualKw = sum(giving.map(({ site }) => byId.get(site.siteId)?.expected?.actualKw ?? null));
  return { powerKw, against: actualKw / powerKw - 1, siteCount: giving.length };
}

function costOf(status: SiteStatus | undefined): SiteNow['cost'] {
  if (!status || status.costPerHour === null || status.currency === null) return null;
  return { perHour: status.costPerHour, isPartial: status.isCostPartial, currency: status.currency };
}

/** Money adds up in one currency only, and where every site that loses energy has a price. */
function sumOfCosts(sites: readonly SiteNow[]): Cost | null {
  const losing = sites.filter(({ losingKw }) => losingKw !== null && losingKw > 0);
  const costs = (losing.length > 0 ? losing : sites.filter(({ cost }) => cost !== null)).map(({ cost }) => cost);
  const [first] = costs;
  if (!first || !costs.every((cost) => cost?.currency === first.currency)) return null;
  return {
    perHour: sum(costs.map((cost) => cost?.perHour ?? null)),
    isPartial: costs.some((cost) => cost?.isPartial),
    currency: first.currency,
  };
}

function stateOf(powerKw: number | null, share: number | null): SiteState {
  if (powerKw === null) return 'noData';
  if (share === null ? powerKw === 0 : Math.abs(share) < IDLE_SHARE) return 'idle';
  return powerKw > 0 ? 'running' : 'charging';
}

/** What loses or lacks most comes first; then stale sites, oldest data on top; then those that deliver least of their rating; what stands still comes last. */
function byAttention(a: SiteNow, b: SiteNow): number {
  return (
    lacking(b) - lacking(a) ||
    rank(a) - rank(b) ||
    (b.age.isStale ? age(b) - age(a) : 0) ||
    Math.abs(a.share ?? 0) - Math.abs(b.share ?? 0) ||
    a.site.name.localeCompare(b.site.name)
  );
}

/** A share of the rating too small to act on does not decide the order. */
function lacking({ losingKw, unexplainedKw, ratedPowerKw }: SiteNow): number {
  const kw = (losingKw ?? 0) + unexplainedKw;
  return kw >= (ratedPowerKw ?? 0) * IDLE_SHARE ? kw : 0;
}

function rank({ age, state }: SiteNow): number {
  if (age.isStale && age.ageMs !== null) return 0;
  if (age.isStale) return 1;
  return state === 'noData' ? 2 : state === 'idle' ? 4 : 3;
}

function age({ age: { ageMs } }: SiteNow): number {
  return ageMs ?? 0;
}

function countBy(sites: readonly SiteNow[]): Partial<Record<SiteState, number>> {
  const groups = Map.groupBy(sites, ({ state }) => state);
  return Object.fromEntries([...groups].map(([state, group]) => [state, group.length]));
}

function sumOfKnown(values: readonly (number | null)[]): number | null {
  return values.every((value) => value === null) ? null : sum(values);
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}
