import type { QueryOf } from '@solvane/contract/endpoint';
import type { SiteId } from '@solvane/contract/ids';
import type { FleetResult, siteResultEndpoints } from '@solvane/contract/site-results';
import {
  addAgreements,
  electricalWarning,
  isElectricalHigh,
  type MeterAgreement,
  noAgreement,
} from '@solvane/energy/losses/electrical-warning';
import { missingReason, type ViewSums } from '@solvane/energy/site-day/availability/view-sums';
import { localDayOf, parseIsoDate } from '@solvane/energy/time/local-day';
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { sites } from '../../../db/schema/fleet.ts';
import { siteDays } from '../../../db/schema/site-days.ts';
import type { SiteCache } from '../../../db/site-cache.ts';
import type { Caller } from '../../../http/caller.ts';
import { connectionSource } from './site-results.ts';

type FleetPeriod = QueryOf<typeof siteResultEndpoints.fleet>;
export type FleetDays = Awaited<ReturnType<typeof readFleetDays>>[number];

export interface FleetResultDeps {
  db: Db;
  now: () => number;
  fleetDays: SiteCache<FleetDays>;
}

/** What the computed days of each site add up to. The sums are made where the days are stored: a month of 1,000 sites is 30,000 of them. */
export async function readFleetResults(
  { db, now, fleetDays }: FleetResultDeps,
  caller: Pick<Caller, 'siteIds'>,
  { fromDay, toDay }: FleetPeriod,
): Promise<FleetResult[]> {
  const bySite = await fleetDays.getMany(db, caller.siteIds, {
    question: `${fromDay} ${toDay}`,
    load: async (siteIds) => new Map((await readFleetDays(db, siteIds, { fromDay, toDay })).map((row) => [row.siteId, row])),
  });
  const rows = [...bySite.values()].sort((one, other) => (one.siteId < other.siteId ? -1 : 1));
  const warnings = await readWarnings(db, rows.filter(disagrees), { fromDay, toDay });
  return rows.map((row) => {
    const { siteId, days, computedMs, energyKwh, producedKwh, noDataKwh, withoutExpectationKwh } = row;
    // Nothing that is known to be expected is not an expectation of nothing.
    const expectedKwh = row.expectedKwh === 0 && (withoutExpectationKwh ?? 0) > 0 ? null : row.expectedKwh;
    const budgetKwh = row.budgetDays === days ? row.budgetKwh : null;
    const availability = availabilityOf(row);
    const begun = begunDays({ fromDay, toDay, firstDay: row.firstDay, today: localDayOf(now(), row.zone ?? 'UTC') });
    return {
      ...{ siteId, days, computedMs, energyKwh, producedKwh, expectedKwh, noDataKwh, withoutExpectationKwh },
      missingDays: Math.max(0, begun - days),
      budgetKwh,
      noDataIntervals: row.noDataIntervals ?? 0,
      withoutExpectationIntervals: row.withoutExpectationIntervals ?? 0,
      connectionSource: row.metered === null || row.summed === null ? null : connectionSource({ metered: row.metered, summed: row.summed }),
      devices:
        row.deviceCount === null
          ? null
          : {
              count: row.deviceCount,
              withoutData: inAll(row.withoutData, days),
              withoutExpectation: inAll(row.withoutExpectation, days),
            },
      electricalWarning: warnings.get(siteId) ?? null,
      ...availability,
      reasons: reasonsOf({ days, energyKwh, expectedKwh, budgetKwh, ...availability }),
    };
  });
}

