import { type SegmentId, type SignalId, type SiteId, signalIdSchema } from '@solvane/contract/ids';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { SINCE_EVER, segmentMetadata, segments, sites } from '../../../db/schema/fleet.ts';
import { series } from '../../../db/schema/series.ts';
import { VersionedCache } from '../../../db/versioned-cache.ts';
import { SITE_CURRENCY } from '../../fleet/sites.queries.ts';

/** A device that a request names, with what its site decides. */
export interface RequestedSegment {
  segmentId: SegmentId;
  name: string;
  segmentType: string;
  siteId: SiteId;
  siteName: string;
  siteSegmentId: SegmentId;
  zone: string;
  intervalMs: number;
  /** What money of the site is in; null: it is not known. */
  currency: string | null;
  /** Its signals by their id, in the order of their names. */
  series: ReadonlyMap<string, NumberedSignal>;
}

export interface NumberedSignal {
  signalId: SignalId;
  /** What the store knows it by. */
  series: number;
}

/** What metrics take from a site itself. */
export type SiteFacts = Pick<
  typeof sites.$inferSelect,
  'id' | 'segmentId' | 'energyType' | 'ratedPowerKw' | 'country' | 'plantOperator' | 'portfolio' | 'timezone' | 'operatingRegion'
>;

export type AttributeValue = number | string | boolean;

/**
 * What a request about signals has to know before the store is requested: devices, their series, their attributes. Kept in memory under the version of the
 * inventory that the caller came with; callers without one (jobs) read what is there now.
 */
export interface SignalDirectory {
  findSegments(version: string | undefined, segmentIds: readonly SegmentId[]): Promise<Map<SegmentId, RequestedSegment>>;
  findSites(version: string | undefined, siteIds: readonly SiteId[]): Promise<Map<SiteId, SiteFacts>>;
  /** Value of one attribute per segment as it holds on a date. Segments without it are missing. */
  findAttribute(version: string | undefined, request: AttributeQuery): Promise<Map<SegmentId, AttributeValue>>;
}

export interface AttributeQuery {
  segmentIds: readonly SegmentId[];
  attribute: string;
  /** ISO 8601 */
  date: string;
}

/** A fleet of 100,000 devices fits; one entry takes some hundred bytes, and as many per signal. */
const KEPT = 150_000;

export function createSignalDirectory({ db }: { db: Db }): SignalDirectory {
  const devices = new VersionedCache<SegmentId, RequestedSegment>(KEPT);
  const factsOfSites = new VersionedCache<SiteId, SiteFacts>(KEPT);
  const attributes = new AttributeCaches();
  const segmentsById = prepareSegmentsById(db);
  return {
    findSegments: (version, segmentIds) =>
      devices.getMany(version, segmentIds, async (missing) => toRequestedSegments(await segmentsById.execute({ segmentIds: missing }))),
    findSites: (version, siteIds) => factsOfSites.getMany(version, siteIds, (missing) => readSites(db, missing)),
    findAttribute: (version, { segmentIds, attribute, date }) =>
      attributes
        .get(`${attribute} ${date}`)
        .getMany(version, segmentIds, (missing) => readAttribute(db, { segmentIds: missing, attribute, date })),
  };
}

/** Attributes that requests are about, today and as of other dates: few. */
const KEPT_ATTRIBUTES = 8;

/** A cache for each attribute as it holds on a date: the ids that devices are found by anyway are the keys. */
class AttributeCaches {
  readonly #caches = new Map<string, VersionedCache<SegmentId, AttributeValue>>();

  get(attributeOnDate: string): VersionedCache<SegmentId, AttributeValue> {
    const cache = this.#caches.get(attributeOnDate) ?? new VersionedCache<SegmentId, AttributeValue>(KEPT);
    this.#caches.delete(attributeOnDate);
    this.#caches.set(attributeOnDate, cache);
    const [oldest] = this.#caches.keys();
    if (this.#caches.size > KEPT_ATTRIBUTES && oldest !== undefined) this.#caches.delete(oldest);
    return cache;
  }
}

/** Index: segments (id), series (segment_id, ap_code, calc_type). A request for a device needs its signals, too: one round trip. */
function prepareSegmentsById(db: Db) {
  return db
    .select({
      segmentId: segments.id,
      name: segments.name,
      segmentType: segments.segmentType,
      siteId: segments.siteId,
      siteName: sites.name,
      siteSegmentId: sites.segmentId,
      timezone: sites.timezone,
      signalCalcPeriod: sites.signalCalcPeriod,
      currency: SITE_CURRENCY,
      signals: sql<[signalId: string, series: number][]>`coalesce((
        select json_agg(json_build_array(${series.apCode} || '||' || ${series.calcType}, ${series.id}) order by ${series.apCode}, ${series.calcType})
        from ${series} where ${series.segmentId} = ${segments.id}), '[]')`,
    })
    .from(segments)
    .innerJoin(sites, eq(sites.id, segments.siteId))
    .where(sql`${segments.id} = any(${sql.placeholder('segmentIds')}::text[])`)
    .prepare('segments_by_id');
}

/** Index: primary key of sites. */
async function readSites(db: Db, siteIds: readonly SiteId[]): Promise<Map<SiteId, SiteFacts>> {
  const rows = await db
    .select({
      id: sites.id,
      segmentId: sites.segmentId,
      energyType: sites.energyType,
      ratedPowerKw: sites.ratedPowerKw,
      country: sites.country,
      plantOperator: sites.plantOperator,
      portfolio: sites.portfolio,
      timezone: sites.timezone,
      operatingRegion: sites.operatingRegion,
    })
    .from(sites)
    .where(isOneOf(sites.id, siteIds));
  return new Map(rows.map((site) => [site.id, site]));
}

function toRequestedSegments(
  rows: Awaited<ReturnType<ReturnType<typeof prepareSegmentsById>['execute']>>,
): Map<SegmentId, RequestedSegment> {
  return new Map(
    rows.map(({ timezone, signalCalcPeriod, signals, ...row }) => [
      row.segmentId,
      { ...row, zone: timezone ?? 'UTC', intervalMs: SIGNAL_CALC_PERIODS[signalCalcPeriod], series: toNumberedSignals(signals) },
    ]),
  );
}

/** Signals of a segment by their id. */
export function toNumberedSignals(signals: readonly [string, number][]): Map<string, NumberedSignal> {
  return new Map(
    signals.map(([id, number]) => {
      const signalId = signalIdSchema.parse(id);
      return [signalId, { signalId, series: number }];
    }),
  );
}

/** Index: segment_metadata (segment_id, attribute, valid_from). */
async function readAttribute(db: Db, { segmentIds, attribute, date }: AttributeQuery): Promise<Map<SegmentId, AttributeValue>> {
  const rows = await db
    .selectDistinctOn([segmentMetadata.segmentId], { segmentId: segmentMetadata.segmentId, value: segmentMetadata.value })
    .from(segmentMetadata)
    .where(
      sql`${isOneOf(segmentMetadata.segmentId, segmentIds)} and ${segmentMetadata.attribute} = ${attribute}
        and (${segmentMetadata.validFrom} <= ${date} or ${segmentMetadata.validFrom} = ${SINCE_EVER})`,
    )
    .orderBy(segmentMetadata.segmentId, sql`${segmentMetadata.validFrom} desc`);
  return new Map(rows.flatMap(({ segmentId, value }) => (value === null ? [] : [[segmentId, value] as const])));
}
