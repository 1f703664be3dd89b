import type { SiteId } from '@solvane/contract/ids';
import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { isOneOf } from './is-one-of.ts';
import { readOnce } from './one-reading.ts';
import { siteChanges } from './schema/jobs.ts';

type Changes = readonly (typeof siteChanges.$inferSelect)['what'][];

/** Every kind of change that is announced but the arrival of points: what was calculated, events, devices, and what both rest on. */
const CALCULATED: Changes = ['configuration', 'events', 'results', 'tree'];
/** The arrival of points, too. */
export const ANY_CHANGE: Changes = [...CALCULATED, 'points'];

/** One after the other: of a thousand sites at once, statements of others would wait for seconds. */
const SITES_PER_READING = 200;

interface Kept<V> {
  version: string | undefined;
  /** Of the sites that were read with it. */
  rows: Promise<ReadonlyMap<SiteId, V>>;
}

/**
 * What was read of each site from what is calculated and edited: kept until a change of the site is announced, by whatever process. Requests at one time
 * share one reading. Nothing in it may depend on the user, nor on what is not announced: points, if their arrival does not count, and the clock, if no
 * question names its time.
 */
export class SiteCache<V> {
  readonly #limit: number;
  readonly #changes: Changes;
  #kept = new Map<string, Kept<V>>();

  /**
   * @param limit - of rows: beyond it the cache starts again
   * @param changes - after which a site is read again
   */
  constructor(limit: number, changes: Changes = CALCULATED) {
    this.#limit = limit;
    this.#changes = changes;
  }

  /**
   * @param question - what is asked of a site, in full: rows of other questions are others
   * @param load - reads sites; those without a row are absent
   */
  async getMany(
    db: Db,
    siteIds: Iterable<SiteId>,
    { question, load }: { question: string; load: (missing: readonly SiteId[]) => Promise<ReadonlyMap<SiteId, V>> },
  ): Promise<Map<SiteId, V>> {
    const ids = [...siteIds];
    if (ids.length === 0) return new Map();
    // Before the rows: a change between both is read twice, not missed.
    const versions = await readOnce(`versions of ${this.#changes.join(' ')} of ${ids.join(' ')}`, () =>
      readVersions(db, ids, this.#changes),
    );
    const keyOf = (siteId: SiteId) => `${siteId} ${question}`;
    const missing = ids.filter((siteId) => {
      const kept = this.#kept.get(keyOf(siteId));
      return kept === undefined || kept.version !== versions.get(siteId);
    });
    if (missing.length > 0) {
      if (this.#kept.size + missing.length > this.#limit) this.#kept = new Map();
      let before: Promise<unknown> = Promise.resolve();
      for (let at = 0; at < missing.length; at += SITES_PER_READING) {
        const part = missing.slice(at, at + SITES_PER_READING);
        const rows = before.then(() => load(part));
        for (const siteId of part) this.#kept.set(keyOf(siteId), { version: versions.get(siteId), rows });
        // What could not be read is asked again.
        before = rows.catch(() => this.#forget(part.map(keyOf), rows));
      }
    }
    const found = new Map<SiteId, V>();
    for (const [siteId, kept] of ids.map((id) => [id, this.#kept.get(keyOf(id))] as const)) {
      const row = (await kept?.rows)?.get(siteId);
      if (row !== undefined) found.set(siteId, row);
    }
    return found;
  }

  #forget(keys: readonly string[], rows: Kept<V>['rows']): void {
    for (const key of keys) if (this.#kept.get(key)?.rows === rows) this.#kept.delete(key);
  }
}

/** Index: the primary key of site_changes. */
async function readVersions(db: Db, siteIds: readonly SiteId[], changes: Changes): Promise<Map<SiteId, string>> {
  const rows = await db
    .select({
      siteId: siteChanges.siteId,
      version: sql<string>`string_agg(${siteChanges.version}::text, ' ' order by ${siteChanges.what})`,
    })
    .from(siteChanges)
    .where(sql`${isOneOf(siteChanges.siteId, siteIds)} and ${isOneOf(siteChanges.what, changes)}`)
    .groupBy(siteChanges.siteId);
  return new Map(rows.map(({ siteId, version }) => [siteId, version]));
}
