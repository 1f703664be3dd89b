import { parseArgs } from 'node:util';
import type { DataReport, ReportedSignal } from '@solvane/contract/data-report';
import { siteIdSchema } from '@solvane/contract/ids';
import { dayStart, type Period, parseIsoDate } from '@solvane/energy/time/local-day';
import { isMessageKey, textIn } from '@solvane/i18n/text';
import { asc, eq, max, min } from 'drizzle-orm';
import { sites } from '../db/schema/fleet.ts';
import { dirtySiteDays, siteDays } from '../db/schema/site-days.ts';
import { SiteCache } from '../db/site-cache.ts';
import type { Deps } from '../deps.ts';
import { readDataReport } from '../modules/performance/data-report/read-data-report.ts';
import { type Command, CommandError } from './command.ts';

export const USAGE = `npm run data-report -- <site> [--from <date>] [--to <date>]

  Prints what became of the data of a site: points, valid share, what removed values, energy before and after
  validation, and what is missing for expected energy. Dates such as 2025-03-31 are local days of the site;
  without them the report covers all days that have data.`;

/** The report of a site on the terminal. */
export const dataReportCommand: Command = async (deps, args, io) => {
  const { values, positionals } = parseCommandLine(args);
  const [id] = positionals;
  if (values.help || id === undefined) {
    io.print(USAGE);
    return values.help ? 0 : 1;
  }
  const siteId = siteIdSchema.safeParse(id);
  const [site] = siteId.success ? await deps.db.select().from(sites).where(eq(sites.id, siteId.data)) : [];
  if (!site) throw new CommandError(`There is no site ${id}. ${await knownSites(deps)}`);
  const zone = site.timezone ?? 'UTC';
  const period = await periodOf(deps, { siteId: site.id, zone, from: values.from, to: values.to });
  if (!period) {
    io.print(`${site.name} has no data yet.`);
    return 0;
  }
  const { db, now, signals } = deps;
  const report = await readDataReport(
    { db, now, store: signals.store, registry: signals.registry, fleetDays: new SiteCache(1) },
    { siteIds: new Set([site.id]) },
    { siteId: site.id, ...period },
  );
  for (const line of describeReport(report)) io.print(line);
  return hasError(report) ? 1 : 0;
};

function parseCommandLine(args: readonly string[]) {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (cause) {
    throw new CommandError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`);
  }
}

const SITES_NAMED = 20;

async function knownSites({ db }: Pick<Deps, 'db'>): Promise<string> {
  const rows = await db.select({ id: sites.id }).from(sites).orderBy(asc(sites.id)).limit(SITES_NAMED);
  return rows.length === 0
    ? 'Describe the fleet first: npm run fleet -- import fleet.yaml'
    : `Sites: ${rows.map(({ id }) => id).join(', ')}`;
}

/** undefined: no day of the site has data. */
async function periodOf(
  { db }: Pick<Deps, 'db'>,
  { siteId, zone, from, to }: { siteId: DataReport['siteId']; zone: string; from: string | undefined; to: string | undefined },
): Promise<Period | undefined> {
  const known: string[] = [];
  for (const table of [siteDays, dirtySiteDays]) {
    const [row] = await db
      .select({ first: min(table.day), last: max(table.day) })
      .from(table)
      .where(eq(table.siteId, siteId));
    if (row?.first && row.last) known.push(row.first, row.last);
  }
  const days = known.sort();
  const [first, last] = [from ?? days[0], to ?? days.at(-1)].map((text) => (text === undefined ? undefined : readDay(text)));
  if (first === undefined || last === undefined) return undefined;
  if (first > last) throw new CommandError('The first day lies after the last one.');
  return { startMs: dayStart(first, zone), endMs: dayStart(last + 1, zone) };
}

function readDay(text: string): number {
  const day = parseIsoDate(text);
  if (day === undefined) throw new CommandError(`${text} is not a date such as 2025-03-31.`);
  return day;
}

function hasError({ devices }: DataReport): boolean {
  return devices.some(({ signals }) => signals.some(({ energy }) => energy?.isError));
}

function describeReport(report: DataReport): string[] {
  const { name, timezone, startMs, endMs, waitingDays, devices } = report;
  const day = (ms: number) => new Date(ms).toLocaleDateString('sv-SE', { timeZone: timezone });
  return [
    `${name}, ${day(startMs)} to ${day(endMs - 1)} (${timezone})`,
    ...(waitingDays > 0 ? [`${count(waitingDays)} days are still to be computed: start the product, or run this again later.`] : []),
    ...devices.flatMap((device) => [
      `${device.name} (${device.segmentId})`,
      ...device.signals.flatMap(describeSignal),
      ...(device.missingExpectation
        ? [
            `  without expected power ${percent(device.missingExpectation.intervals / device.missingExpectation.ofIntervals)} of the time: ${device.missingExpectation.reasons.map((reason) => `${english(`Expectation_Missing_${reason}`)} ${english(`Expectation_Mend_${reason}`)}`).join(' ')}`,
          ]
        : []),
    ]),
    `Produced ${energy(report.producedKwh)}, expected ${energy(report.expectedKwh)}, lost ${energy(report.lostKwh)}, technical availability ${availability(report)}`,
    ...(report.electricalWarning
      ? [
          `The meter at the grid connection and the devices differ by ${report.electricalWarning.percent.toFixed(1)} %. ${english(`ElectricalWarning_Reason_${report.electricalWarning.reason}`)}.`,
        ]
      : []),
  ];
}

function availability({ availabilityPercent, availabilityReason }: DataReport): string {
  if (availabilityPercent !== null) return `${availabilityPercent.toFixed(2)} %`;
  return availabilityReason === null ? 'unknown' : `unknown (${english(`Availability_Reason_${availabilityReason}`)})`;
}

function describeSignal({ signalId, points, judged, validShare, estimatedShare, removed, energy: compared }: ReportedSignal): string[] {
  const valid = validShare === null ? 'not validated yet' : `${percent(validShare)} of ${count(judged)} intervals valid`;
  const estimated = estimatedShare !== null && estimatedShare > 0 ? `, ${percent(estimatedShare)} estimated` : '';
  const ratio = compared?.ratio ?? null;
  const energies = compared
    ? [
        `    ${compared.isError ? 'ERROR: ' : ''}${energy(compared.receivedKwh)} received, ${energy(compared.validatedKwh)} after validation${ratio === null ? '' : ` (${percent(ratio)})`}`,
      ]
    : [];
  return [
    `  ${signalId}: ${count(points)} points, ${valid}${estimated}`,
    ...removed.map(({ rule, intervals, share }) => `    ${english(rule)} removed ${count(intervals)} intervals (${percent(share)})`),
    ...energies,
  ];
}

function english(key: string): string {
  return isMessageKey(key) ? textIn('en-US')(key) : key;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function energy(kwh: number | null): string {
  return kwh === null ? 'unknown' : `${kwh.toLocaleString('en-US', { maximumFractionDigits: 1 })} kWh`;
}
