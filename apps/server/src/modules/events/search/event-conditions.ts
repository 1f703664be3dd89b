import type { Issue } from '@solvane/contract/errors';
import { type EventToken, parseEventQuery } from '@solvane/contract/event-query';
import type { EventFilter } from '@solvane/contract/events';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import type { Caller } from '../../../http/caller.ts';
import { categoriesNamed, systemCodesNamed, typeNamed } from './localized-names.ts';

/** Rows a filter means, as SQL over `event`. */
export interface EventConditions {
  /** `from` clause that names its rows `event`. */
  source: SQL;
  where: SQL;
  issues: Issue[];
  /** The same over sums of days, but for the period. undefined: sums do not have what it distinguishes. */
  summed: SQL | undefined;
}

/** Longer events are looked up separately: a period looks no further back than this. */
const LONG_MS = 7 * 86_400_000;

/** What a filter means for a caller: never more than the caller's sites. */
export async function eventConditions(db: Db, { siteIds }: Pick<Caller, 'siteIds'>, filter: EventFilter): Promise<EventConditions> {
  const { tokens, notUnderstood } = parseEventQuery(filter.query ?? '', typeNamed);
  const selection = await selectedSegments(db, siteIds, filter);
  const scope = filter.siteIds ? filter.siteIds.filter((id) => siteIds.has(id)) : [...siteIds];
  const conditions = [
    sql`event.site_id = any(${texts(scope)})`,
    ...selectionConditions(selection),
    ...memberConditions(filter, selection),
    ...fieldConditions(filter),
    ...(await dayConditions(db, scope, { first: filter.firstDay, last: filter.lastDay })),
    ...(await tokenConditions(db, tokens, scope)),
    // A condition that cannot be read must not answer with everything.
    ...(notUnderstood.length > 0 ? [sql`false`] : []),
  ];
  return {
    source: await sourceOf(db, filter),
    where: sql.join(conditions, sql` and `),
    issues: notUnderstood.map(
      (part): Issue => ({ level: 'error', path: ['filter', 'query'], message: 'EventLog_Query_NotUnderstood', values: { part } }),
    ),
    summed: notUnderstood.length > 0 ? undefined : summedConditions(filter, { scope, selection, tokens }),
  };
}

const UNSUMMED_FIELDS = ['categories', 'codes', 'eventIds', 'exceptEventIds', 'firstDay', 'lastDay', 'isOpen'] as const;

interface SummedFilter {
  scope: readonly SiteId[];
  selection: Selection | undefined;
  tokens: readonly EventToken[];
}

/** The keys of day sums, fewer than the columns of events. */
function summedConditions(filter: EventFilter, { scope, selection, tokens }: SummedFilter): SQL | undefined {
  const hasDevices = selection !== undefined && selection.segmentIds.length > 0;
  if (hasDevices || UNSUMMED_FIELDS.some((field) => filter[field] !== undefined)) return undefined;
  const kinds = [...Map.groupBy(tokens, ({ kind }) => kind).values()].map((alike) =>
    alike.map((token) => summedTokenCondition(token, scope)),
  );
  if (kinds.flat().includes(undefined)) return undefined;
  return sql.join(
    [
      sql`event.site_id = any(${texts(scope)})`,
      ...selectionConditions(selection),
      filter.members === 'shown' ? sql`not event.is_promoted` : sql`not event.is_member`,
      ...(filter.types ? [sql`event.event_type = any(${texts(filter.types)})`] : []),
      ...(filter.isAcknowledged === undefined ? [] : [sql`event.is_acknowledged = ${filter.isAcknowledged}`]),
      ...kinds.map((alike) => anyOf(alike.filter((condition) => condition !== undefined))),
    ],
    sql` and `,
  );
}

function summedTokenCondition(token: EventToken, scope: readonly SiteId[]): SQL | undefined {
  if (token.kind === 'site' || token.kind === 'type') return tokenCondition(token, scope);
  return token.kind === 'acknowledged' ? sql`event.is_acknowledged = ${token.is}` : undefined;
}

interface Selection {
  /** Whole sites. */
  siteIds: SiteId[];
  segmentIds: SegmentId[];
}

