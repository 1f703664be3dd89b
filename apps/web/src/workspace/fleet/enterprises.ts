import type { Enterprise, Site } from '@solvane/contract/fleet';
import type { EnterpriseId } from '@solvane/contract/ids';

/** Those in force: what was chosen and still exists; when nothing was ever chosen, the first by name (spec §4). */
export function effectiveEnterprises(
  chosen: readonly EnterpriseId[] | null,
  enterprises: readonly Enterprise[],
  locale: string,
): EnterpriseId[] {
  const existing = new Set(enterprises.map(({ id }) => id));
  const kept = chosen?.filter((id) => existing.has(id)) ?? [];
  if (kept.length > 0) return kept;
  const [first] = sortByName(enterprises, locale);
  return first ? [first.id] : [];
}

/** A site belongs to its owner and to its contractors. */
export function isSiteOf(site: Pick<Site, 'enterpriseId' | 'contractorEnterpriseIds'>, enterpriseIds: ReadonlySet<EnterpriseId>): boolean {
  return enterpriseIds.has(site.enterpriseId) || site.contractorEnterpriseIds.some((id) => enterpriseIds.has(id));
}

export function sortByName<T extends { name: string }>(items: readonly T[], locale: string): T[] {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  return [...items].sort((left, right) => collator.compare(left.name, right.name));
}