/** Index: the primary key of site_days. */
function readFleetDays(db: Db, siteIds: readonly SiteId[], { fromDay, toDay }: FleetPeriod) {
  const inPeriod = and(eq(siteDays.siteId, sites.id), gte(siteDays.day, fromDay), lt(siteDays.day, toDay));
  return db
    .select({
      siteId: sites.id,
      zone: sites.timezone,
      firstDay: sql<string | null>`(select min(d.day)::text from ${siteDays} d where d.site_id = ${sites.id})`,
      days: sql<number>`count(${siteDays.walk})::int`,
      computedMs: sql<number | null>`max(${siteDays.computedAtMs})::float8`,
      energyKwh: sumOf(['connection', 'atConnection'], GENERATES),
      producedKwh: sumOfBoth(['gross'], ['gaps,estimated']),
      expectedKwh: sumOfBoth(['expected'], ['gaps,expected']),
      noDataKwh: sumOfBoth(['gaps,expectedAtConnection'], ['gaps,estimated']),
      withoutExpectationKwh: sumOfBoth(['gaps,withoutExpectation']),
      noDataIntervals: sumOfBoth(['gaps,noDataIntervals']),
      withoutExpectationIntervals: sumOfBoth(['gaps,withoutExpectationIntervals']),
      metered: sql<number | null>`sum((${siteDays.walk} #>> '{agreement,metered}')::float8)`,
      summed: sql<number | null>`sum((${siteDays.walk} #>> '{agreement,summed}')::float8)`,
      electricalKwh: ELECTRICAL,
      grossKwh: sql<number | null>`sum((${siteDays.walk} #>> '{connection,gross}')::float8)`,
      deviceCount: sql<number | null>`max((${siteDays.walk} #>> '{devices,count}')::int)`,
      withoutData: missingDevices('withoutData'),
      withoutExpectation: missingDevices('withoutExpectation'),
      budgetKwh: sumOf(['budget', 'energy'], GENERATES),
      budgetDays: sql<number>`count(${siteDays.walk} #> '{budget,energy}')::int`,
      available: sql<number | null>`sum((${TECHNICAL_BY_TIME} ->> 'available')::float8)`,
      unavailable: sql<number | null>`sum((${TECHNICAL_BY_TIME} ->> 'unavailable')::float8)`,
      unmonitored: sql<number | null>`sum((${TECHNICAL_BY_TIME} #>> '{unknown,unmonitored}')::float8)`,
      noData: sql<number | null>`sum((${TECHNICAL_BY_TIME} #>> '{unknown,noData}')::float8)`,
    })
    .from(sites)
    .leftJoin(siteDays, inPeriod)
    .where(isOneOf(sites.id, siteIds))
    .groupBy(sites.id);
}

type Reasoned = Pick<FleetResult, 'days' | 'energyKwh' | 'expectedKwh' | 'budgetKwh' | 'availability' | 'availabilityReason'>;

/** Only days of a site with generators have energies, and an availability. */
function reasonsOf({ days, energyKwh, expectedKwh, budgetKwh, availability, availabilityReason }: Reasoned): FleetResult['reasons'] {
  const none = days === 0 ? 'notComputed' : 'noGenerators';
  return {
    ...(energyKwh === null && { energyKwh: none }),
    ...(expectedKwh === null && { expectedKwh: energyKwh === null ? none : 'noExpectation' }),
    ...(budgetKwh === null && { budgetKwh: energyKwh === null ? none : 'noBudget' }),
    ...(availability === null && availabilityReason === null && { availability: none }),
  };
}

/** Lost, negative: gained, between the devices and the meter. */
const ELECTRICAL = sql<number | null>`sum((select c."atConnection" - c.gross - c."ownConsumption" + c.charged - c.discharged + c.auxiliary
  from jsonb_to_record(${siteDays.walk} -> 'connection') as c ("atConnection" float8, gross float8, "ownConsumption" float8, charged float8,
    discharged float8, auxiliary float8)))`;

interface ConnectionRow {
  siteId: FleetResult['siteId'];
  metered: number | null;
  electricalKwh: number | null;
  grossKwh: number | null;
}

function disagrees({ metered, electricalKwh, grossKwh }: ConnectionRow): boolean {
  return (metered ?? 0) > 0 && isElectricalHigh(electricalKwh ?? 0, grossKwh ?? 0);
}

