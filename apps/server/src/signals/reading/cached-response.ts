import { type ChangeQuery, type ChangeResponse, lastChangeText } from '../engine/last-changes.ts';
import type { ReadResolution } from '../point-kind.ts';
import type { Columns } from '../signal-tables.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import { type DirtyDays, daysOf, readDirtyDays, type SeriesPeriod } from './dirty-days.ts';
import { usesRollUps } from './read-plan.ts';
import type { DayPoints } from './recent/day-points.ts';
import { type CachedMonths, lookUpMonths } from './recent/look-up-days.ts';
import { CachedHours } from './recent/look-up-hours.ts';
import type { MonthRollUps } from './recent/month-roll-ups.ts';
import type { NewestPoints } from './recent/newest-points.ts';
import { isUnchanged, type RecentSlices, type SliceQuery } from './recent/recent-slices.ts';
import type { ResponseCache } from './response-cache.ts';

/** A database, and what is cached of it: responses, days of points, months of roll-ups, and newest points. */
export interface Reader {
  database: SignalDatabase;
  responses: ResponseCache;
  recent: RecentSlices<DayPoints>;
  rollUps: RecentSlices<MonthRollUps>;
  newest: NewestPoints;
}

export interface CacheableQuery {
  /** Everything that the response depends on beside the points; it can be written as JSON. */
  query: { resolution: ReadResolution };
  requested: SeriesPeriod;
  options: StatementOptions;
  /** Roll-ups that would suffice if they were cached; undefined: none could. */
  findMonths: () => SliceQuery | undefined;
  /** The same of days of points. */
  findDays?: () => SliceQuery | undefined;
  /** Whether their points give what the engine would. */
  canAnswer?: (hours: CachedHours) => boolean;
}

/** What a response is made with. */
export interface Making {
  /** Days per block whose roll-ups may differ from their points. */
  pending: DirtyDays['pending'];
  select(sql: string): Promise<Columns>;
  /** Roll-ups from memory that are true now. */
  months?: CachedMonths | undefined;
  /** The same of points, and then nothing else has to be read. */
  hours?: CachedHours | undefined;
}

type Make<T> = (making: Making) => Promise<{ response: T; bytes: number }>;

/** The cached response, where it is certain that none of its inputs has changed; else a new one. */
export async function cachedResponse<T>(reader: Reader, cacheable: CacheableQuery, make: Make<T>): Promise<T> {
  const key = JSON.stringify(cacheable.query);
  return usesRollUps(cacheable.query.resolution)
    ? respondFromRollUps(reader, { ...cacheable, key }, make)
    : respondFromPoints(reader, { key, days: daysOf(cacheable.requested), options: cacheable.options }, make);
}

type RollUpQuery = Pick<CacheableQuery, 'requested' | 'options' | 'findMonths' | 'findDays' | 'canAnswer'> & { key: string };

interface RequestedPoints {
  key: string;
  /** Days whose points contribute to the response. */
  days: ChangeQuery;
  options: StatementOptions;
}

async function respondFromRollUps<T>(
  reader: Reader,
  { key, requested, options, findMonths, findDays, canAnswer }: RollUpQuery,
  make: Make<T>,
): Promise<T> {
  const { database, responses, rollUps, recent } = reader;
  const select = (sql: string) => database.select(sql, options);
  const days = daysOf(requested);
  const change = await database.findChange(days);
  if (change === undefined) {
    // Where the engine does not say what has changed, the dirty days of the roll-ups do.
    const { stamp, pending } = await readDirtyDays(database, requested, options);
    return responses.getOrMake({ key, stamp }, () => make({ pending, select }));
  }
  const stamp = lastChangeText(change);
  return responses.getOrMake({ key, stamp }, async () => {
    // What is read in the background is read once: it is not requested again.
    const isInteractive = (options.lane ?? 'interactive') === 'interactive';
    const daysOfPoints = isInteractive ? findDays?.() : undefined;
    const hours = daysOfPoints && lookUpHours(daysOfPoints, { recent, change });
    if (hours && canAnswer?.(hours)) return make({ pending: NOTHING_PENDING, select, hours });
    const wantedMonths = isInteractive ? findMonths() : undefined;
    const months = wantedMonths && lookUpMonths(wantedMonths, { recent: rollUps, days, change });
    if (months) return make({ pending: months.pending, select, months });
    const pending = await responses.getOrMake({ key: `pending ${JSON.stringify(days)}`, stamp }, async () => {
      const dirty = await readDirtyDays(database, requested, options);
      return { response: dirty.pending, bytes: bytesOf(dirty.pending) };
    });
    return make({ pending, select });
  });
}

/** A new response from points comes with the change it is valid for: querying both would take as long as reading a day. */
export async function respondFromPoints<T>(
  { database, responses }: Reader,
  { key, days, options }: RequestedPoints,
  make: Make<T>,
): Promise<T> {
  const changes = new Set<string | undefined>();
  const select = async (sql: string) => {
    const { columns, lastChange } = await database.selectVouched(sql, days, options);
    changes.add(lastChange);
    return columns;
  };
  const makeOnce = () => make({ pending: NOTHING_PENDING, select });
  const known = responses.has(key) ? await findStamp(database, days) : undefined;
  if (known !== undefined) return responses.getOrMake({ key, stamp: known }, makeOnce);
  const made = await makeOnce();
  const [stamp] = changes;
  // Parts that differ in their last change do not belong to one moment.
  if (changes.size === 1 && stamp !== undefined) responses.set(key, { ...made, stamp });
  return made.response;
}

function lookUpHours(days: SliceQuery, { recent, change }: Pick<Reader, 'recent'> & { change: ChangeResponse }): CachedHours | undefined {
  const kept = recent.lookUp(days);
  if (kept && isUnchanged(kept, change)) return new CachedHours(kept);
  recent.requestPrefetch(days);
  return undefined;
}

/** As statements that are vouched for tell it. */
async function findStamp(database: SignalDatabase, days: ChangeQuery): Promise<string | undefined> {
  const change = await database.findChange(days);
  return change && lastChangeText(change);
}

const NOTHING_PENDING: DirtyDays['pending'] = new Map();

function bytesOf(pending: DirtyDays['pending']): number {
  return [...pending.values()].reduce((sum, { length }) => sum + 64 + 8 * length, 0);
}
