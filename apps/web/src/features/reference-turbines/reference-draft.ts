import type { ResponseOf } from '@solvane/contract/endpoint';
import type { SegmentId } from '@solvane/contract/ids';
import type { ReferenceRow, referenceTurbineEndpoints, SiteTurbine } from '@solvane/contract/models';
import { distanceKm } from '@solvane/energy/devices/distance';
import { createItemDrafts } from '../../shared/configuration/item-draft.ts';

export type References = ResponseOf<typeof referenceTurbineEndpoints.read>;

/** The ranked references of a turbine on a day. */
export interface TurbineReferences {
  id: SegmentId;
  name: string;
  /** Ids by rank, one a line; empty: the nearest turbines are used. */
  ranked: string;
}

/** Without a list the engine uses this many. */
export const NEAREST = 3;

/** By site and day. */
export const referenceDrafts = createItemDrafts<TurbineReferences, References>();

/** What holds on a day: of each turbine the list that began last. */
export function referencesOn({ rows, turbines }: Pick<References, 'rows' | 'turbines'>, day: string): TurbineReferences[] {
  return turbines.map(({ segmentId, name }) => {
    const latest = rows
      .filter((row) => row.segmentId === segmentId && (row.effectiveFrom ?? '') <= day)
      .toSorted((a, b) => ((a.effectiveFrom ?? '') < (b.effectiveFrom ?? '') ? -1 : 1))
      .at(-1);
    const ids = latest?.references.toSorted((a, b) => a.rank - b.rank).map((reference) => reference.segmentId) ?? [];
    return { id: segmentId, name, ranked: toRanked(ids) };
  });
}

/** Days after `day` from which a turbine has another list. */
export function laterDays({ rows }: Pick<References, 'rows'>, day: string): string[] {
  return [...new Set(rows.flatMap(({ effectiveFrom }) => (effectiveFrom !== null && effectiveFrom > day ? [effectiveFrom] : [])))].sort();
}

export function toIds(ranked: string): SegmentId[] {
  return ranked === '' ? [] : (ranked.split('\n') as SegmentId[]);
}

export function toRanked(ids: readonly string[]): string {
  return ids.join('\n');
}

/** Another turbine at a rank, or none: those behind it move up, so that there is no gap. */
export function withReference(ranked: string, index: number, id: string): string {
  const ids: string[] = toIds(ranked);
  return toRanked(id === '' ? ids.toSpliced(index, 1) : ids.toSpliced(index, 1, id));
}

/** Rows to save for the turbines whose list differs from `before`. */
export function changedRows(
  items: readonly TurbineReferences[],
  before: readonly TurbineReferences[],
  effectiveFrom: string,
): ReferenceRow[] {
  const old = new Map(before.map(({ id, ranked }) => [id, ranked]));
  return items
    .filter(({ id, ranked }) => old.get(id) !== ranked)
    .map(({ id, ranked }) => ({
      segmentId: id,
      effectiveFrom,
      references: toIds(ranked).map((segmentId, index) => ({ segmentId, rank: index + 1 })),
    }));
}

/** How alike the turbines of a site were; undefined: not read yet. */
export type Similarity = ResponseOf<typeof referenceTurbineEndpoints.similarity>;

export interface Neighbour {
  id: SegmentId;
  name: string;
  /** null: the place of one of the two is not known. */
  distanceKm: number | null;
  /** Of hourly powers. null: not known */
  correlation: number | null;
  /** Hours it was learned from. */
  hours: number;
}

/** The other turbines of a site, the nearest one first; those without a place last, by name. */
export function neighboursOf(turbine: SiteTurbine, turbines: readonly SiteTurbine[], similarity?: Similarity): Neighbour[] {
  const alike = similarity?.turbines.find(({ segmentId }) => segmentId === turbine.segmentId)?.others ?? [];
  const alikeBy = new Map(alike.map((other) => [other.segmentId, other]));
  return turbines
    .filter(({ segmentId }) => segmentId !== turbine.segmentId)
    .map((other) => ({
      id: other.segmentId,
      name: other.name,
      distanceKm: distanceBetween(turbine, other),
      correlation: alikeBy.get(other.segmentId)?.correlation ?? null,
      hours: alikeBy.get(other.segmentId)?.hours ?? 0,
    }))
    .toSorted((a, b) => (a.distanceKm ?? Number.MAX_VALUE) - (b.distanceKm ?? Number.MAX_VALUE));
}

/** Fewer common hours are no reason to prefer a turbine: ten days. */
const ENOUGH_HOURS = 240;

/** What a turbine without a list could be given: the nearest turbines, or those most like it. */
export function suggestedFor(neighbours: readonly Neighbour[], by: 'distance' | 'correlation'): SegmentId[] {
  const known =
    by === 'distance'
      ? neighbours.filter(({ distanceKm: distance }) => distance !== null)
      : neighbours
          .filter(({ correlation, hours }) => correlation !== null && correlation > 0 && hours >= ENOUGH_HOURS)
          .toSorted((a, b) => (b.correlation ?? 0) - (a.correlation ?? 0));
  return known.slice(0, NEAREST).map(({ id }) => id);
}

function distanceBetween(a: SiteTurbine, b: SiteTurbine): number | null {
  const distance = distanceKm(placeOf(a), placeOf(b));
  return Number.isNaN(distance) ? null : distance;
}

function placeOf({ latitude, longitude }: SiteTurbine) {
  return { latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN };
}
