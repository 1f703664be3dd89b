import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { segmentIdSchema } from '@solvane/contract/ids';
import type { ConnectionSource, ExpectationGapWire, SiteWalkWire, siteResultEndpoints } from '@solvane/contract/site-results';
import { TIME_CATEGORIES } from '@solvane/energy/events/time-category';
import type { MeterAgreement } from '@solvane/energy/losses/electrical-warning';
import type { WalkBar } from '@solvane/energy/losses/loss-walk';
import type { WalkGaps } from '@solvane/energy/losses/walk-production';
import { addViewSums, missingReason, NOTHING_UNKNOWN, shareOfView, type ViewSums } from '@solvane/energy/site-day/availability/view-sums';
import { MISSING_EXPECTATION_REASONS } from '@solvane/energy/site-day/expect/missing-expectation';
import { addWalkSums, type SiteWalkSums, siteElectricalWarning, siteWalk } from '@solvane/energy/site-day/losses/walk-sums';
import type { DeviceExpectationGap } from '@solvane/energy/site-day/outputs';
import { addLedgerSums, type LedgerSums } from '@solvane/energy/storage/ledger-sums';
import { parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { spanOn } from '@solvane/energy/time/validity';
import type { Db } from '../../../db/db.ts';
import type { Caller } from '../../../http/caller.ts';
import { readContractSpans } from '../../contracts/site-contracts.ts';
import { readDayResults } from './day-results.ts';

interface ResultDeps {
  db: Db;
  now: () => number;
}

type Scope = Pick<Caller, 'siteIds'>;

export async function readWalk(
  deps: ResultDeps,
  caller: Scope,
  query: BodyOf<typeof siteResultEndpoints.walk>,
): Promise<ResponseOf<typeof siteResultEndpoints.walk>> {
  const groups = await readDayResults(deps, caller, query, { column: 'walk', parse: parseSums<SiteWalkSums> });
  return {
    items: groups.map(({ ofDays, kept }) => ({ ...ofDays, ...toWalk(kept.length === 0 ? undefined : addWalkSums(kept), query.start) })),
  };
}

export async function readLedger(
  deps: ResultDeps,
  caller: Scope,
  query: BodyOf<typeof siteResultEndpoints.ledger>,
): Promise<ResponseOf<typeof siteResultEndpoints.ledger>> {
  const groups = await readDayResults(deps, caller, query, { column: 'ledger', parse: parseSums<LedgerSums> });
  return { items: groups.map(({ ofDays, kept }) => ({ ...ofDays, ledger: kept.length === 0 ? null : addLedgerSums(kept) })) };
}

export async function readAvailability(
  deps: ResultDeps,
  caller: Scope,
  query: BodyOf<typeof siteResultEndpoints.availability>,
): Promise<ResponseOf<typeof siteResultEndpoints.availability>> {
  const groups = await readDayResults(deps, caller, query, { column: 'availability', parse: parseSums<ViewSums[]> });
  const spans = await readContractSpans(deps.db, query.siteId);
  return {
    items: groups.map(({ ofDays, kept }) => {
      const views = addViewSums(kept);
      const named = spanOn(spans, toIsoDate((parseIsoDate(ofDays.toDay) ?? 0) - 1))?.terms.views ?? [];
      const labelOf = ({ name, basis }: ViewSums) => named.find((view) => view.name === name && view.basis === basis)?.label ?? null;
      return { ...ofDays, views: views.map((view) => ({ ...toView(view, views), label: labelOf(view) })) };
    }),
  };
}

export async function readExpectationGaps(
  deps: ResultDeps,
  caller: Scope,
  query: BodyOf<typeof siteResultEndpoints.expectationGaps>,
): Promise<ResponseOf<typeof siteResultEndpoints.expectationGaps>> {
  const groups = await readDayResults(deps, caller, query, { column: 'expectationGaps', parse: parseSums<DeviceExpectationGap[]> });
  return { items: groups.map(({ ofDays, kept }) => ({ ...ofDays, devices: addGaps(kept) })) };
}

/** The intervals of all days, and every reason of any of them. */
function addGaps(days: readonly (readonly DeviceExpectationGap[])[]): ExpectationGapWire[] {
  const byDevice = Map.groupBy(days.flat(), ({ deviceId }) => deviceId);
  return [...byDevice].map(([deviceId, gaps]) => {
    const found = new Set(gaps.flatMap(({ reasons }) => reasons));
    return {
      segmentId: segmentIdSchema.parse(deviceId),
      days: gaps.length,
      intervals: gaps.reduce((sum, { intervals }) => sum + intervals, 0),
      ofIntervals: gaps.reduce((sum, { ofIntervals }) => sum + ofIntervals, 0),
      reasons: MISSING_EXPECTATION_REASONS.filter((reason) => found.has(reason)),
    };
  });
}

/** Sums as they were written. undefined: none, or one that JSON does not have. */
export function parseSums<T>(stored: unknown): T | undefined {
  return stored !== null && stored !== undefined && isComplete(stored) ? (stored as T) : undefined;
}

function isComplete(part: unknown): boolean {
  if (typeof part === 'object' && part !== null) return Object.values(part).every(isComplete);
  return part !== null;
}

type WalkWire = Pick<SiteWalkWire, 'devices' | 'connectionSource' | 'electricalWarning' | 'walks'>;

function toWalk(sums: SiteWalkSums | undefined, from: 'budget' | 'theoretical'): WalkWire {
  if (!sums) return { devices: null, connectionSource: null, electricalWarning: null, walks: [] };
  const { devices, agreement } = sums;
  const { solar, wind, storage, connection } = siteWalk(sums, from);
  const warning = siteElectricalWarning(sums);
  return {
    devices: devices
      ? { count: devices.count, withoutData: devices.withoutData.length, withoutExpectation: devices.withoutExpectation.length }
      : null,
    connectionSource: connectionSource(agreement),
    electricalWarning: warning ? { percent: 100 * warning.share, reason: warning.reason } : null,
    walks: [
      toBars('PV', solar, sums.solar?.production.gaps),
      toBars('Wind', wind, sums.wind?.production.gaps),
      toBars('BESS', storage),
      toBars('Connection', connection),
    ].flat(),
  };
}

/** @returns null: computed before it was kept */
export function connectionSource(agreement: Pick<MeterAgreement, 'metered' | 'summed'> | undefined): ConnectionSource | null {
  if (!agreement) return null;
  if (agreement.metered === 0) return 'devices';
  return agreement.summed === 0 ? 'meter' : 'both';
}

function toBars(of: SiteWalkWire['walks'][number]['of'], bars: readonly WalkBar[] | undefined, gaps?: WalkGaps): SiteWalkWire['walks'] {
  if (!bars) return [];
  const { noDataIntervals = 0, withoutExpectationIntervals = 0 } = gaps ?? {};
  return [
    { of, bars: bars.map(({ step, kind, energy }) => ({ step, kind, energyKwh: energy })), noDataIntervals, withoutExpectationIntervals },
  ];
}

function toView(view: ViewSums, views: readonly ViewSums[]) {
  const { name, basis, available, unavailable, unavailableBy } = view;
  const share = shareOfView(view, views);
  const whole = available + unavailable;
  const steps = TIME_CATEGORIES.flatMap((category) => {
    const amount = unavailableBy[category] ?? 0;
    return amount > 0 && whole > 0 ? [{ category, points: (100 * amount) / whole }] : [];
  });
  return {
    name,
    basis,
    percent: Number.isNaN(share) ? null : 100 * share,
    reason: missingReason(view, views) ?? null,
    unknown: view.unknown ?? NOTHING_UNKNOWN,
    available,
    unavailable,
    steps: steps.sort((a, b) => b.points - a.points),
  };
}
