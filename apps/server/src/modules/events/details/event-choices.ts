import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import type { eventChoiceEndpoints, UsableCode, UsedCategorySet } from '@solvane/contract/event-choices';
import type { EventId, SegmentId, SiteId, UserId } from '@solvane/contract/ids';
import { categoryRank, DEFAULT_CATEGORY_SETS, type EventCategory } from '@solvane/energy/events/category-sets';
import { resolveCode } from '@solvane/energy/events/code-sets';
import { SYSTEM_CODE_SET } from '@solvane/energy/events/detected-events';
import type { EventCodes } from '@solvane/energy/site-day/group/group-events';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import type { Caller } from '../../../http/caller.ts';
import { usersWith } from '../../access/users/user-scope.ts';
import { listSetsInUse, type SetInUse } from '../../event-codes/code-sets/sets-in-use.ts';
import { chosenEvents } from '../bulk/bulk.ts';
import type { RegroupDeps } from '../grouping/regroup.ts';
import { getEventRow } from './event-details.ts';

type Classifications = ResponseOf<typeof eventChoiceEndpoints.classifications>;

/** Reading a site's codes reads its whole configuration: of a fleet, so many sites say enough to choose from. */
const MOST_SITES = 24;
const MOST_DEVICES = 2_000;

interface AskedDevice extends Record<string, unknown> {
  site_id: SiteId;
  segment_id: SegmentId;
  timezone: string | null;
}

/** Category sets that devices use and codes they know. Devices out of scope count as none. */
export async function listClassifications(
  db: Db,
  { readCodes, now }: RegroupDeps,
  caller: Pick<Caller, 'siteIds'>,
  body: BodyOf<typeof eventChoiceEndpoints.classifications>,
): Promise<Classifications> {
  const devices = await askedDevices(db, caller, body);
  const bySite = [...Map.groupBy(devices, (device) => device.site_id)].slice(0, MOST_SITES);
  const sets = await listSetsInUse(
    db,
    bySite.map(([siteId]) => siteId),
  );
  const categorySets = new Map<string, UsedCategorySet>();
  const codes = new Map<string, UsableCode>();
  let readCount = 0;
  for (const [siteId, ofSite] of bySite) {
    const codesOf = await readCodes(db, siteId, now());
    for (const { segment_id: segmentId } of ofSite) {
      const meaning = codesOf(segmentId) ?? NO_CODES;
      addSet(categorySets, meaning.categories, sets.get(siteId) ?? []);
      addCodes(codes, meaning);
      readCount += 1;
    }
  }
  return {
    deviceCount: devices.length,
    readCount,
    timezones: [...new Set(devices.map(({ timezone }) => timezone ?? 'UTC'))].sort(),
    categorySets: [...categorySets.values()].sort((a, b) => b.deviceCount - a.deviceCount || (a.name < b.name ? -1 : 1)),
    codes: [...codes.values()].sort((a, b) => a.code.localeCompare(b.code, 'en', { numeric: true })),
  };
}

/** Users who may read the log at the site, by name. */
export async function peopleWhoSee(db: Db, caller: Caller, eventId: EventId): Promise<{ userId: UserId; name: string }[]> {
  const { siteId } = await getEventRow(db, caller, eventId);
  const { rows } = await db.execute<{ id: UserId; name: string }>(sql`
    select id, name from users where id in (${usersWith('PageEventLogs', sql`${siteId}`)}) order by lower(name), id`);
  return rows.map(({ id, name }) => ({ userId: id, name }));
}

const NO_CODES: EventCodes = { codeSet: [], enterpriseOverrides: [], siteOverrides: [], categories: DEFAULT_CATEGORY_SETS.All };

async function askedDevices(
  db: Db,
  caller: Pick<Caller, 'siteIds'>,
  body: BodyOf<typeof eventChoiceEndpoints.classifications>,
): Promise<AskedDevice[]> {
  const scope = sql`device.site_id = any(${sql.param([...caller.siteIds])}::text[])`;
  const wanted =
    'selection' in body
      ? sql`device.id in (select segment_id from group_events where id in (${await chosenEvents(db, caller, body.selection)}))`
      : sql`device.id = any(${sql.param([...body.segmentIds])}::text[])`;
  const { rows } = await db.execute<AskedDevice>(sql`
    select device.site_id, device.id as segment_id, site.timezone from segments as device join sites as site on site.id = device.site_id
    where ${scope} and ${wanted} order by device.site_id, device.id limit ${MOST_DEVICES}`);
  return rows;
}

function addSet(sets: Map<string, UsedCategorySet>, categories: readonly EventCategory[], named: readonly SetInUse[]): void {
  const key = namesOf(categories);
  const known = sets.get(key);
  if (known) known.deviceCount += 1;
  else
    sets.set(key, {
      ...nameOf(key, named),
      deviceCount: 1,
      categories: categories.map(({ name, eventType, rank }) => ({ name, eventType, rank })),
    });
}

function nameOf(key: string, named: readonly SetInUse[]): Pick<UsedCategorySet, 'name' | 'isDefault' | 'energyType'> {
  const own = named.find(({ categories }) => namesOf(categories) === key);
  if (own) return { name: own.name, isDefault: false, energyType: own.energyType };
  const energyType = ENERGY_TYPES.find((type) => namesOf(DEFAULT_CATEGORY_SETS[type]) === key) ?? 'All';
  return { name: energyType, isDefault: true, energyType };
}

const ENERGY_TYPES = ['All', 'PVPlant', 'Wind', 'Battery'] as const;

function namesOf(categories: readonly Pick<EventCategory, 'name'>[]): string {
  return JSON.stringify(categories.map(({ name }) => name));
}

function addCodes(codes: Map<string, UsableCode>, meaning: EventCodes): void {
  const rankOf = (name: string) => categoryRank(meaning.categories, name);
  for (const codeSet of [meaning.codeSet, SYSTEM_CODE_SET])
    for (const { code, description } of codeSet) {
      const { category, eventType } = resolveCode({ ...meaning, codeSet, code, rankOf });
      const key = JSON.stringify([code, category, eventType]);
      const known = codes.get(key);
      if (known) known.deviceCount += 1;
      else codes.set(key, { code, description, category, eventType, deviceCount: 1 });
    }
}
