import type { ContractTerms } from '@solvane/contract/contracts';
import type { SiteId } from '@solvane/contract/ids';
import type { AvailabilitySheet } from '@solvane/energy/availability/availability-sheets';
import { defaultOverdesignMethod } from '@solvane/energy/availability/overdesign';
import { DEFAULT_CATEGORY_SETS, type EventCategory } from '@solvane/energy/events/category-sets';
import { DEFAULT_EXPECTED_METHODS } from '@solvane/energy/production/expected-methods';
import type { AvailabilityView, SiteConfiguration, SiteContract } from '@solvane/energy/site-day/site';
import { type LocalDay, toIsoDate } from '@solvane/energy/time/local-day';
import { changeDays, spanOn } from '@solvane/energy/time/validity';
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { contractConfigurations, contractSites } from '../../db/schema/contracts.ts';
import { loadCategorySet } from '../event-codes/mapping/site-event-codes.ts';
import { type TermSpan, termSpans } from './term-spans.ts';

/** What is installed and what may leave the site. [kW] NaN: not limited */
export interface InstalledPower {
  installed: number;
  limitAtGenerators: number;
}

/** What a contract says about a day. */
export interface ContractOnDay {
  contract: SiteContract;
  expectedMethods: SiteConfiguration['expectedMethods'];
}

/** Terms of a contract of a site, on their days. */
export interface ContractSpan extends TermSpan {
  id: string;
  name: string;
  /** Set that sorts events; null: the usual one. */
  setId: string | null;
}

/** What contracts say of a site, by time; their days never overlap. */
export async function readContractSpans(db: Db, siteId: SiteId): Promise<ContractSpan[]> {
  const rows = await db
    .select({
      id: contractConfigurations.id,
      name: contractConfigurations.name,
      validFrom: contractConfigurations.validFrom,
      validTo: contractConfigurations.validTo,
      setId: contractConfigurations.lossCategorySetId,
      content: contractConfigurations.content,
      earlierTerms: contractConfigurations.earlierTerms,
    })
    .from(contractSites)
    .innerJoin(contractConfigurations, eq(contractConfigurations.id, contractSites.configurationId))
    .where(eq(contractSites.siteId, siteId))
    .orderBy(asc(contractConfigurations.validFrom));
  return rows.flatMap(({ id, name, setId, ...row }) => termSpans(row).map((span) => ({ id, name, setId, ...span })));
}

/** The contracts of a site at any time. */
export interface ContractTimeline {
  /** undefined: there is none on that day. */
  on(day: LocalDay, power: InstalledPower): ContractOnDay | undefined;
  changes: readonly LocalDay[];
}

export async function loadContracts(db: Db, siteId: SiteId): Promise<ContractTimeline> {
  const rows = await readContractSpans(db, siteId);
  const categories = new Map<string, EventCategory[]>();
  for (const { setId } of rows) if (setId !== null && !categories.has(setId)) categories.set(setId, await loadCategorySet(db, setId));
  return {
    on: (day, power) => {
      const row = spanOn(rows, toIsoDate(day));
      return (
        row && contractOnDay(row.terms, (row.setId === null ? undefined : categories.get(row.setId)) ?? DEFAULT_CATEGORY_SETS.All, power)
      );
    },
    changes: changeDays(rows.flatMap(({ validFrom, validTo }) => [validFrom, validTo])),
  };
}

function contractOnDay(terms: ContractTerms, categories: readonly EventCategory[], power: InstalledPower): ContractOnDay {
  const { expectedMethods, overdesign, primaryProductionView, excludesEstimated, excludedPeriods } = terms;
  const methodsOf = (source: keyof typeof expectedMethods) =>
    expectedMethods[source].length > 0 ? expectedMethods[source] : DEFAULT_EXPECTED_METHODS[source];
  return {
    contract: {
      categories,
      views: toViews(terms),
      primaryProductionView,
      overdesign: overdesignOf(overdesign, power),
      excludesEstimated,
      ...(excludedPeriods.length > 0 && { excludedPeriods: excludedPeriods.map(({ startMs, endMs }) => ({ startMs, endMs })) }),
    },
    expectedMethods: { PV: methodsOf('PV'), Wind: methodsOf('Wind'), BESS: methodsOf('BESS') },
  };
}

/** Definitions of availability as the calculation takes them. */
export function toViews({ views, degradedFactor }: Pick<ContractTerms, 'views' | 'degradedFactor'>): AvailabilityView[] {
  return views.map((view) => toView(view, degradedFactor));
}

function toView({ name, basis, sheets }: ContractTerms['views'][number], degradedFactor: number | null): AvailabilityView {
  const withFactor = (sheet: AvailabilitySheet): AvailabilitySheet =>
    basis === 'time' && degradedFactor !== null ? { ...sheet, PP: degradedFactor } : sheet;
  return { name, basis, sheets: { PV: withFactor(sheets.PV), Wind: withFactor(sheets.Wind), BESS: withFactor(sheets.BESS) } };
}

function overdesignOf(choice: ContractTerms['overdesign'], { installed, limitAtGenerators }: InstalledPower): SiteContract['overdesign'] {
  if (choice === 'none') return undefined;
  return choice === 'usual' ? defaultOverdesignMethod(installed, limitAtGenerators) : choice;
}
