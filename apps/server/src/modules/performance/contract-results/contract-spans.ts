import type { ContractTerms } from '@solvane/contract/contracts';
import type { SiteId } from '@solvane/contract/ids';
import { addUnits, unitStart } from '@solvane/energy/time/bucket';
import { type LocalDay, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import type { DateSpan } from '@solvane/energy/time/validity';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { contractConfigurations, contractSites } from '../../../db/schema/contracts.ts';
import { sites } from '../../../db/schema/fleet.ts';
import { siteDays } from '../../../db/schema/site-days.ts';
import type { Caller } from '../../../http/caller.ts';
import { isOwn } from '../../contracts/contracts.policy.ts';
import { termSpans, termsOfMonth } from '../../contracts/term-spans.ts';
import { SITE_CURRENCY } from '../../fleet/sites.queries.ts';

/** A contract at one of its sites. */
export interface ContractSpan extends DateSpan {
  contractId: string;
  contractName: string;
  siteId: SiteId;
  siteName: string;
  zone: string;
  currency: string | null;
  /** Terms of a month, as 2026-05. */
  termsIn: (month: string) => ContractTerms;
  /** First day that was ever computed. undefined: none */
  firstDay: LocalDay | undefined;
}

/** Contracts of the caller with each of their sites that the caller sees. @param contractId - null: all */
export async function readSpans(db: Db, caller: Caller, contractId: string | null, siteId?: SiteId): Promise<ContractSpan[]> {
  const rows = await db
    .select({
      contractId: contractConfigurations.id,
      contractName: contractConfigurations.name,
      validFrom: contractConfigurations.validFrom,
      validTo: contractConfigurations.validTo,
      content: contractConfigurations.content,
      earlierTerms: contractConfigurations.earlierTerms,
      siteId: sites.id,
      siteName: sites.name,
      zone: sites.timezone,
      currency: SITE_CURRENCY,
      firstDay: sql<string | null>`(select min(d.day)::text from ${siteDays} d where d.site_id = ${sites.id})`,
    })
    .from(contractConfigurations)
    .innerJoin(contractSites, eq(contractSites.configurationId, contractConfigurations.id))
    .innerJoin(sites, eq(sites.id, contractSites.siteId))
    .where(
      and(
        isOwn(caller),
        isOneOf(sites.id, caller.siteIds),
        contractId === null ? undefined : eq(contractConfigurations.id, contractId),
        siteId === undefined ? undefined : eq(sites.id, siteId),
      ),
    )
    .orderBy(sql`lower(${contractConfigurations.name})`, sql`lower(${sites.name})`, asc(sites.id));
  return rows.map(({ content, earlierTerms, ...row }) => {
    const spans = termSpans({ ...row, content, earlierTerms });
    return {
      ...row,
      termsIn: (month) => termsOfMonth(spans, month, content),
      zone: row.zone ?? 'UTC',
      firstDay: parseIsoDate(row.firstDay ?? ''),
    };
  });
}

/** The days of a contract in a month, half open. */
export interface MonthPart {
  /** 2026-05 */
  month: string;
  fromDay: LocalDay;
  toDay: LocalDay;
  /** Sums of the whole month are those of the part. */
  isWhole: boolean;
}

/** Months from one to another, both included. */
export function monthsBetween(fromMonth: string, toMonth: string): string[] {
  const last = firstDayOf(toMonth);
  const months: string[] = [];
  for (let day = firstDayOf(fromMonth); day <= last; day = addUnits(day, 'month', 1)) months.push(monthOf(day));
  return months;
}

export function monthOf(day: LocalDay): string {
  return toIsoDate(day).slice(0, 7);
}

export function firstDayOf(month: string): LocalDay {
  return parseIsoDate(`${month}-01`) ?? unitStart(0, 'month');
}

/** undefined: the contract does not hold in the month */
export function partOf(month: string, { validFrom, validTo }: DateSpan): MonthPart | undefined {
  const start = firstDayOf(month);
  const end = addUnits(start, 'month', 1);
  const fromDay = Math.max(start, parseIsoDate(validFrom) ?? start);
  const toDay = Math.min(end, parseIsoDate(validTo) ?? end);
  return fromDay < toDay ? { month, fromDay, toDay, isWhole: fromDay === start && toDay === end } : undefined;
}
