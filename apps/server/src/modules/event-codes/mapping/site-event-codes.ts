import type { CodeMapping } from '@solvane/contract/event-codes';
import type { EnterpriseId, SiteId } from '@solvane/contract/ids';
import { type CategorySetEnergyType, DEFAULT_CATEGORY_SETS, type EventCategory } from '@solvane/energy/events/category-sets';
import type { CodeOverride, EventCode } from '@solvane/energy/events/code-sets';
import type { EventCodes } from '@solvane/energy/site-day/group/group-events';
import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import {
  type EventCodeOverrideRow,
  type EventCodeRow,
  type EventCodeSetRow,
  eventCategories,
  eventCategorySets,
  eventCodeOverrides,
  eventCodeSets,
  eventCodes,
} from '../../../db/schema/event-codes.ts';
import { sites } from '../../../db/schema/fleet.ts';

/** A device as its code set is chosen. */
export interface CodedDevice {
  manufacturer: string | undefined;
  model: string | undefined;
  energyType: CategorySetEnergyType;
}

/** What codes mean at a site. */
export interface SiteEventCodes {
  codesOf(device: CodedDevice): EventCodes;
}

/** Values of codes that are not stored yet: of a set itself, or overrides of an enterprise or a site. */
export interface CodeChange {
  setId: string;
  /** null: of the set itself. */
  enterpriseId: EnterpriseId | null;
  /** null: of the enterprise, or of the set. */
  siteId: SiteId | null;
  items: readonly CodeMapping[];
}

/**
 * Code sets for everybody and of the site's enterprise, with the overrides of the enterprise and of the site.
 *
 * @param change - for previews
 */
export async function loadEventCodes(db: Db, siteId: SiteId, change?: CodeChange): Promise<SiteEventCodes> {
  const [site] = await db.select({ enterpriseId: sites.enterpriseId }).from(sites).where(eq(sites.id, siteId));
  const categories = await loadCategorySets(db, siteId);
  if (!site) return { codesOf: (device) => codesFrom(undefined, categories(device.energyType)) };
  const { enterpriseId } = site;
  const sets = await db
    .select()
    .from(eventCodeSets)
    .where(or(isNull(eventCodeSets.enterpriseId), eq(eventCodeSets.enterpriseId, enterpriseId)))
    .orderBy(asc(eventCodeSets.id));
  const ids = sets.map(({ id }) => id);
  const codes =
    ids.length === 0 ? [] : await db.select().from(eventCodes).where(inArray(eventCodes.setId, ids)).orderBy(asc(eventCodes.code));
  const overrides =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(eventCodeOverrides)
          .where(
            and(
              eq(eventCodeOverrides.enterpriseId, enterpriseId),
              or(isNull(eventCodeOverrides.siteId), eq(eventCodeOverrides.siteId, siteId)),
            ),
          )
          .orderBy(asc(eventCodeOverrides.code));
  const codesBySet = Map.groupBy(withEventCodeRows(codes, change), ({ setId }) => setId);
  const overridesBySet = Map.groupBy(withStatedOverrides(overrides, change, { enterpriseId, siteId }), ({ setId }) => setId);
  const known = new Map(sets.map(({ id }) => [id, knownSet(codesBySet.get(id) ?? [], overridesBySet.get(id) ?? [])]));
  return {
    codesOf: (device) => codesFrom(known.get(findCodeSet(sets, device)?.id ?? ''), categories(device.energyType)),
  };
}

/** A set as it would be with other values of some of its codes; a code without any value is left out. */
function withEventCodeRows(codes: readonly EventCodeRow[], change: CodeChange | undefined): readonly EventCodeRow[] {
  if (!change || change.enterpriseId !== null) return codes;
  const { setId, items } = change;
  const stated = new Set(items.map(({ code }) => code));
  const added = items.flatMap(({ code, category, eventType, priority }): EventCodeRow[] =>
    category === null || eventType === null ? [] : [{ setId, code, category, eventType, priority, description: '' }],
  );
  return [...codes.filter((each) => each.setId !== setId || !stated.has(each.code)), ...added];
}

type StatedOverride = Omit<EventCodeOverrideRow, 'updatedBy' | 'updatedAtMs'>;

