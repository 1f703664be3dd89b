import type { MappingDoubt, MappingDraft, UploadedData } from '@solvane/contract/data-import';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import type { NumberStyle, TimeProfile, UnknownTable } from '../../../../signals/unknown-table.ts';
import { ImportRefused } from '../import-refused.ts';
import { type Assignment, assignColumns } from './assign-columns.ts';
import { isNothing, wordsOf } from './cell-text.ts';
import { type DateOrder, findDateOrder } from './date-order.ts';
import type { FileGuess } from './file-guess.ts';
import { findEventColumns } from './guess-events.ts';
import { findDevice, findLong, listMeasured, type Table } from './guess-layout.ts';
import type { LeftOut, SignalGuess } from './guess-signal.ts';
import { guessSignals, type Measured } from './guess-signals.ts';
import { findInterval, guessTime } from './guess-time.ts';
import { findNumberStyle } from './number-style.ts';
import type { TableHead } from './table-head.ts';
import { findTimeColumn, type TimeColumn } from './time-column.ts';

interface Layout {
  table: Table;
  time: TimeColumn;
  order: DateOrder | undefined;
  long: { nameColumn: string; valueColumn: string; names: string[] } | undefined;
  device: { column: string; names: string[]; isNamed: boolean } | undefined;
  /** Columns that tell series apart which share a time. */
  owners: string[];
  profile: TimeProfile;
  style: NumberStyle;
}

export interface TableOptions {
  head: TableHead;
  format: MappingDraft['format'];
  /** Name of the file. */
  name: string;
}

/** Of the rows, those of one device that repeat a time, above which devices are not told apart. */
const REPEATED_SHARE = 0.01;
/** Falls of a register are resets and rollovers. */
const MOST_FALLS = 0.02;

/** The mapping of a table that the engine can read. @throws ImportRefused */
export async function guessTable(file: UnknownTable, { head, format, name }: TableOptions): Promise<FileGuess> {
  const layout = await readLayout(file, head);
  const { time, long, device, profile, table, style } = layout;
  const measured = await listCandidates(file, { layout, head });
  const hint = `${name.replace(/\.[^.]+$/, '')} ${head.above}`;
  const found = guessSignals(measured, { hint, device: device?.column ?? '', rows: profile.rows });
  const spacing = findInterval(profile);
  const { events, isLog } = findEventColumns(head.columns, head.rows, {
    time: time.column,
    hasSignals: found.guesses.some(({ apCode }) => apCode !== 'EventCode'),
    code: found.guesses.find(({ apCode }) => apCode === 'EventCode')?.column,
    isSteady: (spacing?.share ?? 0) > 0.5,
  });
  if (found.guesses.length === 0 && !events) throw new ImportRefused(nothingMeasured(table, { long, leftOut: found.leftOut }));
  const guesses = isLog ? [] : await withCounters(file, { guesses: found.guesses, layout });
  const { assigned, isByColumn } = assign(guesses, device);
  const interval = spacing?.interval ?? 'PT10M';
  const grid = await file.profileGrid(decided(time, layout.order), SIGNAL_CALC_PERIODS[interval]);
  const guessed = guessTime({
    isLog,
    found: time,
    order: layout.order,
    profile,
    grid,
    above: head.above,
    hasEndOfDay: head.rows.some((row) => row.some((cell) => /(^|[ T])24:00/.test(cell))),
  });
  const mapping: MappingDraft = {
    version: 1,
    format: {
      ...format,
      ...(style.decimalComma ? { decimalComma: true } : {}),
      ...(style.thousands === undefined ? {} : { thousands: style.thousands }),
    },
    time: isLog ? { ...guessed.time, stamp: 'start' } : guessed.time,
    ...deviceOf(isLog && !device?.isNamed ? undefined : device, isByColumn || assigned.isWide, assigned.isWide),
    ...(long ? { long: { nameColumn: long.nameColumn, valueColumn: long.valueColumn } } : {}),
    signals: assigned.signals,
    ...(events ? { events } : {}),
  };
  return {
    mapping,
    doubts: [
      ...guessed.doubts.filter(({ what }) => !isLog || what === 'zone' || what === 'order'),
      ...deviceDoubts(mapping, profile).filter(({ what }) => !isLog || what === 'device'),
      ...assigned.doubts,
    ],
    leftOut: [...found.leftOut, ...assigned.leftOut],
    unknown: found.unknown,
    columns: head.columns,
    rows: head.rows,
    measured: shownOf(layout, { head, measured }),
  };
}