/** Why the meters of some sites disagree with their devices: few do, so that only their days are read. Index: the primary key of site_days. */
async function readWarnings(
  db: Db,
  disagreeing: readonly ConnectionRow[],
  { fromDay, toDay }: { fromDay: string; toDay: string },
): Promise<Map<FleetResult['siteId'], FleetResult['electricalWarning']>> {
  if (disagreeing.length === 0) return new Map();
  const ids = new Set(disagreeing.map(({ siteId }) => siteId));
  const days = await db
    .select({ siteId: siteDays.siteId, agreement: sql<MeterAgreement | null>`${siteDays.walk} -> 'agreement'` })
    .from(siteDays)
    .where(and(isOneOf(siteDays.siteId, ids), gte(siteDays.day, fromDay), lt(siteDays.day, toDay)));
  const bySite = Map.groupBy(days, ({ siteId }) => siteId);
  return new Map(
    disagreeing.map(({ siteId, electricalKwh, grossKwh }) => {
      const agreement = (bySite.get(siteId) ?? []).flatMap((day) => day.agreement ?? []).reduce(addAgreements, noAgreement(0));
      const warning = electricalWarning({ electrical: electricalKwh ?? 0, gross: grossKwh ?? 0, agreement });
      return [siteId, warning ? { percent: 100 * warning.share, reason: warning.reason } : null] as const;
    }),
  );
}

/** How many devices are among the missing of every day. */
function inAll(missingByDay: readonly (readonly string[])[] | null, days: number): number {
  if (!missingByDay || missingByDay.length < days) return 0;
  const [first = [], ...others] = missingByDay;
  return first.filter((id) => others.every((missing) => missing.includes(id))).length;
}

interface AvailabilityRow {
  available: number | null;
  unavailable: number | null;
  unmonitored: number | null;
  noData: number | null;
}

function availabilityOf({
  available,
  unavailable,
  unmonitored,
  noData,
}: AvailabilityRow): Pick<FleetResult, 'availability' | 'availabilityReason'> {
  if (available === null || unavailable === null) return { availability: null, availabilityReason: null };
  const unknown = { unmonitored: unmonitored ?? 0, noData: noData ?? 0, withoutExpectation: 0 };
  const view: ViewSums = { name: 'Technical', basis: 'time', available, unavailable, unavailableBy: {}, unknown };
  const reason = missingReason(view, [view]);
  return { availability: reason ? null : { available, unavailable }, availabilityReason: reason ?? null };
}

/** Days that have begun, from the first that was ever computed: there was nothing to compute before. */
function begunDays({
  fromDay,
  toDay,
  firstDay,
  today,
}: {
  fromDay: string;
  toDay: string;
  firstDay: string | null;
  today: number;
}): number {
  const [from, to, first] = [fromDay, toDay, firstDay ?? ''].map(parseIsoDate);
  return from === undefined || to === undefined || first === undefined ? 0 : Math.min(to, today + 1) - Math.max(from, first);
}

/** A site that only stores delivers what it took: its sum says nothing. */
const GENERATES = sql`(${siteDays.walk} ? 'solar' or ${siteDays.walk} ? 'wind')`;

const TECHNICAL_BY_TIME = sql`jsonb_path_query_first(${siteDays.availability}, '$[*] ? (@.name == "Technical" && @.basis == "time")')`;

function sumOf(path: readonly string[], where: SQL): SQL<number | null> {
  return sql<number | null>`sum((${siteDays.walk} #>> ${`{${path.join(',')}}`}::text[])::float8) filter (where ${where})`;
}

/** Of modules and turbines together: some parts of their production, less others. A part that is not there is none. */
function sumOfBoth(parts: readonly string[], less: readonly string[] = []): SQL<number | null> {
  const part = (of: 'solar' | 'wind', path: string) =>
    sql`coalesce((${siteDays.walk} #>> ${`{${of},production,${path}}`}::text[])::float8, 0)`;
  const both = (path: string) => sql`${part('solar', path)} + ${part('wind', path)}`;
  const taken = less.map((path) => sql` - (${both(path)})`);
  return sql<number | null>`sum(${sql.join(parts.map(both), sql` + `)}${sql.join(taken, sql``)}) filter (where ${GENERATES})`;
}

/** By day with any: most have none. */
function missingDevices(name: 'withoutData' | 'withoutExpectation'): SQL<string[][] | null> {
  const ids = sql`${siteDays.walk} #> ${`{devices,${name}}`}::text[]`;
  return sql<string[][] | null>`jsonb_agg(${ids}) filter (where jsonb_array_length(${ids}) > 0)`;
}
