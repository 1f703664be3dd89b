import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import {
  type eventLossSumEndpoints,
  isLossPeriod,
  type LossDimension,
  type LossMeasure,
  type LossRow,
  type LossSums,
} from '@solvane/contract/event-loss-sums';
import { addUnits, unitStart } from '@solvane/energy/time/bucket';
import { parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import type { Caller } from '../../../http/caller.ts';
import { SITE_CURRENCY } from '../../fleet/sites.queries.ts';
import { eventConditions } from './event-conditions.ts';
import { codeText } from './event-groups.ts';

type Body = BodyOf<typeof eventLossSumEndpoints.lossSums>;
type Sums = ResponseOf<typeof eventLossSumEndpoints.lossSums>;
type Scope = Pick<Caller, 'siteIds'>;

interface PartRow extends Record<string, unknown> {
  row_key: string | null;
  column_key: string | null;
  currency: string | null;
  has_row: boolean;
  has_column: boolean;
  count: number;
  duration: number;
  energy: number | null;
  energy_unknown: number;
  revenue: number | null;
  avoided: number;
  revenue_unknown: number;
}

const DAY_MS = 86_400_000;
/** Local days of every zone lie within this of those of UTC. */
const ZONE_MS = 15 * 3_600_000;

/**
 * What events lost inside local days of their sites: losses by day, time cut at the midnights of the first and the last day.
 * Indexes: those of `sourceOf`, primary key of event_day_losses, group_events_promoted.
 */
export async function lossSums(db: Db, caller: Scope, body: Body): Promise<Sums> {
  const { rows: rowsBy, columns: columnsBy, measure, limit } = body;
  const [first, end] = [dayOf(body.fromDay), dayOf(body.toDay)];
  // Near the days at first, by an index; the clock of each site decides.
  const near = { startMs: first * DAY_MS - ZONE_MS, endMs: end * DAY_MS + ZONE_MS };
  const conditions = await eventConditions(db, caller, { ...body.filter, ...near });
  const parts = await readParts(db, conditions, { rowsBy, columnsBy, periods: periodsOf(first, end, [rowsBy, columnsBy]) });
  const all = byKeys(parts);
  const names = {
    rows: await namesOf(db, caller, rowsBy, keysOf(parts, 'row_key')),
    columns: await namesOf(db, caller, columnsBy, keysOf(parts, 'column_key')),
  };
  const cells = Map.groupBy(
    all.filter(({ row, column }) => row !== undefined && column !== undefined),
    ({ row }) => row,
  );
  const cellsOf = (row: string) => (cells.get(row) ?? []).map(({ column = '', sums }) => ({ column, ...sums }));
  const ranked = ranking(
    all.filter(({ row, column }) => row !== undefined && column === undefined),
    rowsBy,
    measure,
    ({ row }) => row,
  );
  const rows = ranked.map(({ row = '', sums }): LossRow => ({ key: row, ...nameIn(names.rows, row), ...sums, cells: cellsOf(row) }));
  const columns = ranking(
    all.filter(({ row, column }) => row === undefined && column !== undefined),
    columnsBy,
    measure,
    ({ column }) => column,
  );
  const kept = isLossPeriod(rowsBy) ? rows.length : limit;
  const left = rows.slice(kept);
  const leftCells = Map.groupBy(
    left.flatMap((row) => row.cells),
    ({ column }) => column,
  );
  return {
    rows: rows.slice(0, kept),
    columns: columns.map(({ column = '', sums }) => ({ key: column, ...nameIn(names.columns, column), ...sums })),
    rowCount: rows.length,
    rest: { ...addSums(left), cells: [...leftCells].map(([column, each]) => ({ column, ...addSums(each) })) },
    total: all.find(({ row, column }) => row === undefined && column === undefined)?.sums ?? addSums([]),
    issues: conditions.issues,
  };
}

interface PeriodOfDays {
  key: string;
  from: string;
  to: string;
}

/** The periods that are told apart; one of all days where none is a dimension. */
function periodsOf(first: number, end: number, dimensions: readonly LossDimension[]): PeriodOfDays[] {
  const unit = dimensions.find(isLossPeriod);
  if (!unit) return [{ key: '', from: toIsoDate(first), to: toIsoDate(end) }];
  const periods: PeriodOfDays[] = [];
  for (let from = first; from < end; ) {
    const to = Math.min(end, addUnits(unitStart(from, unit), unit, 1));
    periods.push({ key: toIsoDate(unitStart(from, unit)), from: toIsoDate(from), to: toIsoDate(to) });
    from = to;
  }
  return periods;
}

async function readParts(
  db: Db,
  { source, where }: { source: SQL; where: SQL },
  { rowsBy, columnsBy, periods }: { rowsBy: LossDimension; columnsBy: LossDimension; periods: readonly PeriodOfDays[] },
): Promise<PartRow[]> {
  const list = (of: (period: PeriodOfDays) => string) => sql.param(periods.map(of));
  const { rows } = await db.execute<PartRow>(sql`
    with period as (
      select * from unnest(${list(({ key }) => key)}::text[], ${list(({ from }) => from)}::date[], ${list(({ to }) => to)}::date[]) as each (key, from_day, to_day)
    ), place as materialized (
      select sites.id as site_id, period.*, ${SITE_CURRENCY} as currency,
        (extract(epoch from from_day::timestamp at time zone coalesce(sites.timezone, 'UTC')) * 1000)::bigint as from_ms,
        (extract(epoch from to_day::timestamp at time zone coalesce(sites.timezone, 'UTC')) * 1000)::bigint as to_ms
      from sites cross join period
    ), part as (
      select event.id, place.currency, ${KEYS[rowsBy]} as row_key, ${KEYS[columnsBy]} as column_key,
        greatest(0, least(event.end_ms, place.to_ms) - greatest(event.start_ms, place.from_ms)) as duration, loss.*
      from ${source} join place on place.site_id = event.site_id and event.start_ms < place.to_ms
          and (event.end_ms > place.from_ms or event.start_ms >= place.from_ms)
        left join lateral (
          select sum(day.energy_kwh) as energy, sum(day.revenue) as revenue, sum(least(day.revenue, 0)) as avoided, sum(day.unpriced) as unpriced
          from event_day_losses as day
          where day.day >= place.from_day and day.day < place.to_day and day.event_id in (
            select event.id union all select member.id from group_events as member where event.is_promoted and member.promoted_id = event.id)
        ) as loss on true
      where ${where}
    )
    select row_key, column_key, currency, grouping(row_key) = 0 as has_row, grouping(column_key) = 0 as has_column,
      count(distinct id)::int as count, sum(duration)::double precision as duration, sum(energy) as energy,
      (count(distinct id) - count(distinct id) filter (where energy is not null))::int as energy_unknown,
      sum(revenue) as revenue, coalesce(sum(avoided), 0) as avoided,
      count(distinct id) filter (where revenue is null or unpriced > 0)::int as revenue_unknown
    from part group by grouping sets ((row_key, column_key, currency), (row_key, currency), (column_key, currency), (currency))`);
  return rows;
}

const KEYS: Readonly<Record<LossDimension, SQL>> = {
  none: sql`''::text`,
  day: sql`place.key`,
  month: sql`place.key`,
  year: sql`place.key`,
  site: sql`event.site_id`,
  device: sql`event.segment_id`,
  segmentType: sql`coalesce((select device.segment_type from segments as device where device.id = event.segment_id), '')`,
  type: sql`event.event_type`,
  category: sql`event.category`,
  code: sql`event.code`,
  energyType: attribute('energy_type'),
  siteTimezone: attribute('timezone'),
  country: attribute('country'),
  plantOperator: attribute('plant_operator'),
  portfolio: attribute('portfolio'),
  operatingRegion: attribute('operating_region'),
};

/** A column of the site. */
function attribute(column: 'country' | 'plant_operator' | 'portfolio' | 'operating_region' | 'energy_type' | 'timezone'): SQL {
  return sql`coalesce((select home.${sql.raw(column)} from sites as home where home.id = event.site_id), '')`;
}

interface Keyed {
  /** undefined: of all */
  row: string | undefined;
  column: string | undefined;
  sums: LossSums;
}

/** Currencies of one group together. A site has one currency, so that no event counts twice. */
function byKeys(parts: readonly PartRow[]): Keyed[] {
  const groups = Map.groupBy(parts, ({ row_key, column_key, has_row, has_column }) =>
    JSON.stringify([has_row ? row_key : null, has_column ? column_key : null]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return [
      {
        row: first.has_row ? (first.row_key ?? '') : undefined,
        column: first.has_column ? (first.column_key ?? '') : undefined,
        sums: addSums(group.map(toSums)),
      },
    ];
  });
}

function toSums({ count, duration, energy, energy_unknown, currency, revenue, avoided, revenue_unknown }: PartRow): LossSums {
  return {
    count,
    durationMs: duration,
    lostEnergyKwh: energy,
    energyUnknownCount: energy_unknown,
    revenue: [{ currency, amount: revenue, avoided }],
    revenueUnknownCount: revenue_unknown,
  };
}

/** Unknown and unknown is unknown, never 0. */
function addSums(all: readonly LossSums[]): LossSums {
  const sumOf = (of: (sums: LossSums) => number) => all.reduce((sum, each) => sum + of(each), 0);
  const currencies = Map.groupBy(
    all.flatMap(({ revenue }) => revenue),
    ({ currency }) => currency,
  );
  return {
    count: sumOf(({ count }) => count),
    durationMs: sumOf(({ durationMs }) => durationMs),
    lostEnergyKwh: addKnown(all.map(({ lostEnergyKwh }) => lostEnergyKwh)),
    energyUnknownCount: sumOf(({ energyUnknownCount }) => energyUnknownCount),
    revenue: [...currencies].map(([currency, each]) => ({
      currency,
      amount: addKnown(each.map(({ amount }) => amount)),
      avoided: each.reduce((sum, { avoided }) => sum + avoided, 0),
    })),
    revenueUnknownCount: sumOf(({ revenueUnknownCount }) => revenueUnknownCount),
  };
}

function addKnown(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);
}