/** Chosen devices with everything below them. undefined: none chosen, so all. */
async function selectedSegments(
  db: Db,
  siteIds: ReadonlySet<SiteId>,
  { segmentIds: chosen, isExact }: Pick<EventFilter, 'segmentIds' | 'isExact'>,
): Promise<Selection | undefined> {
  if (!chosen) return undefined;
  if (isExact) return { siteIds: [], segmentIds: [...chosen] };
  const { rows } = await db.execute<{ id: SegmentId; site_id: SiteId; is_root: boolean }>(sql`
    with recursive chosen as (
      select id, site_id, level from segments where id = any(${texts(chosen)}) and site_id = any(${texts([...siteIds])})
    ), below as (
      select id, site_id from chosen where level > 0
      union
      select child.id, child.site_id from segments as child join below as parent on child.site_id = parent.site_id and child.parent_id = parent.id
    )
    select id, site_id, true as is_root from chosen where level = 0
    union all
    select id, site_id, false from below`);
  return {
    siteIds: rows.filter(({ is_root }) => is_root).map(({ site_id }) => site_id),
    segmentIds: rows.filter(({ is_root }) => !is_root).map(({ id }) => id),
  };
}

function selectionConditions(selection: Selection | undefined): SQL[] {
  if (!selection) return [];
  const { siteIds, segmentIds } = selection;
  if (segmentIds.length === 0) return [sql`event.site_id = any(${texts(siteIds)})`];
  if (siteIds.length === 0) return [sql`event.segment_id = any(${texts(segmentIds)})`];
  return [sql`(event.site_id = any(${texts(siteIds)}) or event.segment_id = any(${texts(segmentIds)}))`];
}

/** Where the parent is not chosen, its members stand for themselves. */
function memberConditions({ members }: EventFilter, selection: Selection | undefined): SQL[] {
  if (members === 'shown') return [sql`not event.is_promoted`];
  if (!selection || selection.segmentIds.length === 0) return [sql`event.promoted_id is null`];
  const { siteIds, segmentIds } = selection;
  return [
    sql`(event.promoted_id is null or (event.promoted_segment_id <> all(${texts(segmentIds)}) and event.site_id <> all(${texts(siteIds)})))`,
  ];
}

function fieldConditions({ eventIds, exceptEventIds, types, categories, codes, isAcknowledged, isOpen }: EventFilter): SQL[] {
  return [
    eventIds && sql`event.id = any(${sql.param([...eventIds])}::uuid[])`,
    exceptEventIds && sql`event.id <> all(${sql.param([...exceptEventIds])}::uuid[])`,
    types && sql`event.event_type = any(${texts(types)})`,
    categories && sql`event.category = any(${texts(categories)})`,
    codes && sql`event.code = any(${texts(codes)})`,
    isAcknowledged !== undefined && acknowledged(isAcknowledged),
    isOpen !== undefined && sql`event.is_open = ${isOpen}`,
  ].filter((condition) => condition !== undefined && condition !== false);
}

interface SitesOfZone extends Record<string, unknown> {
  site_ids: SiteId[];
  from_ms: number | null;
  to_ms: number | null;
}

/** Days of the calendar of each site, as instants of each zone: an index finds those. */
async function dayConditions(
  db: Db,
  scope: readonly SiteId[],
  { first, last }: { first: string | undefined; last: string | undefined },
): Promise<SQL[]> {
  if (first === undefined && last === undefined) return [];
  const { rows } = await db.execute<SitesOfZone>(sql`
    select array_agg(id) as site_ids,
      (extract(epoch from ${first ?? null}::date::timestamp at time zone zone) * 1000)::double precision as from_ms,
      (extract(epoch from (${last ?? null}::date + 1)::timestamp at time zone zone) * 1000)::double precision as to_ms
    from (select id, coalesce(timezone, 'UTC') as zone from sites where id = any(${texts(scope)})) as site group by zone`);
  const zones = rows.map(({ site_ids, from_ms, to_ms }) => {
    const bounds = [
      rows.length > 1 && sql`event.site_id = any(${texts(site_ids)})`,
      from_ms !== null && sql`event.start_ms >= ${from_ms}::bigint`,
      to_ms !== null && sql`event.start_ms < ${to_ms}::bigint`,
    ];
    return sql`(${sql.join(
      bounds.filter((bound) => bound !== false),
      sql` and `,
    )})`;
  });
  return [zones.length === 0 ? sql`false` : sql`(${sql.join(zones, sql` or `)})`];
}

