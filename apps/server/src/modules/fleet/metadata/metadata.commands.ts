import type { Issue } from '@solvane/contract/errors';
import type { MetadataChange } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { pairOf } from '@solvane/energy/devices/attribute-pairs';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { segmentMetadata, segments, sites } from '../../../db/schema/fleet.ts';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../http/caller.ts';
import { announceSiteChanges } from '../../../jobs/announce.ts';
import { type AuditEntry, audit } from '../../access/audit.ts';
import { awaitRecalculation } from '../../configuration/pending-sites.ts';
import { computingValues } from '../computing-changes.ts';
import { lockFleet, toDate, toValidFrom } from '../fleet-state.ts';
import { refreshSiteSummaries } from '../site-summaries.ts';
import { isSiteField, type SiteField } from './attribute-values.ts';
import { type AcceptedChange, checkMetadataChanges, type MetadataContext } from './metadata.check.ts';
import { findMetadataSegments } from './metadata.queries.ts';

export interface MetadataSaved {
  saved: number;
  failed: { index: number; issue: Issue }[];
}

/** Writes what can be written, in one transaction, and says for each other cell why not. */
export async function saveMetadata(
  { db, bus, now }: Pick<Deps, 'db' | 'bus' | 'now'>,
  caller: Caller,
  asked: readonly MetadataChange[],
): Promise<MetadataSaved> {
  return db.transaction(async (tx) => {
    await lockFleet(tx);
    const visible = await findMetadataSegments(tx, caller.visibleSiteIds, new Set(asked.map(({ segmentId }) => segmentId)));
    const references = await findReferences(tx, asked);
    const historyOf = await findHistories(tx, asked);
    const lastChangeOf = await findLastChanges(tx, asked);
    const context = { visible, editableSiteIds: caller.siteIds, references, historyOf, lastChangeOf };
    const { accepted, failed } = checkMetadataChanges(asked, context);
    if (accepted.length > 0) {
      const nowMs = now();
      const entries = await applyChanges(tx, accepted, { changedBy: caller.name, nowMs });
      await audit(tx, { actor: caller, nowMs }, entries);
      const siteIds = [...new Set(accepted.map(({ siteId }) => siteId))];
      await refreshSiteSummaries(tx, siteIds, nowMs);
      const changes = accepted.map(({ siteId, attribute, validFrom }) => ({ siteId, attribute, validFrom: toValidFrom(validFrom) }));
      await awaitRecalculation(tx, computingValues(changes), { why: 'metadata', nowMs });
      const announced = siteIds.map((siteId) => ({ siteId, what: 'configuration' as const, fromMs: null, toMs: null }));
      await announceSiteChanges({ db: tx, bus, now }, announced);
    }
    return { saved: accepted.length, failed };
  });
}

async function findReferences(tx: Db, changes: readonly MetadataChange[]): Promise<Map<string, SiteId>> {
  const texts = new Set(changes.flatMap(({ value }) => (typeof value === 'string' ? [value.trim()] : [])));
  const rows = await tx.select({ id: segments.id, siteId: segments.siteId }).from(segments).where(isOneOf(segments.id, texts));
  return new Map(rows.map(({ id, siteId }) => [id, siteId]));
}

/** Of the ends of ranges that are changed, and of their other ends. */
async function findHistories(tx: Db, changes: readonly MetadataChange[]): Promise<MetadataContext['historyOf']> {
  const paired = changes.filter(({ attribute }) => pairOf(attribute) !== undefined);
  if (paired.length === 0) return () => [];
  const rows = await tx
    .select()
    .from(segmentMetadata)
    .where(isOneOf(segmentMetadata.segmentId, new Set(paired.map(({ segmentId }) => segmentId))));
  const known = Map.groupBy(rows, ({ segmentId, attribute }) => `${segmentId} ${attribute}`);
  return (segmentId, attribute) =>
    (known.get(`${segmentId} ${attribute}`) ?? []).map(({ validFrom, value }) => ({ from: toDate(validFrom), value }));
}

