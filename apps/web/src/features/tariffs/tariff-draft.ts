import type { ResponseOf } from '@solvane/contract/endpoint';
import { type TariffPrice, type TariffWire, type tariffEndpoints, tariffPriceSchema } from '@solvane/contract/models';
import { CALENDAR_TARIFF_SIZE } from '@solvane/energy/losses/revenue';
import { createTimeFormatter, parseTime, toIsoLocalTime, toLocalTime } from '@solvane/energy/time/local-time';
import { createItemDrafts } from '../../shared/configuration/item-draft.ts';

export type StoredTariffs = ResponseOf<typeof tariffEndpoints.read>;

export const TARIFF_KINDS = ['fixed', 'calendar', 'series'] as const;
export type TariffKind = (typeof TARIFF_KINDS)[number];

/** A number; a text that is none and cannot be saved; null: no price. */
export type Cell = number | string | null;

/** One price of a site in the state of being edited. Lists are texts, so that two states can be compared. */
export interface TariffItem {
  id: string;
  fromMs: number;
  currency: string;
  kind: TariffKind;
  /** Of a fixed price. */
  price: Cell;
  /** JSON of cells by month, weekday and hour. */
  calendar: string;
  /** JSON of rows of a series: local time of the site and price, as they are written. */
  series: string;
}

export interface SeriesRow {
  from: string;
  price: Cell;
}

/** By site. */
export const tariffDrafts = createItemDrafts<TariffItem, StoredTariffs>();

const [DAYS, HOURS, MONTHS] = [7, 24, 12];
const [LEAST, MOST] = [-1e6, 1e6];
const CURRENCY = /^[A-Z]{3}$/;
const EMPTY_CALENDAR = JSON.stringify(new Array<null>(CALENDAR_TARIFF_SIZE).fill(null));

export function toItems({ items }: Pick<StoredTariffs, 'items'>, zone: string): TariffItem[] {
  return items.map(({ validFromMs, currency, price }) => ({
    ...{ id: String(validFromMs), fromMs: validFromMs, currency, kind: price.kind },
    price: price.kind === 'fixed' ? price.price : null,
    calendar: price.kind === 'calendar' ? JSON.stringify(price.prices) : EMPTY_CALENDAR,
    series:
      price.kind === 'series'
        ? JSON.stringify(price.points.map((point): SeriesRow => ({ from: timeText(point.fromMs, zone), price: point.price })))
        : '[]',
  }));
}

export function newItem({ fromMs, currency, taken }: { fromMs: number; currency: string; taken: ReadonlySet<string> }): TariffItem {
  let number = 1;
  while (taken.has(`new${number}`)) number += 1;
  return { id: `new${number}`, fromMs, currency, kind: 'fixed', price: null, calendar: EMPTY_CALENDAR, series: '[]' };
}

/** @throws RangeError for an item with a problem */
export function toTariff(item: TariffItem, zone: string): TariffWire {
  return { validFromMs: item.fromMs, currency: item.currency, price: tariffPriceSchema.parse(priceOf(item, zone)) };
}

function priceOf(item: TariffItem, zone: string): TariffPrice {
  if (item.kind === 'fixed') return { kind: 'fixed', price: numberOf(item.price) ?? Number.NaN };
  if (item.kind === 'calendar') return { kind: 'calendar', prices: calendarOf(item).map(numberOf) };
  const points = seriesOf(item).map(({ from, price }) => ({ fromMs: instantOf(from, zone) ?? Number.NaN, price: numberOf(price) }));
  return { kind: 'series', points };
}

export function calendarOf({ calendar }: Pick<TariffItem, 'calendar'>): Cell[] {
  return JSON.parse(calendar) as Cell[];
}

/** Position of an hour of a weekday of a month, Monday first. */
export function calendarIndex({ month, day, hour }: { month: number; day: number; hour: number }): number {
  return ((month - 1) * DAYS + day) * HOURS + hour;
}

/** A calendar with cells of a month changed, or of all months alike. */
export function withCalendar(
  item: TariffItem,
  cells: readonly { day: number; hour: number; value: Cell }[],
  month: number | null,
): TariffItem {
  const prices = calendarOf(item);
  const months = month === null ? Array.from({ length: MONTHS }, (_, i) => i + 1) : [month];
  for (const { day, hour, value } of cells) for (const each of months) prices[calendarIndex({ month: each, day, hour })] = value;
  return { ...item, calendar: JSON.stringify(prices) };
}

/** The price of an hour in a month; of all months where they agree. undefined: they differ */
export function calendarCell(
  prices: readonly Cell[],
  { month, day, hour }: { month: number | null; day: number; hour: number },
): Cell | undefined {
  const first = prices[calendarIndex({ month: month ?? 1, day, hour })] ?? null;
  if (month !== null) return first;
  for (let each = 2; each <= MONTHS; each++) if ((prices[calendarIndex({ month: each, day, hour })] ?? null) !== first) return undefined;
  return first;
}