async function readLayout(file: UnknownTable, head: TableHead): Promise<Layout> {
  const found = findTimeColumn(head.columns, head.rows);
  if (!found) throw new ImportRefused(noTimes(head));
  const order =
    found.format === 'dayOrMonthFirst'
      ? findDateOrder(await file.readDates(found.column, head.skipLines + head.headerLines + 1))
      : undefined;
  const time = decided(found, order);
  const columns = head.columns.filter((column) => column !== time.column && column !== time.clock);
  const style = await findNumberStyle(file, { columns, delimiter: head.delimiter });
  const table: Table = { columns, profiles: await file.profileColumns(columns, style) };
  const long = await findLong(file, table);
  const alone = await file.profileTimes(time, long ? [long.nameColumn] : []);
  if (alone.timed === 0) throw new ImportRefused(noTimes(head));
  const rest = long ? without(table, [long.nameColumn, long.valueColumn]) : table;
  const device = await findDevice(file, {
    table: rest,
    time,
    hasRepeatedTimes: alone.distinct < alone.timed * (1 - REPEATED_SHARE),
  });
  const owners = [device?.column, long?.nameColumn].filter((column) => column !== undefined);
  const profile = device ? await file.profileTimes(time, owners) : alone;
  return { table, time, order, long, device, owners, profile, style };
}

async function listCandidates(
  file: UnknownTable,
  { layout: { table, long, device, style }, head }: { layout: Layout; head: TableHead },
): Promise<Measured[]> {
  if (long) {
    const [profiles, units] = await Promise.all([
      file.profileNames({ ...long, style }),
      listUnits(file, { nameColumn: long.nameColumn, columns: table.columns }),
    ]);
    return long.names.map((column) => ({ column, unit: units.get(column) ?? '', profile: profiles.get(column) }));
  }
  return listMeasured(table)
    .filter((column) => column !== device?.column)
    .map((column) => ({
      column,
      unit: head.units[head.columns.indexOf(column)] ?? '',
      profile: table.profiles[table.columns.indexOf(column)],
    }));
}

/** Unit of each name, where a column has units. */
async function listUnits(
  file: UnknownTable,
  { nameColumn, columns }: { nameColumn: string; columns: readonly string[] },
): Promise<Map<string, string>> {
  const column = columns.find((one) => /^(units?|einheit|enhet|unité)$/i.test(wordsOf(one).join(' ')));
  return column === undefined ? new Map() : file.readTextOfNames({ nameColumn, column });
}

/** Energy that only rises is a register. */
async function withCounters(
  file: UnknownTable,
  { guesses, layout: { time, owners, long, style } }: { guesses: readonly SignalGuess[]; layout: Layout },
): Promise<SignalGuess[]> {
  const judged: SignalGuess[] = [];
  for (const guess of guesses) {
    const name = long && { column: long.nameColumn, text: guess.column };
    const query = { time, owners, valueColumn: long?.valueColumn ?? guess.column, name, style };
    const { rises, falls } = guess.signal === 'ActiveEnergy' ? await file.countSteps(query) : { rises: 0, falls: 0 };
    const isCounter = rises >= 10 && falls <= MOST_FALLS * (rises + falls);
    const doubt = { what: 'counter', confidence: 'likely' } as const;
    judged.push(isCounter ? { ...guess, apCode: 'ExportCounter', signal: 'ExportCounter', doubts: [...guess.doubts, doubt] } : guess);
  }
  return judged;
}