/** Any of those of one kind, all of the kinds, and every word. */
async function tokenConditions(db: Db, tokens: readonly EventToken[], scope: readonly SiteId[]): Promise<SQL[]> {
  const words = tokens.filter((token) => token.kind === 'word');
  const kinds = Map.groupBy(
    tokens.filter(({ kind }) => kind !== 'word'),
    (token) => ('comparison' in token ? `${token.kind}${token.comparison}` : token.kind),
  );
  const conditions: SQL[] = [];
  for (const alike of [...words.map((word) => [word]), ...kinds.values()]) {
    const any: SQL[] = [];
    for (const token of alike) any.push(await oneTokenCondition(db, token, scope));
    conditions.push(anyOf(any));
  }
  return conditions;
}

function anyOf(conditions: readonly SQL[]): SQL {
  return sql`(${sql.join([...conditions], sql` or `)})`;
}

async function oneTokenCondition(db: Db, token: EventToken, scope: readonly SiteId[]): Promise<SQL> {
  if (token.kind === 'word') return wordCondition(db, token.text, scope);
  if (token.kind === 'day') return sql.join(await dayConditions(db, scope, token), sql` and `);
  return tokenCondition(token, scope);
}

/**
 * Columns that may contain a word. It is looked up among names first: a word in none of them matches nothing, without reading any event.
 */
async function wordCondition(db: Db, text: string, scope: readonly SiteId[]): Promise<SQL> {
  const { rows } = await db.execute<Record<'codes' | 'categories' | 'devices' | 'sites', string[]>>(sql`
    select array(${distinctNames('code', text)}) as codes, array(${distinctNames('category', text)}) as categories,
      array(${namedLike('segments', { text, isExact: false }, scope)}) as devices, array(${namedLike('sites', { text, isExact: false }, scope)}) as sites`);
  const { codes: storedCodes = [], categories: storedCategories = [], devices = [], sites = [] } = rows[0] ?? {};
  const described = await describedCodes(db, text, scope);
  const codes = [...storedCodes, ...systemCodesNamed(text)];
  const categories = [...storedCategories, ...categoriesNamed(text, { isExact: false })];
  const any = [
    codes.length > 0 && sql`event.code = any(${texts(codes)})`,
    described.length > 0 && anyOf(described),
    categories.length > 0 && sql`event.category = any(${texts(categories)})`,
    devices.length > 0 && sql`event.segment_id = any(${texts(devices)})`,
    sites.length > 0 && sql`event.site_id = any(${texts(sites)})`,
  ].filter((condition) => condition !== false);
  return any.length === 0 ? sql`false` : sql`(${sql.join(any, sql` or `)})`;
}

/** Codes whose description holds a text, on the devices of the manufacturers whose code sets describe them: another one's code of the same name means something else. */
async function describedCodes(db: Db, text: string, scope: readonly SiteId[]): Promise<SQL[]> {
  const { rows } = await db.execute<{ manufacturer: string; codes: string[] }>(sql`
    select lower(code_set.manufacturer) as manufacturer, array_agg(distinct code.code) as codes
    from event_codes as code join event_code_sets as code_set on code_set.id = code.set_id
    where lower(code.description) like ${pattern(text)}
      and (code_set.enterprise_id is null or code_set.enterprise_id in (select enterprise_id from sites where id = any(${texts(scope)})))
    group by 1`);
  return rows.map(
    ({ manufacturer, codes }) => sql`(event.code = any(${texts(codes)}) and exists (select from segment_metadata as maker
      where maker.segment_id = event.segment_id and maker.attribute = 'manufacturer' and lower(maker.value #>> '{}') = ${manufacturer}))`,
  );
}

