import type { SiteId } from '@solvane/contract/ids';
import type { AvailabilityReason } from '@solvane/energy/site-day/availability/availability-reasons';
import { missingReason, type ViewSums } from '@solvane/energy/site-day/availability/view-sums';
import type { BucketUnit } from '@solvane/energy/time/bucket';
import { localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { siteDays } from '../../db/schema/site-days.ts';
import type { SiteCache } from '../../db/site-cache.ts';
import type { BucketKey, MetricPeriods } from './metric-periods.ts';
import type { DayFigure } from './metric-sources.ts';

/** Sums of the computed days in a bucket. */
export interface DaySums {
  numerator: number;
  denominator: number;
  /** Why an availability comes to nothing. undefined: it comes to something */
  reason: AvailabilityReason | undefined;
}

export interface DayFigures {
  /** Computed days of a site in a bucket. */
  daysOf(siteId: SiteId, bucket: BucketKey): number;
  /** undefined: nothing computed */
  find(siteId: SiteId, figure: DayFigure, bucket: BucketKey): DaySums | undefined;
}

export interface DayRow extends Record<string, unknown> {
  site_id: SiteId;
  bucket: string;
  days: number;
}

/**
 * Sums over the computed days of sites, made where the days are stored. A day belongs to the period that its midnight lies in.
 */
export async function readDayFigures(
  { db, daySums }: { db: Db; daySums: SiteCache<DayRow[]> },
  sites: readonly { siteId: SiteId; zone: string }[],
  { figures, periods }: { figures: readonly DayFigure[]; periods: MetricPeriods },
): Promise<DayFigures> {
  const wanted = [...new Map(figures.map((figure) => [nameOf(figure), figure])).values()];
  const rows = new Map<string, DayRow>();
  // Days of most zones have the same names.
  const byDays = Map.groupBy(sites, ({ zone }) => daysIn(periods.in(zone), zone));
  for (const [days, ofDays] of byDays) {
    const [from = '', to = ''] = days.split(' ');
    if (from === '') continue;
    const found = await daySums.getMany(
      db,
      ofDays.map(({ siteId }) => siteId),
      {
        question: [days, periods.unit ?? 'none', ...wanted.map(nameOf)].join(' '),
        load: async (siteIds) =>
          Map.groupBy(await readDaySums(db, siteIds, { from, to, unit: periods.unit, wanted }), (row) => row.site_id),
      },
    );
    for (const row of [...found.values()].flat()) rows.set(`${row.site_id} ${row.bucket}`, row);
  }
  return {
    daysOf: (siteId, key) => rows.get(`${siteId} ${key}`)?.days ?? 0,
    find: (siteId, figure, key) => {
      const row = rows.get(`${siteId} ${key}`);
      const index = wanted.findIndex((one) => nameOf(one) === nameOf(figure));
      return row && sumsOf(row, figure, index);
    },
  };
}

/** ISO dates of the first day and of the one after the last; empty where nothing has passed. */
function daysIn({ startMs, endMs }: Period, zone: string): string {
  return startMs < endMs ? `${toIsoDate(localDayOf(startMs, zone))} ${toIsoDate(localDayOf(endMs - 1, zone) + 1)}` : '';
}

interface AskedSums {
  /** ISO dates; the last is not in it any more. */
  from: string;
  to: string;
  unit: BucketUnit | undefined;
  wanted: readonly DayFigure[];
}

/** Index: the primary key of site_days. */
async function readDaySums(db: Db, siteIds: readonly SiteId[], { from, to, unit, wanted }: AskedSums): Promise<DayRow[]> {
  const columns = wanted.flatMap((figure, index) => columnsOf(figure, index));
  const bucket = unit === undefined ? sql`''` : sql`date_trunc(${unit}, ${siteDays.day})::date::text`;
  const { rows } = await db.execute<DayRow>(
    sql`select ${siteDays.siteId} as site_id, ${bucket} as bucket, count(${siteDays.walk})::int as days ${sql.join(
      columns.map((column) => sql`, ${column}`),
      sql``,
    )} from ${siteDays} where ${and(isOneOf(siteDays.siteId, siteIds), gte(siteDays.day, from), lt(siteDays.day, to))} group by 1, 2`,
  );
  return rows;
}

function sumsOf(row: DayRow, figure: DayFigure, index: number): DaySums | undefined {
  const column = (name: string) => numberOf(row[`${name}_${index}`]);
  if (figure.figure === 'gross') {
    const numerator = column('gross');
    return Number.isNaN(numerator) ? undefined : { numerator, denominator: Number.NaN, reason: undefined };
  }
  const view = (basis: 'time' | 'production'): ViewSums => {
    const part = (name: string) => column(`${basis}_${name}`);
    const unknown = { noData: part('no_data'), withoutExpectation: part('without_expectation'), unmonitored: part('unmonitored') };
    const [available, unavailable] = [part('available'), part('unavailable')];
    return { name: figure.view, basis, available, unavailable, unavailableBy: {}, unknown: knownParts(unknown) };
  };
  const own = view(figure.basis);
  if (Number.isNaN(own.available)) return undefined;
  const { available, unavailable } = own;
  return { numerator: available, denominator: available + unavailable, reason: missingReason(own, [view('time'), view('production')]) };
}

/** Both bases: a share of production counts only where the rating could have given something. */
function columnsOf(figure: DayFigure, index: number): SQL[] {
  const named = (name: string) => sql.raw(`${name}_${index}`);
  if (figure.figure === 'gross') {
    const of = (source: 'solar' | 'wind') => sql`coalesce((${siteDays.walk} #>> ${`{${source},production,gross}`}::text[])::float8, 0)`;
    const generates = sql`(${siteDays.walk} ? 'solar' or ${siteDays.walk} ? 'wind')`;
    return [sql`sum(${of('solar')} + ${of('wind')}) filter (where ${generates}) as ${named('gross')}`];
  }
  const bases = ['time', 'production'] as const;
  return bases.flatMap((basis) => {
    const view = sql`jsonb_path_query_first(${siteDays.availability}, ${`$[*] ? (@.name == "${figure.view}" && @.basis == "${basis}")`}::jsonpath)`;
    const parts = {
      available: '{available}',
      unavailable: '{unavailable}',
      no_data: '{unknown,noData}',
      without_expectation: '{unknown,withoutExpectation}',
      unmonitored: '{unknown,unmonitored}',
    };
    return Object.entries(parts).map(([name, path]) => sql`sum((${view} #>> ${path}::text[])::float8) as ${named(`${basis}_${name}`)}`);
  });
}

function nameOf(figure: DayFigure): string {
  return figure.figure === 'gross' ? 'gross' : `${figure.view} ${figure.basis}`;
}

function knownParts(parts: NonNullable<ViewSums['unknown']>): NonNullable<ViewSums['unknown']> {
  const known = (value: number) => (Number.isNaN(value) ? 0 : value);
  return {
    noData: known(parts.noData),
    withoutExpectation: known(parts.withoutExpectation),
    unmonitored: known(parts.unmonitored),
  };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}
