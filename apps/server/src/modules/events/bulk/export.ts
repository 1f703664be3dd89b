import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvLine } from '@solvane/contract/csv-text';
import { AppError } from '@solvane/contract/errors';
import { EVENT_EXPORT_COLUMNS, EVENT_EXPORT_FORMATS } from '@solvane/contract/event-commands';
import { type Event, eventFilterSchema, eventSortSchema } from '@solvane/contract/events';
import { type SiteId, siteIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { createTimeFormatter } from '@solvane/energy/time/local-time';
import { offsetMsAt } from '@solvane/energy/time/zone';
import { z } from 'zod';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { sites } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';
import { defineJob, type JobOutcome, type JobRun } from '../../../jobs/job.ts';
import { readPresentScope } from '../../access/users/user-scope.ts';
import { SITE_CURRENCY } from '../../fleet/sites.queries.ts';
import { storeFile } from '../../shell/files.ts';
import { type Cell, writeWorkbookFile } from '../../signals/export/workbook-file.ts';
import { readShownEvents, toEvent } from '../events.wire.ts';
import { findEventIds } from '../search/event-search.ts';
import { totalEvents } from '../search/event-totals.ts';

const orderSchema = z.object({
  filter: eventFilterSchema,
  sort: eventSortSchema,
  format: z.enum(EVENT_EXPORT_FORMATS),
  columns: z.array(z.enum(EVENT_EXPORT_COLUMNS)),
});
export type EventExport = z.output<typeof orderSchema>;

/** The scope is the one of the moment the export was asked for. */
export const exportEventsJob = defineJob({
  kind: 'events.export',
  data: z.object({ order: orderSchema, siteIds: z.array(siteIdSchema) }),
  maxSeconds: 3_600,
});

export const EVENT_EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

type Scope = Pick<Caller, 'siteIds'>;

const ROWS_PER_PAGE = 1_000;
const KEPT_MS = 7 * 86_400_000;

/** The whole result at once. @throws AppError events.exportTooLarge above 5,000 events */
export async function exportEventsNow({ db, folder }: { db: Db; folder: string }, caller: Scope, order: EventExport): Promise<Buffer> {
  const { count } = await totalEvents(db, caller, order.filter);
  const limit = LIMITS.eventExportRows;
  if (count > limit) throw new AppError('events.exportTooLarge', { values: { count, limit } });
  return withFile(folder, order.format, async (path) => {
    await writeEvents(path, order, eventPages(db, caller, order));
    return readFile(path);
  });
}

export async function exportEvents(
  { db, folder, now }: { db: Db; folder: string; now: () => number },
  { userId, data: { order, siteIds }, progress, signal }: JobRun<z.output<typeof exportEventsJob.data>>,
): Promise<JobOutcome> {
  if (userId === undefined) throw new RangeError('An export belongs to a user');
  const caller = { siteIds: await readPresentScope(db, { userId, permission: 'PageEventLogs' }, siteIds) };
  const { count } = await totalEvents(db, caller, order.filter);
  const exportedSites = new Set<SiteId>();
  let rows = 0;
  const countedPages = async function* (): AsyncGenerator<PricedEvent[]> {
    for await (const page of eventPages(db, caller, order)) {
      signal.throwIfAborted();
      rows += page.length;
      for (const { siteId } of page) exportedSites.add(siteId);
      await progress(rows / Math.max(rows, count, 1));
      yield page;
    }
  };
  return withFile(folder, order.format, async (path) => {
    await writeEvents(path, order, countedPages());
    const file = {
      userId,
      purpose: 'export' as const,
      fileName: `events.${order.format}`,
      contentType: EVENT_EXPORT_TYPES[order.format],
      expiresAtMs: now() + KEPT_MS,
      scope: { siteIds: exportedSites, permission: 'PageEventLogs' as const },
    };
    const { fileId } = await storeFile(db, file, createReadStream(path), now());
    return { succeeded: rows, fileId, message: { key: 'EventLog_Export_Done', values: { rows } } };
  });
}

/** An event with the currency of its site. */
type PricedEvent = Event & { currency: string | null };

async function* eventPages(db: Db, caller: Scope, { filter, sort }: EventExport): AsyncGenerator<PricedEvent[]> {
  const currencies = await readCurrencies(db, caller);
  for (let cursor: string | null = null; ; ) {
    const page: { ids: string[]; nextCursor: string | null } = await findEventIds(db, caller, {
      filter,
      sort,
      cursor,
      limit: ROWS_PER_PAGE,
    });
    const rows = await readShownEvents(db, caller, page.ids);
    const events = rows.map((row) => toEvent(row, { scopeFor: () => NO_SITES }));
    yield events.map((event) => ({ ...event, currency: currencies.get(event.siteId) ?? null }));
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

const NO_SITES: ReadonlySet<never> = new Set();

async function readCurrencies(db: Db, { siteIds }: Scope): Promise<Map<SiteId, string | null>> {
  const rows = await db.select({ siteId: sites.id, currency: SITE_CURRENCY }).from(sites).where(isOneOf(sites.id, siteIds));
  return new Map(rows.map(({ siteId, currency }) => [siteId, currency]));
}

async function writeEvents(path: string, { format, columns }: EventExport, pages: AsyncIterable<PricedEvent[]>): Promise<void> {
  if (format === 'xlsx') {
    const head = columns.map((column) => (UNITS[column] === undefined ? column : `${column} [${UNITS[column]}]`));
    return writeWorkbookFile(path, toRows(pages, columns, toLocalTime), { head, sheetName: (number) => `Events ${number}` });
  }
  await pipeline(Readable.from(csvLines(columns, toRows(pages, columns, toIsoText))), createWriteStream(path));
}

async function* toRows(pages: AsyncIterable<PricedEvent[]>, columns: EventExport['columns'], writeTime: WriteTime): AsyncGenerator<Cell[]> {
  for await (const page of pages) for (const event of page) yield columns.map((column) => toCell(CELLS[column](event), event, writeTime));
}

type WriteTime = (timeMs: number, zone: string) => Cell;

interface Instant {
  timeMs: number;
}

function toCell(value: string | number | Instant | null, { timezone }: Event, writeTime: WriteTime): Cell {
  return value !== null && typeof value === 'object' ? writeTime(value.timeMs, timezone) : value;
}

function instant(timeMs: number | null | undefined): Instant | null {
  return timeMs === null || timeMs === undefined ? null : { timeMs };
}

/** What the site's clock showed, as a date of the spreadsheet. */
function toLocalTime(timeMs: number, zone: string): Cell {
  return { localMs: timeMs + offsetMsAt(timeMs, zone) };
}

/** Heads of numbers and times name their units; `currency` stands in a column of its own. */
const UNITS: Partial<Record<EventExport['columns'][number], string>> = {
  start: 'site time',
  end: 'site time',
  acknowledgedAt: 'site time',
  duration: 'h',
  lostEnergy: 'kWh',
};

const formatters = new Map<string, (timeMs: number) => string>();

/** In the zone of the site, with its offset. */
function toIsoText(timeMs: number, zone: string): string {
  const format = formatters.get(zone) ?? createTimeFormatter(zone);
  formatters.set(zone, format);
  return format(timeMs);
}

const CELLS: Readonly<Record<EventExport['columns'][number], (event: PricedEvent) => string | number | Instant | null>> = {
  site: ({ siteName }) => siteName,
  device: ({ deviceName }) => deviceName,
  code: ({ code }) => code,
  codeText: ({ codeText }) => codeText,
  type: ({ type }) => type,
  category: ({ category }) => category,
  priority: ({ priority }) => priority,
  start: ({ startMs }) => instant(startMs),
  end: ({ endMs }) => instant(endMs),
  timezone: ({ timezone }) => timezone,
  /** Hours. */
  duration: ({ durationMs }) => durationMs / 3_600_000,
  lostEnergy: ({ lostEnergyKwh }) => lostEnergyKwh,
  /** Intervals of devices that the lost energy is without. */
  leftOutIntervals: ({ leftOutIntervals }) => leftOutIntervals,
  revenueLoss: ({ revenueLoss }) => revenueLoss,
  /** Days of which some of the loss has no price. */
  unpricedDays: ({ unpricedDays }) => unpricedDays,
  currency: ({ currency }) => currency,
  acknowledgedBy: ({ acknowledged }) => acknowledged?.by ?? null,
  acknowledgedAt: ({ acknowledged }) => instant(acknowledged?.atMs),
  commentCount: ({ commentCount }) => commentCount,
  origin: ({ origin }) => origin,
  eventId: ({ eventId }) => eventId,
};

async function* csvLines(columns: EventExport['columns'], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  yield `\uFEFF${columns.join(',')}\r\n`;
  // Times are texts in CSV.
  for await (const row of rows) yield csvLine(row.map((cell) => (typeof cell === 'object' ? null : cell)));
}

async function withFile<T>(folder: string, format: string, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(folder, `${randomUUID()}.${format}`);
  await mkdir(dirname(path), { recursive: true });
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}
