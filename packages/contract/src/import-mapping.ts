import { isZoneOrOffset } from '@solvane/energy/time/zone';
import { z } from 'zod';
import { SIGNAL_CALC_PERIODS } from './fleet.ts';

const columnName = z.string().min(1).max(200);
const segmentId = z.string().min(1).max(64);

const formatSchema = z.object({
  /** Left out: taken from the file's ending. */
  kind: z.enum(['csv', 'parquet', 'xlsx']).optional(),
  delimiter: z.string().length(1).default(','),
  decimalComma: z.boolean().default(false),
  /** What groups digits, as the space of `1 234,5`: it is removed. */
  thousands: z.string().length(1).optional(),
  encoding: z.enum(['utf-8', 'windows-1252', 'utf-16']).default('utf-8'),
  /** Sheet of a workbook; left out: its first. */
  sheet: z.string().min(1).max(100).optional(),
  /** Lines above the line of column names. */
  skipLines: z.number().int().min(0).max(1_000).default(0),
  /** Lines of the head: the column names, then units and the like. 0: the file has no column names; its columns are called `column 1`, `column 2`. */
  headerLines: z.number().int().min(0).max(10).default(1),
  /** Texts that mean "no value", beside the empty one. */
  missing: z.array(z.string()).default(['NaN', 'nan', 'null', 'NULL', 'NA', 'N/A', '-']),
});

/**
 * `iso`: `2025-03-30T02:30:00` or `2025/03/30 2:30`, with or without an offset. `dayFirst`: `30/03/2025 02:30`, `30-Mar-25`; `monthFirst`:
 * `3/30/2025 2:30 PM`. `compact`: `2025033002`, `20250330`, `202503300230`. `excelDays`: days since 1900 as spreadsheets count them. Else seconds or
 * milliseconds since 1970.
 */
export const TIME_FORMATS = ['iso', 'dayFirst', 'monthFirst', 'compact', 'epochSeconds', 'epochMilliseconds', 'excelDays'] as const;

const timeSchema = z.object({
  column: columnName,
  /** Column with the time of day, where `column` holds the date alone. */
  clock: columnName.optional(),
  format: z.enum(TIME_FORMATS).default('iso'),
  /** IANA zone, or a fixed offset such as `-08:00`, of times that carry none. Required for those. */
  zone: z.string().refine(isZoneOrOffset, { error: 'is no time zone' }).optional(),
  /** Whether a time names the start, the middle or the end of its interval. */
  stamp: z.enum(['start', 'middle', 'end']),
  interval: z.enum(SIGNAL_CALC_PERIODS),
  /** Clocks drift: a time nearer than this many seconds to the interval's grid is moved onto it, where no other row stands there. Others stay as they are. */
  snapSeconds: z.number().int().min(0).max(1_800).default(30),
  /** A local time that exists twice: which of the two it is, or reported with its line. */
  ambiguous: z.enum(['reject', 'first', 'second']).default('reject'),
  /** A local time that does not exist: reported with its line, or moved behind the gap. */
  nonexistent: z.enum(['reject', 'shiftForward']).default('reject'),
});

const deviceSchema = z.union([z.object({ segmentId }), z.object({ column: columnName, segments: z.record(z.string(), segmentId) })]);

/** Files with one value per row: one column names what was measured, another has its value. The columns of `signals` are then those names. */
const longSchema = z.object({ nameColumn: columnName, valueColumn: columnName });

const signalColumnSchema = z.object({
  column: columnName,
  /** `apCode`, or `apCode||calcType` for another type than Raw. */
  signal: z.string().max(110),
  /** Unit in the file; left out: the catalogue's. */
  unit: z.string().max(20).optional(),
  /** Values of the file are multiplied by it: the rating of power in shares of it, -1 for a meter that counts the other way round. */
  factor: z
    .number()
    .refine((factor) => factor !== 0, { error: 'must not be 0' })
    .optional(),
  /** Of a column that belongs to another device than its row, for files with one column per device. */
  segmentId: segmentId.optional(),
  /** Status texts or numbers of the source and the numbers of the catalogue. A value that is not listed is rejected. */
  values: z.record(z.string(), z.number()).optional(),
});

const eventsSchema = z.union([
  // One row per event.
  z.object({
    code: columnName,
    text: columnName.optional(),
    start: columnName,
    /** Left out: the time of the next row of the same device. An empty cell: still open. */
    end: columnName.optional(),
    ignore: z.array(z.string()).default([]),
  }),
  // The code that was active at each interval: ranges of the same code become events.
  z.object({ activeCode: columnName, ignore: z.array(z.string()).default(['0']) }),
]);

/** How the files of one source become points and events of segments. Written as YAML beside the files; `--guess` writes a first one. */
export const importMappingSchema = z
  .object({
    version: z.literal(1),
    format: formatSchema.prefault({}),
    time: timeSchema,
    /** Left out where every signal names its own segment. */
    device: deviceSchema.optional(),
    long: longSchema.optional(),
    /** Rows that count, by texts of a column: the others are passed over. */
    only: z.record(columnName, z.array(z.string()).min(1)).optional(),
    signals: z.array(signalColumnSchema).default([]),
    events: eventsSchema.optional(),
    /** Rows of one device and time with other values: above 1 % of the rows the import stops, unless the newest row is to count. */
    duplicates: z.literal('newest').optional(),
  })
  .refine(({ signals, events }) => signals.length > 0 || events, { path: ['signals'], error: 'are missing, and so are events' })
  .refine(({ device, signals, events }) => device || (!events && signals.every((signal) => signal.segmentId !== undefined)), {
    path: ['device'],
    error: 'is missing: name one for the file, a column of devices, or a segmentId for each signal',
  });

export type ImportMapping = z.output<typeof importMappingSchema>;
export type ImportMappingInput = z.input<typeof importMappingSchema>;
export type SignalColumn = ImportMapping['signals'][number];
