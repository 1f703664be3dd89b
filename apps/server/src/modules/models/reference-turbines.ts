import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError, type Issue } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { type ReferenceRow, referenceRowSchema, type referenceTurbineEndpoints, type SiteTurbine } from '@solvane/contract/models';
import type { ConfigurationSaved, Revision, SavedVersion } from '@solvane/contract/validity';
import { referenceProblems } from '@solvane/energy/wind/reference-turbines';
import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../db/db.ts';
import { segmentMetadata, segments } from '../../db/schema/fleet.ts';
import { referenceTurbines } from '../../db/schema/models.ts';
import { FOR_EVER } from '../../db/schema/quality.ts';
import type { Caller } from '../../http/caller.ts';
import { type ConfigureDeps, changeConfiguration } from '../configuration/change-configuration.ts';
import { problem, refuse } from '../configuration/configuration-checks.ts';
import { assertRevision, toRevision } from '../configuration/revision.ts';
import { getVersion, listVersions, recordVersion, type Versioned } from '../configuration/versions.ts';
import { toDate, toValidFrom } from '../fleet/fleet-state.ts';
import { sinceDay, siteEntry } from './site-changes.ts';
import { deviceProblems } from './site-table-problems.ts';
import { assertSite } from './site-tables.policy.ts';

const contentSchema = z.object({ rows: z.array(referenceRowSchema) });

type Read = ResponseOf<typeof referenceTurbineEndpoints.read>;

export async function readReferenceTurbines(db: Db, caller: Caller, siteId: SiteId): Promise<Read> {
  assertSite(caller, siteId);
  const [{ rows, revision }, turbines] = await Promise.all([readState(db, siteId), readTurbines(db, siteId)]);
  return { rows, turbines, revision };
}

export async function listReferenceVersions(db: Db, caller: Caller, siteId: SiteId): Promise<SavedVersion[]> {
  assertSite(caller, siteId);
  return listVersions(db, versionedSite(siteId));
}

/** @throws AppError resource.notFound */
export async function getReferenceVersion(
  db: Db,
  caller: Caller,
  { siteId, version }: BodyOf<typeof referenceTurbineEndpoints.version>,
): Promise<{ rows: ReferenceRow[] }> {
  assertSite(caller, siteId);
  const content = contentSchema.safeParse(await getVersion(db, versionedSite(siteId), version));
  if (!content.success) throw new AppError('resource.notFound');
  return content.data;
}

export async function saveReferenceTurbines(
  deps: ConfigureDeps,
  caller: Caller,
  { siteId, rows, seenRevision, note }: BodyOf<typeof referenceTurbineEndpoints.save>,
): Promise<ConfigurationSaved> {
  assertSite(caller, siteId);
  return changeConfiguration(deps, { caller, reason: 'models' }, async (tx) => {
    const before = await readState(tx, siteId);
    assertRevision(seenRevision, before.revision);
    const named = rows.flatMap(({ segmentId, references }) => [{ segmentId }, ...references]);
    refuse([...(await deviceProblems(tx, siteId, named)), ...rows.flatMap((_, index) => rowProblems(rows, index))]);
    const lists = rows.map(({ segmentId, effectiveFrom, references }) => ({
      segmentId,
      effectiveFrom: toValidFrom(effectiveFrom),
      referenceIds: references.toSorted((a, b) => a.rank - b.rank).map((reference) => reference.segmentId),
    }));
    if (lists.length > 0)
      await tx
        .insert(referenceTurbines)
        .values(lists)
        .onConflictDoUpdate({
          target: [referenceTurbines.segmentId, referenceTurbines.effectiveFrom],
          set: { referenceIds: sql`excluded.reference_ids` },
        });
    const after = await readRows(tx, siteId);
    const changed = { updatedBy: caller.name, updatedAtMs: deps.now() };
    await recordVersion(tx, versionedSite(siteId), {
      before: { revision: before.revision, content: { rows: before.rows } },
      after: { revision: toRevision(after, changed), content: { rows: after } },
      note,
    });
    const first = rows.map(({ effectiveFrom }) => toValidFrom(effectiveFrom)).reduce((a, b) => (b < a ? b : a), FOR_EVER);
    return { result: {}, touched: [sinceDay(siteId, first)], entries: [siteEntry('referenceTurbines.save', siteId, { rows })] };
  });
}

