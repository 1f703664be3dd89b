import type { Issue } from '@solvane/contract/errors';
import { AppError } from '@solvane/contract/errors';
import type { Event, EventFilter, EventSort } from '@solvane/contract/events';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../db/db.ts';
import type { Caller } from '../../../http/caller.ts';
import { parseJson } from '../../../http/json-text.ts';
import { readShownEvents, toEvent } from '../events.wire.ts';
import { eventConditions } from './event-conditions.ts';

export interface EventSearch {
  filter: EventFilter;
  sort: EventSort;
  cursor: string | null;
  limit: number;
}

export interface EventPage {
  items: Event[];
  nextCursor: string | null;
  issues: Issue[];
}

/** One page of the event log. Indexes: group_events_<what it is sorted by>. */
export async function searchEvents(db: Db, caller: Caller, search: EventSearch): Promise<EventPage> {
  const { ids, nextCursor, issues } = await findEventIds(db, caller, search);
  const rows = await readShownEvents(db, caller, ids);
  return { items: rows.map((row) => toEvent(row, caller)), nextCursor, issues };
}

interface Found {
  ids: string[];
  nextCursor: string | null;
  issues: Issue[];
}

/** What a page begins behind: the values of the last row before it. */
const cursorSchema = z.tuple([z.union([z.number(), z.string().max(300)]), z.number(), z.uuid()]);
type Cursor = z.infer<typeof cursorSchema>;

export async function findEventIds(db: Db, caller: Pick<Caller, 'siteIds'>, { filter, sort, cursor, limit }: EventSearch): Promise<Found> {
  const { source, where, issues } = await eventConditions(db, caller, filter);
  const { value, cast } = SORTS[sort.by];
  const isAscending = sort.direction === 'asc';
  const direction = isAscending ? sql`asc` : sql`desc`;
  const after = cursor === null ? undefined : parseCursor(cursor);
  const isTimed = isByName(sort.by);
  // Names repeat: within one the newest or oldest comes first. Numbers hardly repeat: the id is enough, and the index is smaller.
  const key = isTimed ? sql`${value}, event.start_ms, event.id` : sql`${value}, event.id`;
  const timeOrder = sql`event.start_ms ${direction}, event.id ${direction}`;
  const order = isTimed ? sql`${value} ${direction}, ${timeOrder}` : sql`${value} ${direction}, event.id ${direction}`;
  const behind = after && keyset({ key, after, cast, isTimed, isAscending });
  const rest = behind ? sql`and ${behind}` : sql``;
  const named = NAMED_BY[sort.by];
  const from = named
    ? sql`(select id, lower(name) as name from ${named.table} order by lower(name) ${direction}) as named
        cross join lateral (select event.* from ${source} where ${named.column} = named.id and ${where} ${rest} order by ${timeOrder} limit ${limit + 1}) as event`
    : sql`${source} where ${where} ${rest}`;
  const { rows } = await db.execute<{ id: string; value: string | number; start_ms: string }>(sql`
    select event.id, ${value} as value, event.start_ms from ${from} order by ${order} limit ${limit + 1}`);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = rows.length > limit && last ? toCursor([finite(last.value, cast), Number(last.start_ms), last.id]) : null;
  return { ids: page.map(({ id }) => id), nextCursor, issues };
}

interface Sort {
  value: SQL;
  /** Type of the value in the database. */
  cast: 'bigint' | 'double precision' | 'integer' | 'text';
}

/** Names in other tables: the newest events are read name by name until the page is full. */
const NAMED_BY: Partial<Record<EventSort['by'], { table: SQL; column: SQL }>> = {
  site: { table: sql`sites`, column: sql`event.site_id` },
  device: { table: sql`segments`, column: sql`event.segment_id` },
};

/** The same expressions as in the indexes. */
const SORTS: Readonly<Record<EventSort['by'], Sort>> = {
  start: { value: sql`event.start_ms`, cast: 'bigint' },
  end: { value: sql`(case when event.is_open then 9007199254740991 else event.end_ms end)`, cast: 'bigint' },
  duration: { value: sql`(event.end_ms - event.start_ms)`, cast: 'bigint' },
  lostEnergy: { value: sql`coalesce(event.lost_energy_kwh, '-infinity')`, cast: 'double precision' },
  revenueLoss: { value: sql`coalesce(event.revenue_loss, '-infinity')`, cast: 'double precision' },
  priority: { value: sql`event.priority`, cast: 'integer' },
  attention: {
    value: sql`event_attention(event.event_type, event.acknowledged_at_ms, event.lost_energy_kwh, event.start_ms, event.end_ms, event.is_open)`,
    cast: 'double precision',
  },
  code: { value: sql`event.code`, cast: 'text' },
  category: { value: sql`event.category`, cast: 'text' },
  type: { value: sql`event.event_type`, cast: 'text' },
  site: { value: sql`named.name`, cast: 'text' },
  device: { value: sql`named.name`, cast: 'text' },
};

function isByName(by: EventSort['by']): boolean {
  return SORTS[by].cast === 'text';
}

interface Keyset {
  key: SQL;
  after: Cursor;
  cast: Sort['cast'];
  isTimed: boolean;
  isAscending: boolean;
}

function keyset({ key, after: [value, startMs, id], cast, isTimed, isAscending }: Keyset): SQL {
  const bound = sql`${value === '-Infinity' ? '-infinity' : String(value)}::${sql.raw(cast)}`;
  const values = isTimed ? sql`${bound}, ${startMs}::bigint, ${id}::uuid` : sql`${bound}, ${id}::uuid`;
  return isAscending ? sql`(${key}) > (${values})` : sql`(${key}) < (${values})`;
}

function finite(value: string | number, cast: Sort['cast']): string | number {
  if (cast === 'text') return value;
  return Number.isFinite(Number(value)) ? Number(value) : '-Infinity';
}

function toCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** The list and what it holds, as the reader of JSON counts. */
const CURSOR_VALUES = 4;

/** @throws AppError request.invalid for a text that no page gave */
function parseCursor(text: string): Cursor {
  try {
    return cursorSchema.parse(parseJson(Buffer.from(text, 'base64url'), { maxValues: CURSOR_VALUES }));
  } catch (cause) {
    throw new AppError('request.invalid', { cause });
  }
}