function withStatedOverrides(
  overrides: readonly StatedOverride[],
  change: CodeChange | undefined,
  site: { enterpriseId: EnterpriseId; siteId: SiteId },
): readonly StatedOverride[] {
  if (!change || change.enterpriseId !== site.enterpriseId || (change.siteId !== null && change.siteId !== site.siteId)) return overrides;
  const { setId, siteId, enterpriseId, items } = change;
  const stated = new Set(items.map(({ code }) => code));
  return [
    ...overrides.filter((each) => each.setId !== setId || each.siteId !== siteId || !stated.has(each.code)),
    ...items.map((item) => ({ setId, enterpriseId, siteId, ...item })),
  ];
}

/** The set in use by the site's enterprise for devices of a kind: its own, else the one every installation begins with. */
export async function loadCategorySets(db: Db, siteId: SiteId): Promise<(energyType: CategorySetEnergyType) => readonly EventCategory[]> {
  const rows = await db
    .select({ energyType: eventCategorySets.energyType, category: eventCategories })
    .from(eventCategorySets)
    .innerJoin(sites, eq(sites.enterpriseId, eventCategorySets.enterpriseId))
    .innerJoin(eventCategories, eq(eventCategories.setId, eventCategorySets.id))
    .where(and(eq(sites.id, siteId), eq(eventCategorySets.isInUse, true)))
    .orderBy(asc(eventCategories.rank));
  const own = Map.groupBy(rows, ({ energyType }) => energyType);
  return (energyType) => {
    const categories = own.get(energyType);
    return categories ? categories.map(({ category }) => toCategory(category)) : DEFAULT_CATEGORY_SETS[energyType];
  };
}

/** The categories of one set. Empty: there is no such set any more */
export async function loadCategorySet(db: Db, setId: string): Promise<EventCategory[]> {
  const rows = await db.select().from(eventCategories).where(eq(eventCategories.setId, setId)).orderBy(asc(eventCategories.rank));
  return rows.map(toCategory);
}

/** The enterprise's own set before one for everybody, one that names the model before one for all of the manufacturer. */
export function findCodeSet<T extends Pick<EventCodeSetRow, 'enterpriseId' | 'manufacturer' | 'models'>>(
  sets: readonly T[],
  { manufacturer, model }: Pick<CodedDevice, 'manufacturer' | 'model'>,
): T | undefined {
  if (manufacturer === undefined) return undefined;
  const ofMaker = sets.filter((set) => isSameText(set.manufacturer, manufacturer));
  const namesModel = (set: T) => model !== undefined && set.models.some((each) => isSameText(each, model));
  const fitting = ofMaker.filter((set) => set.models.length === 0 || namesModel(set));
  const worth = (set: T) => (set.enterpriseId === null ? 0 : 2) + (namesModel(set) ? 1 : 0);
  return fitting.reduce<T | undefined>((best, set) => (best && worth(best) >= worth(set) ? best : set), undefined);
}

interface KnownSet {
  codeSet: EventCode[];
  enterpriseOverrides: CodeOverride[];
  siteOverrides: CodeOverride[];
}

function knownSet(codes: readonly EventCodeRow[], overrides: readonly StatedOverride[]): KnownSet {
  return {
    codeSet: codes.map(toEventCode),
    enterpriseOverrides: overrides.filter(({ siteId }) => siteId === null).map(toOverride),
    siteOverrides: overrides.filter(({ siteId }) => siteId !== null).map(toOverride),
  };
}

function codesFrom(set: KnownSet | undefined, categories: readonly EventCategory[]): EventCodes {
  return { codeSet: [], enterpriseOverrides: [], siteOverrides: [], ...set, categories };
}

export function toEventCode({ code, category, eventType, priority, description }: EventCodeRow): EventCode {
  return { code, category, eventType, description, ...(priority !== null && { priority }) };
}

export function toOverride({ code, category, eventType, priority }: StatedOverride): CodeOverride {
  return { code, ...(category !== null && { category }), ...(eventType !== null && { eventType }), ...(priority !== null && { priority }) };
}

function toCategory({ name, eventType, timeCategory, rank }: typeof eventCategories.$inferSelect): EventCategory {
  return { name, eventType, timeCategory, rank };
}

export function isSameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
