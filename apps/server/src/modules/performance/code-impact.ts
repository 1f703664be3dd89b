import { setImmediate } from 'node:timers/promises';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { CodeImpact, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { TimelineSlice } from '@solvane/energy/events/timeline';
import { groupEvents } from '@solvane/energy/site-day/group/group-events';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import { and, eq, gte, lte } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { contractConfigurations, contractSites } from '../../db/schema/contracts.ts';
import type { EventCodeSetRow } from '../../db/schema/event-codes.ts';
import { sites } from '../../db/schema/fleet.ts';
import type { Caller } from '../../http/caller.ts';
import { isOfEnterprises } from '../../http/enterprise-scope.ts';
import { assertEnterprise } from '../configuration/configuration-checks.ts';
import { differingCodes, readLevel } from '../event-codes/code-sets/code-set-versions.ts';
import { getSet, isVisible } from '../event-codes/code-sets/code-sets.ts';
import { findOccurrences } from '../event-codes/mapping/code-occurrences.ts';
import type { CodeChange } from '../event-codes/mapping/site-event-codes.ts';
import { createLoadOverlays, loadRawEvents } from '../events/grouping/event-inputs.ts';
import { findSiteDays } from '../recalculation/site-days.ts';
import { type ChangedEvents, changesBetween, noChanges, sumChanges } from './changed-events.ts';
import { readEventCodes } from './configuration/event-codes.ts';

/** A user does not wait longer for a number; what was counted until then is returned as partial. */
const TIMEOUT_MS = 8_000;
/** One step of a preview that is requested step by step: so often its progress is shown, and so soon it ends once it is cancelled. */
const STEP_MS = 1_000;
const SITES_SHOWN = 50;

interface ImpactDeps {
  db: Db;
  now: () => number;
}

type Change = BodyOf<typeof eventCodeSetEndpoints.impact>;

/** For the routes of code sets. */
export function createCodeImpact(deps: ImpactDeps): (caller: Caller, change: Change) => Promise<CodeImpact> {
  return (caller, change) => codeImpact(deps, caller, change);
}

/**
 * What changed code mappings would do to the events of the sites in scope: their timelines grouped as they are and as they would be,
 * sites with most events of the codes first. Nothing is stored.
 *
 * @throws AppError resource.notFound
 */
async function codeImpact({ db, now }: ImpactDeps, caller: Caller, change: Change): Promise<CodeImpact> {
  const set = await getSet(db, change.setId, isVisible(caller));
  if (change.enterpriseId !== null) assertEnterprise(caller, 'ReadEventCodeSets', change.enterpriseId);
  if (change.siteId !== null && !caller.siteIds.has(change.siteId)) throw new AppError('resource.notFound');
  const affected = await findAffectedSites(db, caller, { change, set });
  const siteDays = await countSiteDays(db, affected, now());
  const { skipSites } = change;
  const until = performance.now() + (skipSites === undefined ? TIMEOUT_MS : STEP_MS);
  const changed: (AffectedSite & ChangedEvents)[] = [];
  const first = Math.min(skipSites ?? 0, affected.length);
  let readSiteCount = first;
  for (const site of affected.slice(first)) {
    if (readSiteCount > first && performance.now() >= until) break;
    const changes = await changesAt(db, site, change, now());
    readSiteCount += 1;
    if (changes.events > 0) changed.push({ ...site, ...changes });
  }
  const total = sumChanges(changed);
  const recounted = changed.flatMap(({ siteId, recountedFromMs, zone }) =>
    recountedFromMs === null
      ? []
      : [{ siteId, from: toIsoDate(localDayOf(recountedFromMs, zone)), to: toIsoDate(localDayOf(now(), zone)) }],
  );
  return {
    events: total.events,
    deviceCount: total.deviceCount,
    sinceMs: total.sinceMs,
    types: total.types,
    sites: changed
      .map(({ siteId, name, events }) => ({ siteId, name, events }))
      .sort((a, b) => b.events - a.events)
      .slice(0, SITES_SHOWN),
    contracts: await contractsOf(db, caller, recounted),
    siteCount: affected.length,
    readSiteCount,
    siteDays,
  };
}

interface AffectedSite {
  siteId: SiteId;
  name: string;
  zone: string;
  stepMs: number;
  segmentIds: SegmentId[];
  /** In which the codes occur. */
  periods: Period[];
}

/** Sites in scope at which codes occur whose classification changes: what saving would recalculate. */
async function findAffectedSites(
  db: Db,
  { siteIds }: Pick<Caller, 'siteIds'>,
  { change, set }: { change: Change; set: EventCodeSetRow },
): Promise<AffectedSite[]> {
  const { items, ...level } = change;
  const { codes: before } = (await readLevel(db, level)).content;
  const stated = new Set(items.map(({ code }) => code));
  const after = [
    ...before.filter(({ code }) => !stated.has(code)),
    ...items.filter(isStated).map((item) => ({ ...item, description: '' })),
  ];
  const occurrences = await findOccurrences(
    db,
    {
      enterpriseId: change.enterpriseId ?? set.enterpriseId,
      siteId: change.siteId,
      manufacturers: [set.manufacturer],
      codes: differingCodes(before, after),
    },
    siteIds,
  );
  const rows = await db
    .select({ siteId: sites.id, name: sites.name, timezone: sites.timezone, calcPeriod: sites.signalCalcPeriod })
    .from(sites)
    .where(isOneOf(sites.id, new Set(occurrences.map(({ siteId }) => siteId))));
  const known = new Map(rows.map((row) => [row.siteId, row]));
  return occurrences.flatMap(({ siteId, segmentIds, periods }) => {
    const site = known.get(siteId);
    if (!site) return [];
    return [{ siteId, name: site.name, zone: site.timezone ?? 'UTC', stepMs: SIGNAL_CALC_PERIODS[site.calcPeriod], segmentIds, periods }];
  });
}

function isStated({ category, eventType, priority }: Change['items'][number]): boolean {
  return (category ?? eventType ?? priority) !== null;
}

async function countSiteDays(db: Db, affected: readonly AffectedSite[], nowMs: number): Promise<number> {
  let count = 0;
  for (const { siteId, periods } of affected) count += (await findSiteDays(db, { siteIds: [siteId], periods, nowMs })).length;
  return count;
}

async function changesAt(
  db: Db,
  { siteId, zone, stepMs, segmentIds, periods }: AffectedSite,
  change: CodeChange,
  nowMs: number,
): Promise<ChangedEvents> {
  const before = await readEventCodes(db, siteId, nowMs);
  const after = await readEventCodes(db, siteId, nowMs, change);
  // What never ended lasts until now.
  const whole = { startMs: Math.min(...periods.map(({ startMs }) => startMs)), endMs: nowMs };
  const raw = Map.groupBy(await loadRawEvents(db, siteId, whole, zone), ({ deviceId }) => deviceId);
  const overlays = await createLoadOverlays({ now: () => nowMs })(db, siteId, whole);
  let changes = noChanges();
  for (const id of segmentIds) {
    const [codesBefore, codesAfter] = [before(id), after(id)];
    if (!codesBefore || !codesAfter || JSON.stringify(codesBefore) === JSON.stringify(codesAfter)) continue;
    const window = { ...whole, nowMs, stepMs, rawEvents: raw.get(id) ?? [], overlay: overlays.get(id) ?? [] };
    const slices = (codes: typeof codesBefore): TimelineSlice[] => groupEvents({ id, codes }, window).slices;
    changes = sumChanges([changes, changesBetween(slices(codesBefore), slices(codesAfter))]);
    // A device with years of events takes a while: others are answered in between.
    await setImmediate();
  }
  return changes;
}

/** Contracts of the caller's enterprises that hold at a site on a day whose events they count again. A contractor reads no names of the owner's. */
async function contractsOf(
  db: Db,
  { isProvider, memberships }: Caller,
  recounted: readonly { siteId: SiteId; from: string; to: string }[],
): Promise<CodeImpact['contracts']> {
  const own = isProvider ? undefined : new Set(memberships.map(({ enterpriseId }) => enterpriseId));
  const found = new Map<string, string>();
  for (const { siteId, from, to } of recounted) {
    const rows = await db
      .select({ id: contractConfigurations.id, name: contractConfigurations.name })
      .from(contractConfigurations)
      .innerJoin(contractSites, eq(contractSites.configurationId, contractConfigurations.id))
      .where(
        and(
          eq(contractSites.siteId, siteId),
          lte(contractConfigurations.validFrom, to),
          gte(contractConfigurations.validTo, from),
          isOfEnterprises(contractConfigurations.enterpriseId, own),
        ),
      );
    for (const { id, name } of rows) found.set(id, name);
  }
  return [...found].map(([id, name]) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
