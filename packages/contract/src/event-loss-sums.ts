import { type LocalDay, parseIsoDate } from '@solvane/energy/time/local-day';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { issueSchema } from './errors.ts';
import { eventFilterSchema } from './events.ts';
import { SITE_GROUPINGS } from './fleet.ts';
import { LIMITS } from './limits.ts';

/** Days, months and years of the calendar of each site. */
const LOSS_PERIODS = ['day', 'month', 'year'] as const;
export type LossPeriod = (typeof LOSS_PERIODS)[number];

/** What losses are divided by. */
const LOSS_DIMENSIONS = ['none', ...LOSS_PERIODS, 'site', 'device', 'segmentType', ...SITE_GROUPINGS, 'type', 'category', 'code'] as const;
export type LossDimension = (typeof LOSS_DIMENSIONS)[number];

/** What decides which groups come first. */
const LOSS_MEASURES = ['lostEnergy', 'revenueLoss', 'duration', 'count'] as const;
export type LossMeasure = (typeof LOSS_MEASURES)[number];

const MOST_DAYS = 40 * 366;
/** Of periods of one request. */
const MOST_PERIODS = 1_000;

const lossSumsSchema = z.object({
  /** Events that share time with the period. */
  count: z.number().int(),
  /** Of their time, what lies inside the period. */
  durationMs: z.number(),
  /** Inside the period. null: the loss of none of the events is known there */
  lostEnergyKwh: z.number().nullable(),
  /** Of them, those whose loss inside the period is not known: the sum of lost energy is without them. */
  energyUnknownCount: z.number().int(),
  /** Inside the period, one for each currency of the sites. */
  revenue: z.array(
    z.object({
      /** null: the sites have none */
      currency: z.string().nullable(),
      /** null: nothing has a price */
      amount: z.number().nullable(),
      /** Of it, the negative part, of days with negative prices: cost that was avoided. Zero or less */
      avoided: z.number(),
    }),
  ),
  /** Of the events, those without a price for all or some of their loss. */
  revenueUnknownCount: z.number().int(),
});
export type LossSums = z.infer<typeof lossSumsSchema>;

const cellSchema = lossSumsSchema.extend({ column: z.string() });

const lossRowSchema = lossSumsSchema.extend({
  key: z.string(),
  name: z.string(),
  /** Of a device. null: of anything else */
  siteName: z.string().nullable(),
  /** Only columns with events. */
  cells: z.array(cellSchema),
});
export type LossRow = z.infer<typeof lossRowSchema>;

const bodySchema = z
  .object({
    /** Which events; the period is that of the days. */
    filter: eventFilterSchema.omit({ startMs: true, endMs: true }),
    fromDay: z.iso.date(),
    /** Not in it any more. */
    toDay: z.iso.date(),
    rows: z.enum(LOSS_DIMENSIONS),
    columns: z.enum(LOSS_DIMENSIONS).default('none'),
    measure: z.enum(LOSS_MEASURES).default('lostEnergy'),
    /** Of rows; periods are never left out. */
    limit: z.number().int().min(1).max(2_000).default(50),
  })
  .refine(({ fromDay, toDay }) => dayCount(fromDay, toDay) > 0, { path: ['toDay'], error: 'Common_Validation_PeriodEmpty' })
  .refine(({ fromDay, toDay }) => dayCount(fromDay, toDay) <= MOST_DAYS, { path: ['toDay'], error: 'Common_Validation_Invalid' })
  .refine(({ rows, columns }) => rows === 'none' || rows !== columns, { path: ['columns'], error: 'Common_Validation_Invalid' })
  .refine(({ rows, columns }) => !(isLossPeriod(rows) && isLossPeriod(columns)), { path: ['columns'], error: 'Common_Validation_Invalid' })
  .refine(({ rows, columns, fromDay, toDay }) => (rows !== 'day' && columns !== 'day') || dayCount(fromDay, toDay) <= MOST_PERIODS, {
    path: ['toDay'],
    error: 'Common_Validation_Invalid',
  });

export const eventLossSumEndpoints = {
  lossSums: endpoint({
    method: 'POST',
    path: '/api/events/loss-sums',
    access: 'PageEventLogs',
    narrowed: 'sites',
    readOnly: true,
    summary:
      'Lost energy, revenue, duration and count of events inside local days, by what they share: only what lies inside the days counts.',
    body: bodySchema,
    response: z.object({
      /** Largest first, periods in their order. */
      rows: z.array(lossRowSchema),
      /** All columns that have events, in the same order. */
      columns: z.array(lossSumsSchema.extend({ key: z.string(), name: z.string(), siteName: z.string().nullable() })),
      /** Of all rows, those beyond the limit included. */
      rowCount: z.number().int(),
      /** Sums of the rows beyond the limit. */
      rest: lossSumsSchema.extend({ cells: z.array(cellSchema) }),
      /** Of everything. An event that lies in several periods counts once. */
      total: lossSumsSchema,
      /** Parts of the search box that were not understood. */
      issues: z.array(issueSchema),
    }),
    bodyBytes: LIMITS.longListBodyBytes,
  }),
};

export function isLossPeriod(dimension: LossDimension): dimension is LossPeriod {
  return dimension === 'day' || dimension === 'month' || dimension === 'year';
}

function dayCount(fromDay: string, toDay: string): number {
  const day = (text: string): LocalDay => parseIsoDate(text) ?? Number.NaN;
  return day(toDay) - day(fromDay);
}
