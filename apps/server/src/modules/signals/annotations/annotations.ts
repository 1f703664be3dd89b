import { randomUUID } from 'node:crypto';
import type { Annotation, annotationEndpoints } from '@solvane/contract/annotations';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { annotations } from '../../../db/schema/annotations.ts';
import type { Caller } from '../../../http/caller.ts';
import { getRequestedSegments } from '../queries/requested-segments.ts';
import type { SignalDirectory } from '../queries/signal-directory.ts';

/** More are found in a shorter period. */
const MOST = 500;

interface AnnotationDeps {
  db: Db;
  directory: SignalDirectory;
  now: () => number;
}

/** Annotations that overlap the period, the newest first. Index: annotations (segment_id, end_ms). @throws AppError resource.notFound */
export async function searchAnnotations(
  { db, directory }: Pick<AnnotationDeps, 'db' | 'directory'>,
  caller: Caller,
  { segmentIds, signalIds, startMs, endMs }: BodyOf<typeof annotationEndpoints.search>,
): Promise<Annotation[]> {
  await getRequestedSegments(directory, caller, segmentIds);
  const rows = await db
    .select()
    .from(annotations)
    .where(
      and(
        isOneOf(annotations.segmentId, segmentIds),
        signalIds && isOneOf(annotations.signalId, signalIds),
        lt(annotations.startMs, endMs),
        gt(annotations.endMs, startMs),
      ),
    )
    .orderBy(desc(annotations.startMs), annotations.id)
    .limit(MOST);
  return rows.map((row) => toAnnotation(row, caller));
}

/** @throws AppError resource.notFound; access.forbidden for the annotation of another user; resource.conflict where it was changed since */
export async function saveAnnotation(
  { db, directory, now }: AnnotationDeps,
  caller: Caller,
  { annotationId, seenRevision, segmentId, signalId, startMs, endMs, text }: BodyOf<typeof annotationEndpoints.save>,
): Promise<Annotation> {
  const [segment] = await getRequestedSegments(directory, caller, [segmentId]);
  if (!segment) throw new AppError('resource.notFound');
  const nowMs = now();
  const content = { siteId: segment.siteId, segmentId, signalId, startMs, endMs, text, updatedAtMs: nowMs };
  if (annotationId === undefined) {
    const own = { id: randomUUID(), userId: caller.userId, author: caller.name, createdAtMs: nowMs };
    const [row] = await db
      .insert(annotations)
      .values({ ...content, ...own })
      .returning();
    if (!row) throw new RangeError('The annotation was not stored');
    return toAnnotation(row, caller);
  }
  await getEditable(db, caller, annotationId);
  const [row] = await db
    .update(annotations)
    .set({ ...content, revision: sql`${annotations.revision} + 1` })
    .where(and(eq(annotations.id, annotationId), seenRevision === undefined ? undefined : eq(annotations.revision, seenRevision)))
    .returning();
  if (!row) throw new AppError('resource.conflict');
  return toAnnotation(row, caller);
}

/** @throws AppError resource.notFound; access.forbidden */
export async function removeAnnotation(db: Db, caller: Caller, annotationId: string): Promise<void> {
  await getEditable(db, caller, annotationId);
  await db.delete(annotations).where(eq(annotations.id, annotationId));
}

type Row = typeof annotations.$inferSelect;

async function getEditable(db: Db, caller: Caller, annotationId: string): Promise<void> {
  const [row] = await db.select().from(annotations).where(eq(annotations.id, annotationId));
  if (!row || !caller.siteIds.has(row.siteId)) throw new AppError('resource.notFound');
  if (!mayEdit(row, caller)) throw new AppError('access.forbidden');
}

/** The author, and who may declare data of the site invalid. */
function mayEdit({ userId, siteId }: Pick<Row, 'userId' | 'siteId'>, caller: Pick<Caller, 'ownerId' | 'scopeFor'>): boolean {
  return (userId !== null && userId === caller.ownerId) || caller.scopeFor('InvalidateData').has(siteId);
}

function toAnnotation({ id, siteId, userId, ...row }: Row, caller: Caller): Annotation {
  return { ...row, annotationId: id, can: { edit: mayEdit({ userId, siteId }, caller) } };
}
