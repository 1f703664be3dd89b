import type { Issue } from '@solvane/contract/errors';
import type { FleetDescription } from '@solvane/contract/fleet-description';
import type { FleetChanges } from '@solvane/contract/fleet-import';
import type { EnterpriseId, RoleId, SiteId } from '@solvane/contract/ids';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import type { Deps } from '../../../deps.ts';
import { announceSiteChange } from '../../../jobs/announce.ts';
import { type Actor, audit } from '../../access/audit.ts';
import { grantRole } from '../../access/users/users.ts';
import { awaitRecalculation } from '../../configuration/pending-sites.ts';
import { leaveOutOfRecalculations } from '../../recalculation/recalculations.ts';
import { computingChanges } from '../computing-changes.ts';
import { checkDescription } from '../description/check-description.ts';
import { lockFleet, readFleetState, readKnownFleet } from '../fleet-state.ts';
import { refreshSiteSummaries } from '../site-summaries.ts';
import { diffFleet, type FleetDiff } from './diff-fleet.ts';
import { checkImportScope, type ImportScope } from './import-scope.ts';

export interface ImportOptions {
  /** Also removes what the description does not name: sites of its enterprises, segments and values of its sites. */
  prune?: boolean;
  /** Says what would change and changes nothing. */
  dryRun?: boolean;
  actor: Actor;
  /** Left out at the console: everything may be changed. */
  scope?: ImportScope;
}

export interface FleetImport {
  /** With an error among them nothing is changed. */
  issues: Issue[];
  /** undefined: there are errors. */
  changes: FleetChanges | undefined;
}

/** Makes the fleet what the description says, in one transaction. The same description a second time changes nothing. */
export async function importFleet(
  { db, bus, now }: Pick<Deps, 'db' | 'bus' | 'now'>,
  description: FleetDescription,
  { prune = false, dryRun = false, actor, scope }: ImportOptions,
): Promise<FleetImport> {
  return db.transaction(async (tx) => {
    await lockFleet(tx);
    const issues = await findIssues(tx, description, scope);
    if (issues.some(({ level }) => level === 'error')) return { issues, changes: undefined };
    const state = await readFleetState(tx, await sitesConcerned(tx, description, prune));
    const diff = diffFleet(description, state, { prune });
    const changes = countFleetChanges(diff);
    if (!dryRun && hasChanges(changes)) {
      const nowMs = now();
      const touched = await applyDiff(tx, diff, { actor, nowMs });
      await foundEnterprises(tx, diff, { scope, actor, nowMs });
      await awaitRecalculation(tx, computingChanges(diff, state), { why: 'fleet', nowMs });
      await audit(tx, { actor, nowMs }, [
        { action: 'fleet.import', entityType: 'fleet', entityId: 'fleet', details: { ...changes, prune } },
      ]);
      for (const siteId of touched)
        await announceSiteChange(
          { db: tx, bus, now },
          { siteId, what: diff.changedTrees.has(siteId) ? 'tree' : 'configuration', fromMs: null, toMs: null },
        );
    }
    return { issues, changes };
  });
}

async function findIssues(tx: Db, description: FleetDescription, scope: ImportScope | undefined): Promise<Issue[]> {
  const foreign = scope ? await checkImportScope(tx, scope, description) : [];
  return [...foreign, ...checkDescription(description, await readKnownFleet(tx, description))];
}

/** The user who creates an enterprise administers it: else no user could see its sites. */
async function foundEnterprises(
  tx: Db,
  diff: FleetDiff,
  { scope, actor, nowMs }: { scope: ImportScope | undefined; actor: Actor; nowMs: number },
): Promise<void> {
  if (!scope) return;
  for (const { id, isNew } of diff.enterprises) {
    const change = { userId: scope.userId, enterpriseId: id as EnterpriseId, roleId: 'admin' as RoleId };
    if (isNew) await grantRole(tx, change, { actor, nowMs });
  }
}

async function sitesConcerned(tx: Db, { enterprises, sites }: FleetDescription, prune: boolean): Promise<SiteId[]> {
  const named = sites.map(({ id }) => id as SiteId);
  if (!prune) return named;
  const owners = enterprises.map(({ id }) => id);
  const { rows } = await tx.execute<{ id: SiteId }>(sql`select id from sites where enterprise_id = any(${sql.param(owners)}::text[])`);
  return [...new Set([...named, ...rows.map(({ id }) => id)])];
}