function tokenCondition(token: Exclude<EventToken, { kind: 'word' | 'day' }>, scope: readonly SiteId[]): SQL {
  switch (token.kind) {
    case 'site':
      return inSites(token, scope);
    case 'device':
      return onDevices(token, scope);
    case 'code':
      return sql`lower(event.code) = lower(${token.text})`;
    case 'category':
      return inCategories(token);
    case 'type':
      return sql`event.event_type = ${token.type}`;
    case 'acknowledged':
      return acknowledged(token.is);
    case 'open':
      return sql`event.is_open = ${token.is}`;
    case 'commented':
      return sql`(event.comment_count > 0) = ${token.is}`;
    case 'edited':
      return sql`${EDITED} = ${token.is}`;
    default:
      return sql`${NUMBERS[token.kind]} ${sql.raw(token.comparison)} ${token.value}::double precision`;
  }
}

/** Under the name that is stored, or under the one it has on screens. */
function inCategories({ text, isExact }: NameToken): SQL {
  const stored = isExact ? sql`event.category = ${text}` : sql`event.category = any(array(${distinctNames('category', text)}))`;
  const names = categoriesNamed(text, { isExact });
  return names.length === 0 ? stored : sql`(${stored} or event.category = any(${texts(names)}))`;
}

/** By people, also where an event on a parent is shown in place of the ones that were edited. Index: group_events_promoted. */
const EDITED = sql`(event.is_locked or event.is_promoted and exists (select from group_events as member where member.promoted_id = event.id and member.is_locked))`;

const NUMBERS = {
  lost: sql`event.lost_energy_kwh`,
  revenue: sql`event.revenue_loss`,
  priority: sql`event.priority`,
  hours: sql`(event.end_ms - event.start_ms) / 3600000.0`,
} as const;

function acknowledged(is: boolean): SQL {
  return is ? sql`event.acknowledged_at_ms is not null` : sql`event.acknowledged_at_ms is null`;
}

interface NameToken {
  text: string;
  isExact: boolean;
}

function inSites(token: NameToken, scope: readonly SiteId[]): SQL {
  return sql`event.site_id = any(array(${namedLike('sites', token, scope)}))`;
}

function onDevices(token: NameToken, scope: readonly SiteId[]): SQL {
  return sql`event.segment_id = any(array(${namedLike('segments', token, scope)}))`;
}

function namedLike(table: 'sites' | 'segments', { text, isExact }: NameToken, scope: readonly SiteId[]): SQL {
  const siteColumn = sql.raw(table === 'sites' ? 'id' : 'site_id');
  const name = isExact ? sql`lower(name) = ${text.toLowerCase()}` : sql`lower(name) like ${pattern(text)}`;
  return sql`select id from ${sql.raw(table)} where ${siteColumn} = any(${texts(scope)}) and ${name}`;
}

/** The few hundred names that a million events have, by jumping through their index, and of those the ones that contain a text. */
function distinctNames(column: 'code' | 'category', text: string): SQL {
  const name = sql.raw(column);
  return sql`with recursive each (name) as (
      (select ${name} from group_events order by ${name} limit 1)
      union all
      select (select ${name} from group_events where ${name} > each.name order by ${name} limit 1) from each where each.name is not null)
    select name from each where lower(name) like ${pattern(text)}`;
}

/**
 * Events that share time with a period. The few that last very long are looked up by themselves, so that the others are found near it.
 * Indexes: group_events_long, group_events_start.
 */
export async function sourceOf(db: Db, { startMs, endMs }: Pick<EventFilter, 'startMs' | 'endMs'>): Promise<SQL> {
  if (startMs === undefined && endMs === undefined) return sql`group_events as event`;
  const before = endMs === undefined ? sql`true` : sql`start_ms < ${endMs}`;
  if (startMs === undefined) return sql`(select * from group_events where ${before}) as event`;
  const near = sql`select * from group_events where start_ms >= ${startMs - LONG_MS} and ${before} and end_ms > ${startMs}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from group_events where end_ms - start_ms > ${sql.raw(String(LONG_MS))} and start_ms < ${startMs - LONG_MS} and end_ms > ${startMs}`);
  if (rows.length === 0) return sql`(${near}) as event`;
  return sql`(${near} union all select * from group_events where id = any(${sql.param(rows.map(({ id }) => id))}::uuid[]) and ${before}) as event`;
}

function pattern(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

function texts(values: readonly string[]): SQL {
  return sql`${sql.param([...values])}::text[]`;
}
