import type { SiteId } from '@solvane/contract/ids';
import type { GuaranteeResult } from '@solvane/contract/site-results';
import { civilDate, localDayOf } from '@solvane/energy/time/local-day';
import { inArray } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { budgets } from '../../db/schema/models.ts';
import { readGuarantees } from '../performance/results/guarantee-results.ts';
import type { BucketKey, MetricPeriods } from './metric-periods.ts';

export interface PromiseFigures {
  /** Whether the caller may read contracts of a site. */
  isReadable(siteId: SiteId): boolean;
  /** What each contract promised and what became of it. */
  guarantees(siteId: SiteId, bucket: BucketKey): readonly GuaranteeResult[];
  /** Budgeted availability of the days in a bucket. [%] NaN: a month has none */
  budget(siteId: SiteId, bucket: BucketKey): number;
}

interface Wanted {
  guarantees: boolean;
  budgets: boolean;
  periods: MetricPeriods;
  /** Sites whose contracts the caller reads. */
  siteIds: ReadonlySet<SiteId>;
}

/** What contracts and budgets say of availability, by site and bucket. Index: primary key of budgets. */
export async function readPromiseFigures(
  deps: { db: Db; now: () => number },
  sites: readonly { siteId: SiteId; zone: string }[],
  wanted: Wanted,
): Promise<PromiseFigures> {
  const { periods, siteIds } = wanted;
  const guaranteed = new Map<string, readonly GuaranteeResult[]>();
  for (const { siteId, zone } of wanted.guarantees ? sites.filter((site) => siteIds.has(site.siteId)) : [])
    for (const key of periods.keys) {
      const span = periods.spanOf(key, zone);
      if (span.startMs < span.endMs)
        guaranteed.set(`${siteId} ${key}`, await readGuarantees(deps, { siteIds }, { siteId, ...span, by: 'period' }));
    }
  const months = wanted.budgets ? await readMonths(deps.db, sites) : new Map<string, number>();
  const zones = new Map(sites.map(({ siteId, zone }) => [siteId, zone]));
  return {
    isReadable: (siteId) => siteIds.has(siteId),
    guarantees: (siteId, bucket) => guaranteed.get(`${siteId} ${bucket}`) ?? [],
    budget: (siteId, bucket) => meanBudget(siteId, { zone: zones.get(siteId) ?? 'UTC', bucket, periods, months }),
  };
}

async function readMonths(db: Db, sites: readonly { siteId: SiteId }[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ siteId: budgets.siteId, month: budgets.month, availability: budgets.availability })
    .from(budgets)
    .where(
      inArray(
        budgets.siteId,
        sites.map(({ siteId }) => siteId),
      ),
    );
  return new Map(
    rows.flatMap(({ siteId, month, availability }) => (availability === null ? [] : [[`${siteId} ${month.slice(0, 7)}`, availability]])),
  );
}

interface BudgetPlace {
  zone: string;
  bucket: BucketKey;
  periods: MetricPeriods;
  months: ReadonlyMap<string, number>;
}

/** Weighed by the days that lie in the bucket: ratings of a site hardly change. */
function meanBudget(siteId: SiteId, { zone, bucket, periods, months }: BudgetPlace): number {
  const { startMs, endMs } = periods.spanOf(bucket, zone);
  if (startMs >= endMs) return Number.NaN;
  const [first, last] = [localDayOf(startMs, zone), localDayOf(endMs - 1, zone)];
  let sum = 0;
  for (let day = first; day <= last; day++) {
    const { year, month } = civilDate(day);
    sum += months.get(`${siteId} ${year}-${String(month).padStart(2, '0')}`) ?? Number.NaN;
  }
  return sum / (last - first + 1);
}