function rowProblems(rows: readonly ReferenceRow[], index: number): Issue[] {
  const row = rows[index];
  if (!row) return [];
  const { segmentId, effectiveFrom, references } = row;
  const isTwice = rows.findIndex((each) => each.segmentId === segmentId && each.effectiveFrom === effectiveFrom) < index;
  const assignments = references.map((reference) => ({
    deviceId: segmentId,
    referenceDeviceId: reference.segmentId,
    rank: reference.rank,
  }));
  return [
    ...(isTwice ? [problem('ReferenceTurbines_Problem_Twice', ['rows', index], { device: segmentId })] : []),
    ...referenceProblems(assignments).map(({ kind }) =>
      problem(`ReferenceTurbines_Problem_${kind}`, ['rows', index, 'references'], { device: segmentId }),
    ),
  ];
}

async function readState(db: Db, siteId: SiteId): Promise<{ rows: ReferenceRow[]; revision: Revision }> {
  const rows = await readRows(db, siteId);
  const [latest] = await listVersions(db, versionedSite(siteId));
  return { rows, revision: toRevision(rows, latest && { updatedBy: latest.savedBy, updatedAtMs: latest.savedAtMs }) };
}

async function readRows(db: Db, siteId: SiteId): Promise<ReferenceRow[]> {
  const rows = await db
    .select(getTableColumns(referenceTurbines))
    .from(referenceTurbines)
    .innerJoin(segments, eq(segments.id, referenceTurbines.segmentId))
    .where(eq(segments.siteId, siteId))
    .orderBy(asc(referenceTurbines.segmentId), asc(referenceTurbines.effectiveFrom));
  return rows.map(({ segmentId, effectiveFrom, referenceIds }) => ({
    segmentId,
    effectiveFrom: toDate(effectiveFrom),
    references: referenceIds.map((id, index) => ({ segmentId: id, rank: index + 1 })),
  }));
}

const TURBINE_TYPES = ['WindTurbine', 'Turbine'] as const;
const PLACE = ['latitude', 'longitude'] as const;

/** Turbines by name with the place they have now. */
export async function readTurbines(db: Db, siteId: SiteId): Promise<SiteTurbine[]> {
  const { id, name, segmentType } = segments;
  const { segmentId, attribute, value, validFrom } = segmentMetadata;
  const isTurbine = and(eq(segments.siteId, siteId), inArray(segmentType, [...TURBINE_TYPES]));
  const [turbines, places] = await Promise.all([
    db.select({ id, name }).from(segments).where(isTurbine).orderBy(asc(name)),
    db
      .select({ segmentId, attribute, value })
      .from(segmentMetadata)
      .innerJoin(segments, eq(id, segmentId))
      .where(and(isTurbine, inArray(attribute, [...PLACE])))
      .orderBy(asc(validFrom)),
  ]);
  // The last value of each wins.
  const known = new Map(places.map((place) => [`${place.segmentId} ${place.attribute}`, place.value]));
  const placeOf = (turbineId: string, part: (typeof PLACE)[number]): number | null => {
    const found = known.get(`${turbineId} ${part}`);
    return typeof found === 'number' ? found : null;
  };
  return turbines
    .map((turbine) => ({
      segmentId: turbine.id,
      name: turbine.name,
      latitude: placeOf(turbine.id, 'latitude'),
      longitude: placeOf(turbine.id, 'longitude'),
    }))
    .toSorted((a, b) => collator.compare(a.name, b.name));
}

const collator = new Intl.Collator(undefined, { numeric: true });

function versionedSite(siteId: SiteId): Versioned {
  return { kind: 'referenceTurbines', entityId: siteId };
}