/** Of the attributes whose authors say what they saw. Index: the primary key of segment_metadata. */
async function findLastChanges(tx: Db, changes: readonly MetadataChange[]): Promise<MetadataContext['lastChangeOf']> {
  const seen = changes.filter(({ seenChangeMs }) => seenChangeMs !== undefined);
  if (seen.length === 0) return () => undefined;
  const rows = await tx
    .selectDistinctOn([segmentMetadata.segmentId, segmentMetadata.attribute])
    .from(segmentMetadata)
    .where(isOneOf(segmentMetadata.segmentId, new Set(seen.map(({ segmentId }) => segmentId))))
    .orderBy(segmentMetadata.segmentId, segmentMetadata.attribute, desc(segmentMetadata.changedAtMs));
  const known = new Map(rows.map((row) => [`${row.segmentId} ${row.attribute}`, row]));
  return (segmentId, attribute) => known.get(`${segmentId} ${attribute}`);
}

/** @returns one audit entry per segment, with what was there before */
async function applyChanges(
  tx: Db,
  changes: readonly AcceptedChange[],
  { changedBy, nowMs }: { changedBy: string; nowMs: number },
): Promise<AuditEntry[]> {
  const before = await readBefore(tx, changes);
  for (const change of changes) {
    const { segmentId, attribute, value } = change;
    const validFrom = toValidFrom(change.validFrom);
    const isRemoved = change.remove || (value === null && change.validFrom === null);
    if (isRemoved)
      await tx
        .delete(segmentMetadata)
        .where(
          and(eq(segmentMetadata.segmentId, segmentId), eq(segmentMetadata.attribute, attribute), eq(segmentMetadata.validFrom, validFrom)),
        );
    else
      await tx
        .insert(segmentMetadata)
        .values({ segmentId, attribute, validFrom, value, changedBy, changedAtMs: nowMs })
        .onConflictDoUpdate({
          target: [segmentMetadata.segmentId, segmentMetadata.attribute, segmentMetadata.validFrom],
          set: { value, changedBy, changedAtMs: nowMs },
        });
    if (isSiteField(attribute)) await writeSiteField(tx, change, attribute);
  }
  await tx
    .update(sites)
    .set({ updatedAtMs: nowMs })
    .where(isOneOf(sites.id, new Set(changes.map(({ siteId }) => siteId))));
  return [...Map.groupBy(changes, ({ segmentId }) => segmentId)].map(([segmentId, ofSegment]) => ({
    action: 'metadata.save',
    entityType: 'segment',
    entityId: segmentId,
    siteId: ofSegment[0]?.siteId ?? null,
    details: {
      changes: ofSegment.map(({ attribute, validFrom, value, remove }) => ({
        attribute,
        validFrom,
        before: before.get(keyOf(segmentId, attribute, toValidFrom(validFrom))) ?? null,
        after: remove ? null : value,
      })),
    },
  }));
}

/** Only the site's own segment: latitude and longitude are attributes of devices too. */
async function writeSiteField(tx: Db, { segmentId, siteId, value, remove }: AcceptedChange, field: SiteField): Promise<void> {
  // Trees name the energy type of their devices.
  const treeVersion = field === 'energyType' ? { treeVersion: sql`${sites.treeVersion} + 1` } : {};
  await tx
    .update(sites)
    .set({ [field]: remove ? null : value, ...treeVersion })
    .where(and(eq(sites.id, siteId), eq(sites.segmentId, segmentId)));
}

async function readBefore(tx: Db, changes: readonly AcceptedChange[]): Promise<Map<string, number | string | boolean | null>> {
  const rows = await tx
    .select()
    .from(segmentMetadata)
    .where(isOneOf(segmentMetadata.segmentId, new Set(changes.map(({ segmentId }) => segmentId))));
  return new Map(rows.map(({ segmentId, attribute, validFrom, value }) => [keyOf(segmentId, attribute, validFrom), value]));
}

function keyOf(segmentId: SegmentId, attribute: string, validFrom: string): string {
  return JSON.stringify([segmentId, attribute, validFrom]);
}
