import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { contractResultEndpoints } from '@solvane/contract/contract-results';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { TIME_CATEGORIES } from '@solvane/energy/events/time-category';
import {
  type AccountedEvent,
  type Amounts,
  type DayAccount,
  eventInView,
  viewSumsOf,
} from '@solvane/energy/site-day/availability/day-account';
import type { AvailabilityView } from '@solvane/energy/site-day/site';
import { dayBounds, localDayOf, parseIsoDate } from '@solvane/energy/time/local-day';
import { offsetMsAt } from '@solvane/energy/time/zone';
import type { Caller } from '../../../http/caller.ts';
import { toViews } from '../../contracts/site-contracts.ts';
import { type Cell, writeWorkbookFile } from '../../signals/export/workbook-file.ts';
import { type ContractSpan, monthsBetween, partOf, readSpans } from './contract-spans.ts';
import { type ListedEvents, readListedEvents } from './counted-events.ts';
import { readDayAccounts } from './month-sums.ts';
import { isBegun, type ResultDeps, readKept } from './months.ts';

const MOST_MONTHS = 24;

const HEAD = ['Month', 'State', 'Start (site time)', 'End (site time)', 'Device', 'Code', 'Category', 'Time category', 'Generators'];
const AMOUNTS_HEAD = ['Rated hours [kWh]', 'Produced [kWh]', 'Lost [kWh]', 'Low resource rated hours [kWh]'];

/** Rows of a month: intervals that events decide, and time without one by category. Together they are all that the month counts. */
interface MonthRows {
  month: string;
  isLocked: boolean;
  startMs: number;
  endMs: number;
  account: DayAccount;
  listed: ListedEvents;
}

/** @returns XLSX with every interval that counts in months of a contract at a site; of locked months those they were locked with */
export async function exportIntervals(
  { db, now }: ResultDeps,
  caller: Caller,
  { contractConfigurationId, siteId, fromMonth, toMonth }: BodyOf<typeof contractResultEndpoints.export>,
): Promise<Buffer> {
  const [span] = await readSpans(db, caller, contractConfigurationId, siteId);
  if (!span) throw new AppError('resource.notFound');
  const views = toViews(span.termsIn(toMonth));
  const head = [
    ...HEAD,
    ...AMOUNTS_HEAD,
    ...views.flatMap(({ name, basis }) => [`${name} ${basis}: available [kWh]`, `${name} ${basis}: unavailable [kWh]`]),
  ];
  const folder = join(tmpdir(), `contract-export-${randomUUID()}`);
  await mkdir(folder);
  try {
    const path = join(folder, 'intervals.xlsx');
    await writeWorkbookFile(path, rowsOf({ db, now }, span, { fromMonth, toMonth }, views), {
      head,
      sheetName: (number) => `Intervals ${number}`,
    });
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* rowsOf(
  { db, now }: ResultDeps,
  span: ContractSpan,
  { fromMonth, toMonth }: { fromMonth: string; toMonth: string },
  views: readonly AvailabilityView[],
): AsyncGenerator<Cell[]> {
  const today = localDayOf(now(), span.zone);
  const kept = await readKept(db, new Set([span.contractId]), { fromMonth, toMonth });
  for (const month of monthsBetween(fromMonth, toMonth).slice(0, MOST_MONTHS)) {
    const part = partOf(month, span);
    if (!part || !isBegun(part, span, today)) continue;
    const lock = kept.lockOf(span, month);
    const period = { startMs: dayBounds(part.fromDay, span.zone).startMs, endMs: dayBounds(part.toDay - 1, span.zone).endMs };
    const days = lock
      ? [{ ...period, account: lock.content.account }]
      : (await readDayAccounts(db, { siteId: span.siteId, ...part })).flatMap(({ day, account }) => {
          const local = parseIsoDate(day);
          return local === undefined ? [] : [{ ...dayBounds(local, span.zone), account }];
        });
    const counted = toViews(lock?.content.terms ?? span.termsIn(month));
    const ordered = views.map((view) => counted.find(({ name, basis }) => name === view.name && basis === view.basis));
    for (const { account, ...ofDay } of days) {
      const listed = await readListedEvents(db, { siteId: span.siteId, period: ofDay }, account.events);
      yield* monthRows({ month, isLocked: lock !== undefined, ...ofDay, account, listed }, { views: ordered, zone: span.zone });
    }
  }
}

interface RowOptions {
  views: readonly (AvailabilityView | undefined)[];
  zone: string;
}

function* monthRows({ month, isLocked, account, listed, startMs, endMs }: MonthRows, { views, zone }: RowOptions): Generator<Cell[]> {
  const local = (atMs: number): Cell => ({ localMs: atMs + offsetMsAt(atMs, zone) });
  const state = isLocked ? 'locked' : 'open';
  for (const event of account.events) {
    const { code, category, timeCategory, devices, amounts } = event;
    const sums = views.flatMap((view) => pair(view && eventInView(event, view)));
    yield [
      month,
      state,
      local(event.startMs),
      local(event.endMs),
      listed.nameOf(event),
      code,
      category,
      timeCategory,
      devices,
      ...cells(amounts),
      ...sums,
    ];
  }
  for (const { source, timeCategory, amounts } of withoutEvents(account)) {
    const rest = { sources: { [source]: { [timeCategory]: amounts } }, events: [], unknown: account.unknown };
    const sums = views.flatMap((view) => pair(view && viewSumsOf(rest, view)));
    yield [month, state, local(startMs), local(endMs), source, '', '', timeCategory, null, ...cells(amounts), ...sums];
  }
}

/** What is booked for no event: by kind of generator and category. */
function withoutEvents({ sources, events }: DayAccount): Pick<AccountedEvent, 'source' | 'timeCategory' | 'amounts'>[] {
  return (['PV', 'Wind', 'BESS'] as const).flatMap((source) =>
    TIME_CATEGORIES.flatMap((timeCategory) => {
      const all = sources[source]?.[timeCategory];
      if (!all) return [];
      const own = events.filter((event) => event.source === source && event.timeCategory === timeCategory);
      const less = (at: 0 | 1 | 2 | 3 | 4 | 5) => own.reduce((rest, { amounts }) => rest - amounts[at], all[at]);
      const amounts: Amounts = [less(0), less(1), less(2), less(3), less(4), less(5)];
      return amounts.some((amount) => Math.abs(amount) > 1e-6) ? [{ source, timeCategory, amounts }] : [];
    }),
  );
}

function cells([hours, produced, lost, lowHours]: Amounts): Cell[] {
  return [hours, produced, lost, lowHours];
}

function pair(sums: { available: number; unavailable: number } | undefined): Cell[] {
  return sums ? [sums.available, sums.unavailable] : [null, null];
}