/** Largest first, what is not known last; periods in their order. */
function ranking(groups: readonly Keyed[], by: LossDimension, measure: LossMeasure, keyOf: (group: Keyed) => string | undefined): Keyed[] {
  const inOrder = (a: Keyed, b: Keyed) => ((keyOf(a) ?? '') < (keyOf(b) ?? '') ? -1 : 1);
  if (isLossPeriod(by)) return groups.toSorted(inOrder);
  const sizes = new Map(groups.map((group) => [group, sizeOf(group.sums, measure)]));
  return groups.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0) || inOrder(a, b));
}

function sizeOf({ count, durationMs, lostEnergyKwh, revenue }: LossSums, measure: LossMeasure): number {
  if (measure === 'count') return count;
  if (measure === 'duration') return durationMs;
  if (measure === 'lostEnergy') return lostEnergyKwh ?? Number.MIN_SAFE_INTEGER;
  // Amounts of different currencies are never added: the largest of them.
  return Math.max(Number.MIN_SAFE_INTEGER, ...revenue.flatMap(({ amount }) => amount ?? []));
}

interface Name {
  name: string;
  siteName: string | null;
}

function nameIn(names: ReadonlyMap<string, Name>, key: string): Name {
  return names.get(key) ?? { name: key, siteName: null };
}