/** A device column with one name says nothing where columns are numbered by device. */
function assign(guesses: readonly SignalGuess[], device: Layout['device']): { assigned: Assignment; isByColumn: boolean } {
  if (!device) return { assigned: assignColumns(guesses, { hasDeviceColumn: false }), isByColumn: false };
  const byColumn = assignColumns(guesses, { hasDeviceColumn: false });
  if (device.names.length < 2 && byColumn.isWide) return { assigned: byColumn, isByColumn: true };
  return { assigned: assignColumns(guesses, { hasDeviceColumn: true }), isByColumn: false };
}

function deviceOf(device: Layout['device'], isByColumn: boolean, isWide: boolean): Pick<MappingDraft, 'device'> {
  if (isWide) return {};
  if (!device || isByColumn) return { device: { segmentId: '' } };
  return { device: { column: device.column, segments: Object.fromEntries(device.names.map((name) => [name, ''])) } };
}

function deviceDoubts({ device }: MappingDraft, { timed, distinct }: TimeProfile): MappingDoubt[] {
  const path = device === undefined ? ['time', 'column'] : 'column' in device ? ['device', 'segments'] : ['device', 'segmentId'];
  const repeated = 1 - distinct / timed;
  return [
    ...(device === undefined ? [] : [{ path, what: 'device', confidence: 'open' } as const]),
    ...(repeated > REPEATED_SHARE
      ? [{ path, what: 'duplicate', confidence: 'open', values: { share: Math.round(repeated * 1000) / 10 } } as const]
      : []),
  ];
}

function decided(time: TimeColumn, order: DateOrder | undefined): TimeColumn {
  return order && 'confidence' in order ? { ...time, format: order.format } : time;
}

function without({ columns, profiles }: Table, taken: readonly string[]): Table {
  const kept = columns.flatMap((column, index) => (taken.includes(column) ? [] : [index]));
  return { columns: kept.map((index) => columns[index] ?? ''), profiles: kept.flatMap((index) => profiles[index] ?? []) };
}

/** Everything that can be mapped: also columns of texts, which may be states, and names that say nothing. */
function shownOf(
  { long, time, device }: Layout,
  { head: { columns, rows }, measured }: { head: TableHead; measured: readonly Measured[] },
): UploadedData['measured'] {
  if (long)
    return measured.map(({ column, profile }) => ({
      column,
      sample: profile && !Number.isNaN(profile.median) ? String(profile.median) : '',
    }));
  const taken = new Set([time.column, time.clock, device?.column]);
  return columns.flatMap((column, index) =>
    taken.has(column) ? [] : [{ column, sample: rows.map((row) => row[index] ?? '').find((cell) => !isNothing(cell)) ?? '' }],
  );
}

function noTimes({ columns, rows }: TableHead): string {
  const sample = columns.slice(0, 5).map((column, index) => `${column}: ${rows[0]?.[index] ?? ''}`);
  return `No column of the file holds dates such as 2025-03-30 02:30 (${sample.join('; ')}${columns.length > 5 ? '; ...' : ''}). Dates in several columns (year, month, day, hour) have to be joined into one, and rows that are only numbered need a date each.`;
}

function nothingMeasured({ columns }: Table, { long, leftOut }: { long: Layout['long']; leftOut: readonly LeftOut[] }): string {
  if (leftOut.length > 0)
    return `No column of the file is a measurement: ${leftOut.map(({ column, why }) => `${column} is ${why}`).join('; ')}. Name measured columns by what they measure.`;
  return long
    ? `None of the names in column ${long.nameColumn} is understood: ${long.names.slice(0, 20).join(', ')}. Write the mapping by hand: long: { nameColumn: ${long.nameColumn}, valueColumn: ${long.valueColumn} } and one signal per name.`
    : `No column of the file holds measured numbers. Its columns are ${columns.join(', ')}.`;
}
