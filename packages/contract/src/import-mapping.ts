import { isZoneOrOffset } from '@solvane/energy/time/zone';
import { z } from 'zod';
import { SIGNAL_CALC_PERIODS } from './fleet.ts';

const columnName = z.string().min(1).max(200);
const segmentId = z.string().min(1).max(64);

const formatSchema = z.object({
  /** Left out: taken from the file's ending. */
  kind: z.enum(['csv', 'parquet']).optional(),
  delimiter: z.string().length(1).default(','),
  decimalComma: z.boolean().default(false),
  /** Lines above the line of column names. */
  skipLines: z.number().int().min(0).max(1_000).default(0),
  /** Texts that mean "no value", beside the empty one. */
  missing: z.array(z.string()).default(['NaN', 'nan', 'null', 'NULL', 'NA', 'N/A', '-']),
});

const timeSchema = z.object({
  column: columnName,
  /**
   * `iso`: `2025-03-30T02:30:00`, with or without an offset. `dayFirst` and `monthFirst`: `30/03/2025 02:30`. Else seconds or milliseconds since 1970.
   */
  format: z.enum(['iso', 'dayFirst', 'monthFirst', 'epochSeconds', 'epochMilliseconds']).default('iso'),
  /** IANA zone, or a fixed offset such as `-08:00`, of times that carry none. Required for those. */
  zone: z.string().refine(isZoneOrOffset, { error: 'is no time zone' }).optional(),
  /** Whether a time names the start or the end of its interval. */
  stamp: z.enum(['start', 'end']),
  interval: z.enum(SIGNAL_CALC_PERIODS),
  /** Clocks drift: times are snapped to the interval's grid when they are nearer than this many seconds, else rejected. */
  snapSeconds: z.number().int().min(0).max(1_800).default(30),
  /** A local time that exists twice: which of the two it is, or reported with its line. */
  ambiguous: z.enum(['reject', 'first', 'second']).default('reject'),
  /** A local time that does not exist: reported with its line, or moved behind the gap. */
  nonexistent: z.enum(['reject', 'shiftForward']).default('reject'),
});

const deviceSchema = z.union([z.object({ segmentId }), z.object({ column: columnName, segments: z.record(z.string(), segmentId) })]);

const signalColumnSchema = z.object({
  column: columnName,
  /** `apCode`, or `apCode||calcType` for another type than Raw. */
  signal: z.string().max(110),
  /** Unit in the file; left out: the catalogue's. */
  unit: z.string().max(20).optional(),
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
  // The code that was active at each interval: stretches of the same code become events.
  z.object({ activeCode: columnName, ignore: z.array(z.string()).default(['0']) }),
]);

/** How the files of one source become points and events of segments. Written as YAML beside the files; `--guess` writes a first one. */
export const importMappingSchema = z
  .object({
    version: z.literal(1),
    format: formatSchema.prefault({}),
    time: timeSchema,
    device: deviceSchema,
    signals: z.array(signalColumnSchema).default([]),
    events: eventsSchema.optional(),
  })
  .refine(({ signals, events }) => signals.length > 0 || events, { path: ['signals'], error: 'are missing, and so are events' });

export type ImportMapping = z.output<typeof importMappingSchema>;
export type ImportMappingInput = z.input<typeof importMappingSchema>;
export type SignalColumn = ImportMapping['signals'][number];
