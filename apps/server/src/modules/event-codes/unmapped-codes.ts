import type { UnmappedCode } from '@solvane/contract/event-codes';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { SYSTEM_CODES } from '@solvane/energy/events/detected-events';
import { inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { type EventCodeRow, type EventCodeSetRow, eventCodeSets, eventCodes } from '../../db/schema/event-codes.ts';
import { sites } from '../../db/schema/fleet.ts';
import type { Caller } from '../../http/caller.ts';
import { isOneOf } from '../fleet/sites.queries.ts';
import { findCodeSet } from './site-event-codes.ts';

const MOST_CODES = 2_000;
const DEVICES_SHOWN = 50;
/** Of all words of both texts, the share they have in common. */
const SIMILAR_ENOUGH = 0.25;

/** Codes that devices sent and that no set explains, the most frequent first. Index: raw_events_site. */
export async function listUnmappedCodes(db: Db, caller: Caller, siteIds: readonly SiteId[] | undefined): Promise<UnmappedCode[]> {
  const scope = siteIds ? siteIds.filter((siteId) => caller.siteIds.has(siteId)) : [...caller.siteIds];
  if (scope.length === 0) return [];
  const seen = await readSeenCodes(db, scope);
  const enterprises = await db.select({ id: sites.id, enterpriseId: sites.enterpriseId }).from(sites).where(isOneOf(sites.id, scope));
  const enterpriseOf = new Map(enterprises.map(({ id, enterpriseId }) => [id, enterpriseId]));
  const owners = [...new Set(enterpriseOf.values())];
  const sets = await db
    .select()
    .from(eventCodeSets)
    .where(or(isNull(eventCodeSets.enterpriseId), inArray(eventCodeSets.enterpriseId, owners)))
    .orderBy(eventCodeSets.id);
  const codes = await readCodes(db, sets);
  return seen
    .flatMap(({ segmentIds, ...row }): UnmappedCode[] => {
      if (Object.hasOwn(SYSTEM_CODES, row.code)) return [];
      const enterpriseId = enterpriseOf.get(row.siteId);
      const usable = sets.filter((set) => set.enterpriseId === null || set.enterpriseId === enterpriseId);
      const set = findCodeSet(usable, { manufacturer: row.manufacturer ?? undefined, model: row.model ?? undefined });
      const known = set ? (codes.get(set.id) ?? []) : [];
      if (known.some(({ code }) => code === row.code)) return [];
      return [{ ...row, segmentIds: segmentIds.slice(0, DEVICES_SHOWN), suggestion: suggest(row.message, known) }];
    })
    .sort((a, b) => b.count - a.count || b.lastSeenMs - a.lastSeenMs || (a.code < b.code ? -1 : 1))
    .slice(0, MOST_CODES);
}

interface SeenCode extends Omit<UnmappedCode, 'suggestion'> {}

/** Codes by site, maker and model of the devices that sent them. */
async function readSeenCodes(db: Db, siteIds: readonly SiteId[]): Promise<SeenCode[]> {
  const { rows } = await db.execute<{
    site_id: SiteId;
    manufacturer: string | null;
    model: string | null;
    code: string;
    message: string;
    count: string;
    first_seen_ms: string;
    last_seen_ms: string;
    segment_ids: SegmentId[];
  }>(sql`
    select e.site_id, e.code, max(e.message) as message, maker.value #>> '{}' as manufacturer, model.value #>> '{}' as model, count(*) as count,
      min(e.start_ms) as first_seen_ms, max(coalesce(e.end_ms, e.start_ms)) as last_seen_ms, array_agg(distinct e.segment_id) as segment_ids
    from raw_events e
    left join lateral (select value from segment_metadata m where m.segment_id = e.segment_id and attribute = 'manufacturer'
      order by valid_from desc limit 1) maker on true
    left join lateral (select value from segment_metadata m where m.segment_id = e.segment_id and attribute = 'model'
      order by valid_from desc limit 1) model on true
    where e.site_id = any(${sql.param([...siteIds])}::text[])
    group by e.site_id, e.code, maker.value, model.value`);
  return rows.map((row) => ({
    siteId: row.site_id,
    manufacturer: row.manufacturer,
    model: row.model,
    code: row.code,
    message: row.message,
    count: Number(row.count),
    firstSeenMs: Number(row.first_seen_ms),
    lastSeenMs: Number(row.last_seen_ms),
    segmentIds: row.segment_ids,
  }));
}

async function readCodes(db: Db, sets: readonly EventCodeSetRow[]): Promise<Map<string, EventCodeRow[]>> {
  const ids = sets.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(eventCodes).where(inArray(eventCodes.setId, ids)).orderBy(eventCodes.code);
  return Map.groupBy(rows, ({ setId }) => setId);
}

/** The code of the same maker whose text has most words in common. */
function suggest(message: string, known: readonly EventCodeRow[]): UnmappedCode['suggestion'] {
  const words = wordsOf(message);
  let best: { code: EventCodeRow; share: number } | undefined;
  for (const code of known) {
    const others = wordsOf(code.description);
    const share = words.intersection(others).size / Math.max(1, words.union(others).size);
    if (share >= SIMILAR_ENOUGH && share > (best?.share ?? 0)) best = { code, share };
  }
  return best ? { code: best.code.code, category: best.code.category, eventType: best.code.eventType } : null;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}