export function seriesOf({ series }: Pick<TariffItem, 'series'>): SeriesRow[] {
  return JSON.parse(series) as SeriesRow[];
}

/** A series with a row changed; rows without any text are gone. */
export function withSeries(item: TariffItem, changes: readonly { row: number; part: Partial<SeriesRow> }[]): TariffItem {
  const rows = seriesOf(item);
  for (const { row, part } of changes) {
    while (rows.length <= row) rows.push({ from: '', price: null });
    rows[row] = { ...(rows[row] ?? { from: '', price: null }), ...part };
  }
  return { ...item, series: JSON.stringify(rows.filter(({ from, price }) => from !== '' || price !== null)) };
}

/** Local time of the site as a person writes it, or with an offset. undefined: no time, or one that a change to summer time leaves out */
export function instantOf(text: string, zone: string): number | undefined {
  const read = parseTime(text.trim(), zone);
  if (read.kind === 'ok') return read.instantMs;
  return read.kind === 'ambiguous' ? read.earlierMs : undefined;
}

/** With its offset only in the second of two equal hours. */
export function timeText(instantMs: number, zone: string): string {
  const text = toIsoLocalTime(toLocalTime(instantMs, zone)).replace('T', ' ');
  return instantOf(text, zone) === instantMs ? text : createTimeFormatter(zone)(instantMs);
}

export type TariffProblem = 'notANumber' | 'outOfRange' | 'noPrice' | 'currency' | 'currencies' | 'twice' | 'empty' | 'time' | 'order';

/** What is wrong with a price among those of its site. */
export function problemsOf(item: TariffItem, items: readonly TariffItem[], zone: string): TariffProblem[] {
  const own = { fixed: fixedProblems, calendar: calendarProblems, series: seriesProblems }[item.kind](item, zone);
  return [
    ...own,
    ...(CURRENCY.test(item.currency) ? [] : (['currency'] as const)),
    ...(items.some(({ currency }) => currency !== item.currency) ? (['currencies'] as const) : []),
    ...(items.some(({ id, fromMs }) => id !== item.id && fromMs === item.fromMs) ? (['twice'] as const) : []),
  ];
}

export function cellProblem(value: Cell): 'notANumber' | 'outOfRange' | undefined {
  if (typeof value === 'string') return 'notANumber';
  return value !== null && (value < LEAST || value > MOST) ? 'outOfRange' : undefined;
}

/** Why the row of a series cannot be saved. */
export function rowProblem(rows: readonly SeriesRow[], row: number, zone: string): TariffProblem | undefined {
  const current = rows[row];
  if (!current) return undefined;
  const at = instantOf(current.from, zone);
  if (at === undefined) return 'time';
  const before = rows[row - 1];
  const previous = before && instantOf(before.from, zone);
  return previous !== undefined && at <= previous ? 'order' : cellProblem(current.price);
}

/** Items in the order in which they begin, each with the instant from which the next one holds. */
export function inOrder(items: readonly TariffItem[]): { item: TariffItem; untilMs: number | null }[] {
  const sorted = items.toSorted((a, b) => a.fromMs - b.fromMs);
  return sorted.map((item, index) => ({ item, untilMs: sorted[index + 1]?.fromMs ?? null }));
}

/** The prices as if the last changed one applied from an instant on, where it begins later. */
export function asIfFrom(items: readonly TariffItem[], changedIds: ReadonlySet<string>, startMs: number): TariffItem[] {
  const tested = inOrder(items).findLast(({ item }) => changedIds.has(item.id))?.item;
  if (!tested || tested.fromMs <= startMs) return [...items];
  return [...items.filter(({ fromMs }) => fromMs < startMs), { ...tested, fromMs: startMs }];
}

function fixedProblems({ price }: TariffItem): TariffProblem[] {
  const problem = price === null ? 'noPrice' : cellProblem(price);
  return problem ? [problem] : [];
}

function calendarProblems(item: TariffItem): TariffProblem[] {
  const prices = calendarOf(item);
  const wrong = [...new Set(prices.flatMap((cell) => cellProblem(cell) ?? []))];
  return prices.every((cell) => cell === null) ? ['empty'] : wrong;
}

function seriesProblems(item: TariffItem, zone: string): TariffProblem[] {
  const rows = seriesOf(item);
  if (rows.length === 0) return ['empty'];
  return [...new Set(rows.flatMap((_, row) => rowProblem(rows, row, zone) ?? []))];
}

function numberOf(value: Cell): number | null {
  return typeof value === 'number' ? value : null;
}