function keysOf(parts: readonly PartRow[], of: 'row_key' | 'column_key'): string[] {
  return [...new Set(parts.flatMap((part) => part[of] ?? []))];
}

/** Names of what has an id; everything else is its own name. */
async function namesOf(db: Db, caller: Scope, dimension: LossDimension, keys: readonly string[]): Promise<ReadonlyMap<string, Name>> {
  const query = keys.length > 0 ? nameQuery(dimension, caller, keys) : undefined;
  if (!query) return new Map();
  const { rows } = await db.execute<{ key: string; name: string; site_name: string | null }>(query);
  return new Map(rows.map(({ key, name, site_name }) => [key, { name, siteName: site_name }]));
}

function nameQuery(dimension: LossDimension, caller: Scope, keys: readonly string[]): SQL | undefined {
  const list = sql`${sql.param([...keys])}::text[]`;
  if (dimension === 'site') return sql`select id as key, name, null as site_name from sites where id = any(${list})`;
  if (dimension === 'device')
    return sql`select device.id as key, device.name, sites.name as site_name from segments as device join sites on sites.id = device.site_id
      where device.id = any(${list})`;
  if (dimension !== 'code') return undefined;
  return sql`select key, concat_ws(' ', key, ${codeText(caller)}) as name, null as site_name from unnest(${list}) as each (key)`;
}

function dayOf(text: string): number {
  return parseIsoDate(text) ?? Number.NaN;
}