/** Rows go in as one JSON document per table: one short statement for any number of them. */
async function applyDiff(tx: Db, diff: FleetDiff, { actor, nowMs }: { actor: Actor; nowMs: number }): Promise<SiteId[]> {
  const written = sql`${nowMs}::bigint`;
  await write(
    tx,
    diff.enterprises,
    (rows) => sql`
    insert into enterprises (id, name, created_at_ms) select id, name, ${written} from json_to_recordset(${rows}::json) as row(id text, name text)
    on conflict (id) do update set name = excluded.name`,
  );
  await write(
    tx,
    diff.sites,
    (rows) => sql`
    insert into sites (id, segment_id, enterprise_id, name, visibility_state, timezone, latitude, longitude, signal_calc_period, country,
      plant_operator, portfolio, energy_type, operating_region, created_at_ms, updated_at_ms)
    select id, "segmentId", "enterpriseId", name, "visibilityState", timezone, latitude, longitude, "signalCalcPeriod", country,
      "plantOperator", portfolio, "energyType", "operatingRegion", ${written}, ${written}
    from json_to_recordset(${rows}::json) as row(id text, "segmentId" text, "enterpriseId" text, name text, "visibilityState" text, timezone text,
      latitude double precision, longitude double precision, "signalCalcPeriod" text, country text, "plantOperator" text, portfolio text,
      "energyType" text, "operatingRegion" text)
    on conflict (id) do update set enterprise_id = excluded.enterprise_id, name = excluded.name, visibility_state = excluded.visibility_state,
      timezone = excluded.timezone, latitude = excluded.latitude, longitude = excluded.longitude, signal_calc_period = excluded.signal_calc_period,
      country = excluded.country, plant_operator = excluded.plant_operator, portfolio = excluded.portfolio, energy_type = excluded.energy_type,
      operating_region = excluded.operating_region`,
  );
  await write(
    tx,
    diff.segments,
    (rows) => sql`
    insert into segments (id, site_id, parent_id, path, level, position, name, segment_type, is_disabled, created_at_ms, updated_at_ms)
    select id, "siteId", "parentId", path, level, position, name, "segmentType", "isDisabled", ${written}, ${written}
    from json_to_recordset(${rows}::json) as row(id text, "siteId" text, "parentId" text, path text, level integer, position integer, name text,
      "segmentType" text, "isDisabled" boolean)
    on conflict (id) do update set parent_id = excluded.parent_id, path = excluded.path, level = excluded.level, position = excluded.position,
      name = excluded.name, segment_type = excluded.segment_type, is_disabled = excluded.is_disabled, updated_at_ms = excluded.updated_at_ms`,
  );
  await write(
    tx,
    diff.addedContractors,
    (rows) => sql`
    insert into site_contractors (site_id, enterprise_id) select * from json_to_recordset(${rows}::json) as row("siteId" text, "enterpriseId" text)
    on conflict do nothing`,
  );
  await write(
    tx,
    diff.removedContractors,
    (rows) => sql`
    delete from site_contractors using json_to_recordset(${rows}::json) as gone("siteId" text, "enterpriseId" text)
    where site_id = gone."siteId" and enterprise_id = gone."enterpriseId"`,
  );
  await write(
    tx,
    diff.metadata,
    (rows) => sql`
    insert into segment_metadata (segment_id, attribute, valid_from, value, changed_by, changed_at_ms)
    select "segmentId", attribute, "validFrom", nullif(value, 'null'::jsonb), ${actor.name}, ${written}
    from jsonb_to_recordset(${rows}::jsonb) as row("segmentId" text, attribute text, "validFrom" date, value jsonb)
    on conflict (segment_id, attribute, valid_from)
      do update set value = excluded.value, changed_by = excluded.changed_by, changed_at_ms = excluded.changed_at_ms`,
  );
  await write(
    tx,
    diff.removedMetadata,
    (rows) => sql`
    delete from segment_metadata m using json_to_recordset(${rows}::json) as gone("segmentId" text, attribute text, "validFrom" date)
    where m.segment_id = gone."segmentId" and m.attribute = gone.attribute and m.valid_from = gone."validFrom"`,
  );
  // After the rows above: what moved away from under a removed segment must not go with it.
  await tx.execute(sql`delete from segments where id = any(${sql.param(diff.removedSegmentIds)}::text[])`);
  await leaveOutOfRecalculations(tx, diff.removedSiteIds, nowMs);
  await tx.execute(sql`delete from sites where id = any(${sql.param(diff.removedSiteIds)}::text[])`);

  const touched = touchedSites(diff);
  await tx.execute(sql`
    update sites set updated_at_ms = ${written},
      tree_version = tree_version + case when id = any(${sql.param([...diff.changedTrees])}::text[]) then 1 else 0 end
    where id = any(${sql.param(touched)}::text[])`);
  await refreshSiteSummaries(tx, touched, nowMs);
  return touched;
}

const ROWS_PER_STATEMENT = 20_000;

async function write(tx: Db, rows: readonly object[], statement: (json: string) => SQL): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await tx.execute(statement(JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT))));
}

function touchedSites(diff: FleetDiff): SiteId[] {
  const owners = [
    diff.sites.map(({ id }) => id),
    diff.metadata.map(({ siteId }) => siteId),
    diff.removedMetadata.map(({ siteId }) => siteId),
  ];
  return [...new Set([...diff.changedTrees, ...owners.flat()])];
}

function countFleetChanges(diff: FleetDiff): FleetChanges {
  const count = (rows: readonly { isNew: boolean }[], removed: number): FleetChanges['segments'] => {
    const created = rows.filter(({ isNew }) => isNew).length;
    return { created, updated: rows.length - created, removed };
  };
  // A site's own segment is the site: it is not counted a second time.
  const segments = diff.segments.filter(({ parentId }) => parentId !== null);
  const changedSites = new Set([
    ...diff.sites.map(({ id }) => id),
    ...diff.addedContractors.map(({ siteId }) => siteId),
    ...diff.removedContractors.map(({ siteId }) => siteId),
  ]);
  const created = diff.sites.filter(({ isNew }) => isNew).length;
  return {
    enterprises: count(diff.enterprises, 0),
    sites: { created, updated: changedSites.size - created, removed: diff.removedSiteIds.length, unchanged: diff.unchangedSites },
    segments: count(segments, diff.removedSegmentIds.length),
    values: { written: diff.metadata.length, removed: diff.removedMetadata.length },
  };
}

function hasChanges({ enterprises, sites, segments, values }: FleetChanges): boolean {
  const { unchanged: _unchanged, ...siteCounts } = sites;
  return [enterprises, siteCounts, segments, values].some((counts) => Object.values(counts).some((count) => count > 0));
}
