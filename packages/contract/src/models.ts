import { CALENDAR_TARIFF_SIZE } from '@solvane/energy/losses/revenue';
import { POWER_CURVE_TYPES } from '@solvane/energy/wind/power-curve-types';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { enterpriseIdSchema, instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { pointFiltersSchema } from './point-filters.ts';
import {
  configurationSavedSchema,
  dateFromSchema,
  revisionSchema,
  savedVersionSchema,
  seenRevisionSchema,
  versionNoteSchema,
} from './validity.ts';

const localDateSchema = z.iso.date();
const siteBody = z.object({ siteId: siteIdSchema });
const curveBody = z.object({ id: z.uuid() });

/** A day of the year, as month · 100 + day. */
const dayOfYearSchema = z.number().int().min(101).max(1231);

/** Three years tell what a turbine does now. */
const LONGEST_FIT_MS = 3 * 366 * 86_400_000;

const powerCurveShape = {
  enterpriseId: enterpriseIdSchema,
  name: z.string().trim().min(1).max(LIMITS.nameLength),
  type: z.enum(POWER_CURVE_TYPES),
  /** [m/s] and [kW] */
  points: z
    .array(z.object({ windSpeed: z.number().min(0).max(80), power: z.number().min(0).max(100_000) }))
    .min(2)
    .max(1_000),
  /** [kg/m³] */
  airDensity: z.number().min(0.5).max(2),
  airDensityMin: z.number().min(0).max(2),
  airDensityMax: z.number().min(0).max(2),
  /** [°] A sector through north begins above its end. */
  windDirectionMin: z.number().min(0).max(360),
  windDirectionMax: z.number().min(0).max(360),
  /** Days of the year, both included. null: all year */
  dayRange: z.object({ from: dayOfYearSchema, to: dayOfYearSchema }).nullable(),
  /** Minutes of the local day, half open. null: all day */
  timeRange: z.object({ fromMinute: z.number().int().min(0).max(1439), toMinute: z.number().int().min(1).max(1440) }).nullable(),
  /** null: not limited. */
  effectiveStartMs: instantMsSchema.nullable(),
  effectiveEndMs: instantMsSchema.nullable(),
  /** Interval of the sites that the curve is for. null: not stated, it holds at any */
  resolutionMinutes: z.number().int().min(1).max(1440).nullable().default(null),
  segmentIds: z.array(segmentIdSchema).max(1_000),
};

export const powerCurveSchema = z.object({
  id: z.uuid(),
  ...powerCurveShape,
  /** Who saved it last. */
  uploadedBy: z.string(),
  uploadedMs: instantMsSchema,
});
export type PowerCurveWire = z.infer<typeof powerCurveSchema>;

const listedPowerCurveSchema = powerCurveSchema.extend({ can: z.object({ edit: z.boolean() }) });
export type ListedPowerCurve = z.infer<typeof listedPowerCurveSchema>;

const powerCurveDetailsSchema = listedPowerCurveSchema.extend({
  revision: revisionSchema,
  /** Turbines that have the curve and that the caller does not see. */
  hiddenCount: z.number().int(),
});
export type PowerCurveDetails = z.infer<typeof powerCurveDetailsSchema>;

/** What a version of a power curve holds. */
export const powerCurveContentSchema = z.object(powerCurveShape);
export type PowerCurveContent = z.infer<typeof powerCurveContentSchema>;

export const powerCurveSaveSchema = z.object({
  /** null: a new one. */
  id: z.uuid().nullable(),
  ...powerCurveShape,
  seenRevision: seenRevisionSchema,
  note: versionNoteSchema,
});

const curveTurbineSchema = z.object({
  segmentId: segmentIdSchema,
  name: z.string(),
  siteId: siteIdSchema,
  siteName: z.string(),
  enterpriseId: enterpriseIdSchema,
  timezone: z.string(),
  /** Interval of the site. */
  stepMinutes: z.number(),
  /** null: not stated */
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  /** It has sent wind speed and power: a curve can be measured. */
  isMeasured: z.boolean(),
});
export type CurveTurbine = z.infer<typeof curveTurbineSchema>;

/** A curve that a turbine showed, at an air density of 1.225 kg/m³: its points can be saved as a power curve. */
export const fittedPowerCurveSchema = z.object({
  /** Up to cut-out where it ends near its highest power. Empty: too little data */
  points: z.array(
    z.object({
      windSpeed: z.number(),
      power: z.number(),
      /** Too little data at this wind: a straight line between its neighbours. */
      isInterpolated: z.boolean(),
    }),
  ),
  airDensity: z.number(),
  /** Data it rests on. */
  hours: z.number(),
  /** Enough data by IEC 61400-12-1. */
  isComplete: z.boolean(),
});

const measuredBinSchema = z.object({
  /** [m/s] */
  centre: z.number(),
  points: z.number().int(),
  /** Means of the bin. [m/s], [kW] */
  windSpeed: z.number(),
  power: z.number(),
  /** Of the curve at that wind. [kW] null: no curve, or none there */
  curvePower: z.number().nullable(),
  /** Measured less curve. [%] */
  deviationPercent: z.number().nullable(),
  /** At least half an hour of data and three points. */
  isValid: z.boolean(),
  /** Too little data between valid bins: a straight line between these. */
  isInterpolated: z.boolean(),
});
export type MeasuredBin = z.infer<typeof measuredBinSchema>;

const measuredCurveSchema = z.object({
  segmentId: segmentIdSchema,
  name: z.string(),
  siteName: z.string(),
  /** First day of the month. null: all months together */
  month: z.iso.date().nullable(),
  /** Empty: too little data */
  bins: z.array(measuredBinSchema),
  hours: z.number(),
  /** Intervals with wind and power, and those that were left out, each for its first reason: all of them and the used ones add up to `points`. */
  filtering: z.object({
    points: z.number().int(),
    used: z.number().int(),
    /** During an event that held the turbine down. */
    events: z.number().int(),
    /** Removed by the filters of the request. */
    filters: z.number().int(),
    /** Hardly any power in wind it could use. */
    standstill: z.number().int(),
    /** Consumption, and points far from the others of their bin. */
    outliers: z.number().int(),
  }),
  /** Of the wanted type, as it applies at the end of the last month. null: none is assigned */
  curve: z
    .object({
      /** null: the generic curve that the metadata accept */
      id: z.uuid().nullable(),
      name: z.string().nullable(),
      points: z.array(z.object({ windSpeed: z.number(), power: z.number() })),
      airDensity: z.number(),
    })
    .nullable(),
  /** What can be saved as a power curve: valid bins, straight lines between them, and on to cut-out where it ends near its highest power. Empty: fewer than two valid bins */
  points: z.array(z.object({ windSpeed: z.number(), power: z.number(), isInterpolated: z.boolean() })),
  /** Density that the wind was brought to. [kg/m³] null: as it was measured */
  airDensity: z.number().nullable(),
  /** Enough data by IEC 61400-12-1. */
  isComplete: z.boolean(),
  /** From 4 to 15 m/s, weighted by points. null: too little data, or no curve */
  deviationPercent: z.number().nullable(),
  /** Mean angle between nacelle and wind from 5 to 10 m/s [°], and the loss that it makes [%]. null: no vane */
  yawErrorDegrees: z.number().nullable(),
  yawLossPercent: z.number().nullable(),
});
export type MeasuredCurve = z.infer<typeof measuredCurveSchema>;

const ratingLineSchema = z.object({
  /** First day of the month. null: the newest days */
  month: z.iso.date().nullable(),
  /** kW per kW of temperature-adjusted nominal power. null: fewer than 50 points */
  slope: z.number().nullable(),
  slopeError: z.number().nullable(),
  /** Standard deviation of the points about the line [kW]. null: as above */
  residual: z.number().nullable(),
  /** Points that count. */
  pointCount: z.number().int(),
});

const measuredRatingSchema = z.object({
  segmentId: segmentIdSchema,
  name: z.string(),
  siteName: z.string(),
  lines: z.array(ratingLineSchema),
  /** null: its period is not over, or has too few points */
  baseline: z.object({ slope: z.number(), pointCount: z.number().int(), firstDay: z.iso.date(), lastDay: z.iso.date() }).nullable(),
  /** Newest line against the baseline [%]. null: one of them is missing */
  deviationPercent: z.number().nullable(),
  /** Rating at reporting conditions by ASTM E2848. null: not asked for, too few points, or the weather varied too little */
  capacity: z
    .object({
      ratingKw: z.number(),
      /** [W/m²], [°C], [m/s] */
      planeIrradiance: z.number(),
      ambientTemperature: z.number(),
      windSpeed: z.number(),
      pointCount: z.number().int(),
    })
    .nullable(),
});
export type MeasuredRating = z.infer<typeof measuredRatingSchema>;

/** Newest local days of a rolling rating line, or a line for each month. */
export const PRT_PERIODS = ['7', '30', '90', '365', 'months'] as const;

/** Of the whole request. */
export const MOST_MONTHS = 24;
export const MOST_MEASURED_DEVICES = 50;
const BIN_WIDTHS = [0.25, 0.5, 1] as const;

export const powerCurveEndpoints = {
  measured: endpoint({
    method: 'POST',
    path: '/api/power-curves/measured',
    access: 'signedIn',
    narrowed: 'sites',
    readOnly: true,
    summary:
      'Measured power of turbines by bins of wind, month by month or together, beside their power curve of one type. Intervals of events are left out; wind is brought to the density of the curve. Of inverters: rating lines of power over temperature-adjusted nominal power, their baselines and a capacity test. Sites on which the caller may read no dashboard, overview or Data Studio are out of scope.',
    body: z
      .object({
        /** What is measured: one kind of device. */
        devices: z.enum(['turbines', 'inverters']).default('turbines'),
        /** Either of these: devices, or all of the kind of sites. */
        segmentIds: z.array(segmentIdSchema).max(MOST_MEASURED_DEVICES).optional(),
        siteIds: z.array(siteIdSchema).max(1_000).optional(),
        /** First days of months of the calendar of the site. */
        months: z.array(z.iso.date()).min(1).max(MOST_MONTHS),
        type: z.enum(POWER_CURVE_TYPES),
        by: z.enum(['turbine', 'month']).default('turbine'),
        binWidth: z.union(BIN_WIDTHS.map((width) => z.literal(width))).default(0.5),
        /** Of points, as Data Studio applies them: what they remove takes no part. */
        filters: pointFiltersSchema.default([]),
        /** Wind at the density of the curve; otherwise as it was measured. */
        isDensityCorrected: z.boolean().default(true),
        /** Of inverters. */
        prtPeriod: z.enum(PRT_PERIODS).default('30'),
        hasCapacityTest: z.boolean().default(false),
      })
      .refine(({ siteIds, segmentIds }) => (siteIds === undefined) !== (segmentIds === undefined), {
        path: ['siteIds'],
        error: 'Common_Validation_Invalid',
      }),
    /** One of both lists has items. */
    response: z.object({ items: z.array(measuredCurveSchema), ratings: z.array(measuredRatingSchema) }),
    errors: ['resource.notFound', 'signals.unavailable', 'signals.tooManyDevices'],
  }),
  fit: endpoint({
    method: 'POST',
    path: '/api/power-curves/fit',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Power curve of a turbine from its own validated data by the method of bins, without intervals of events. Nothing is stored.',
    body: z
      .object({ segmentId: segmentIdSchema, startMs: instantMsSchema, endMs: instantMsSchema })
      .refine(({ startMs, endMs }) => startMs < endMs && endMs - startMs <= LONGEST_FIT_MS, {
        path: ['endMs'],
        error: 'Common_Validation_PeriodEmpty',
      }),
    response: fittedPowerCurveSchema,
    errors: ['resource.notFound', 'signals.unavailable'],
  }),
  search: endpoint({
    method: 'POST',
    path: '/api/power-curves/search',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Power curves of the caller’s enterprises and of turbines they see, with the turbines each is assigned to.',
    body: z.object({ siteIds: z.array(siteIdSchema).max(1_000).optional() }),
    response: z.object({ items: z.array(listedPowerCurveSchema) }),
  }),
  get: endpoint({
    method: 'POST',
    path: '/api/power-curves/get',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'A power curve with the turbines it is assigned to, and its revision.',
    body: curveBody,
    response: powerCurveDetailsSchema,
    errors: ['resource.notFound'],
  }),
  turbines: endpoint({
    method: 'POST',
    path: '/api/power-curves/turbines',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Turbines that a power curve can be assigned to, by site and name.',
    body: z.object({ siteIds: z.array(siteIdSchema).max(1_000).optional() }),
    response: z.object({ items: z.array(curveTurbineSchema) }),
  }),
  versions: endpoint({
    method: 'POST',
    path: '/api/power-curves/versions',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Saved versions of a power curve, newest first.',
    body: curveBody,
    response: z.object({ items: z.array(savedVersionSchema) }),
    errors: ['resource.notFound'],
  }),
  version: endpoint({
    method: 'POST',
    path: '/api/power-curves/version',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'A saved version of a power curve, with those of its turbines that the caller sees.',
    body: curveBody.extend({ version: z.number().int().min(1) }),
    response: powerCurveContentSchema,
    errors: ['resource.notFound'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/power-curves/save',
    access: 'EditMetadata',
    summary: 'Creates a power curve, or replaces one, and recalculates the turbines it is assigned to.',
    body: powerCurveSaveSchema,
    response: configurationSavedSchema.extend({ id: z.uuid() }),
    errors: ['resource.notFound', 'configuration.changed'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/power-curves/remove',
    access: 'EditMetadata',
    summary: 'Deletes a power curve that no turbine has.',
    body: curveBody.extend({ seenRevision: seenRevisionSchema }),
    response: configurationSavedSchema,
    errors: ['resource.notFound', 'configuration.changed'],
  }),
};

export const coefficientRowSchema = z.object({
  segmentId: segmentIdSchema,
  effectiveFrom: localDateSchema,
  month: z.number().int().min(1).max(12),
  /** Share of the theoretical output that is left. null: the cell was empty */
  coefficient: z.number().nullable(),
  degradationPerYear: z.number(),
  /** [W/m²] */
  minIrradiance: z.number(),
  /** [kW] null: the AC rating of the device */
  acLimit: z.number().nullable(),
});
export type CoefficientWire = z.infer<typeof coefficientRowSchema>;

const versionBody = siteBody.extend({ version: z.number().int().min(1) });

/** Coefficients that a device, or the generators of a site together, would have needed. */
export const coefficientFitSchema = z.object({
  /** January to December. */
  months: z.array(
    z.object({
      month: z.number().int().min(1).max(12),
      /** null: no data */
      coefficient: z.number().nullable(),
      /** Of the month itself [h]. */
      hours: z.number(),
      /** Fewer than 20 h of its own: the value of the whole period. */
      isOfWholePeriod: z.boolean(),
    }),
  ),
  devices: z.number().int(),
  /** Intervals that count, of all devices. */
  points: z.number().int(),
  /** First and last local day with such an interval. null: none */
  firstDay: localDateSchema.nullable(),
  lastDay: localDateSchema.nullable(),
  /** Of expected over measured power with these coefficients. null: fewer than three points, or no spread */
  rSquared: z.number().nullable(),
  /** [kW] of one device. null: no points */
  rmseKw: z.number().nullable(),
  /** Intervals that were left out, by the first reason that applies. */
  excluded: z.object({
    missing: z.number().int(),
    events: z.number().int(),
    clipping: z.number().int(),
    estimated: z.number().int(),
    /** Less than 200 W/m² of light, or a curve below 5 % of the rating. */
    weak: z.number().int(),
  }),
});
export type CoefficientFitWire = z.infer<typeof coefficientFitSchema>;

/** Of one request. */
export const MOST_FITTED_DEVICES = 50;

export const expectedCoefficientEndpoints = {
  read: endpoint({
    method: 'POST',
    path: '/api/expected-coefficients/read',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Expected coefficients of the devices of a site.',
    body: siteBody,
    response: z.object({ rows: z.array(coefficientRowSchema), revision: revisionSchema, canEdit: z.boolean() }),
    errors: ['resource.notFound'],
  }),
  versions: endpoint({
    method: 'POST',
    path: '/api/expected-coefficients/versions',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Saved versions of the expected coefficients of a site, newest first.',
    body: siteBody,
    response: z.object({ items: z.array(savedVersionSchema) }),
    errors: ['resource.notFound'],
  }),
  version: endpoint({
    method: 'POST',
    path: '/api/expected-coefficients/version',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'The expected coefficients of a saved version.',
    body: versionBody,
    response: z.object({ rows: z.array(coefficientRowSchema) }),
    errors: ['resource.notFound'],
  }),
  fit: endpoint({
    method: 'POST',
    path: '/api/expected-coefficients/fit',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary:
      'Coefficients that a PV or wind device, or the generators of a site together, would have needed: measured energy as a share of the theoretical one by month, without intervals of events, clipping or estimates. Nothing is stored.',
    body: z
      .object({
        siteId: siteIdSchema,
        /** Of the site: all its generators. */
        segmentId: segmentIdSchema,
        startMs: instantMsSchema,
        endMs: instantMsSchema,
        /** Output is brought to that of a new device with it. */
        degradationPerYear: z.number().min(0).max(0.05).default(0),
      })
      .refine(({ startMs, endMs }) => startMs < endMs && endMs - startMs <= LONGEST_FIT_MS, {
        path: ['endMs'],
        error: 'Common_Validation_PeriodEmpty',
      }),
    response: coefficientFitSchema,
    errors: ['resource.notFound', 'signals.unavailable', 'signals.tooManyDevices'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/expected-coefficients/save',
    access: 'EditMetadata',
    narrowed: 'sites',
    summary: 'Replaces the tables of a site’s devices that begin on the days named, and removes others.',
    body: z
      .object({
        siteId: siteIdSchema,
        rows: z.array(coefficientRowSchema).max(12_000),
        remove: z
          .array(z.object({ segmentId: segmentIdSchema, effectiveFrom: localDateSchema }))
          .max(1_000)
          .default([]),
        seenRevision: seenRevisionSchema,
        note: versionNoteSchema,
      })
      .refine(({ rows, remove }) => rows.length + remove.length > 0, { path: ['rows'], error: 'Common_Validation_Required' }),
    response: configurationSavedSchema,
    errors: ['resource.notFound', 'configuration.changed'],
  }),
};

export const budgetRowSchema = z.object({
  year: z.number().int().min(1990).max(2100),
  month: z.number().int().min(1).max(12),
  /** The median, P50. */
  energyKwh: z.number().min(0).max(1e12),
  /** Exceeded in 75 and 90 of 100 years. null: not stated */
  energyP75Kwh: z.number().min(0).max(1e12).nullable().default(null),
  energyP90Kwh: z.number().min(0).max(1e12).nullable().default(null),
  /** What it was made with: kWh/m² of light, or kWh of the nominal curve. null: not stated */
  resource: z.number().min(0).max(1e12).nullable(),
  /** Mean of the month [m/s]. null: not stated */
  windSpeed: z.number().min(0).max(50).nullable().default(null),
  /** Of the modules, weighted by light [°C]. null: not stated */
  cellTemperature: z.number().min(-60).max(120).nullable().default(null),
  /** [%] Of a wind farm its capacity factor. null: not stated */
  performanceRatio: z.number().min(0).max(150).nullable().default(null),
  availability: z.number().min(0).max(100).nullable().default(null),
  /** [currency/MWh] null: not stated */
  pricePerMwh: z.number().min(-1e6).max(1e6).nullable().default(null),
});
export type BudgetRow = z.infer<typeof budgetRowSchema>;

export const budgetEndpoints = {
  read: endpoint({
    method: 'POST',
    path: '/api/budgets/read',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Budgeted energy of a site by month.',
    body: siteBody,
    response: z.object({ rows: z.array(budgetRowSchema), revision: revisionSchema, canEdit: z.boolean() }),
    errors: ['resource.notFound'],
  }),
  versions: endpoint({
    method: 'POST',
    path: '/api/budgets/versions',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Saved versions of the budgets of a site, newest first.',
    body: siteBody,
    response: z.object({ items: z.array(savedVersionSchema) }),
    errors: ['resource.notFound'],
  }),
  version: endpoint({
    method: 'POST',
    path: '/api/budgets/version',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'The budgets of a saved version.',
    body: versionBody,
    response: z.object({ rows: z.array(budgetRowSchema) }),
    errors: ['resource.notFound'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/budgets/save',
    access: 'EditMetadata',
    narrowed: 'sites',
    summary:
      'Sets the budgets of whole years of a site, and removes those of others. A year that has one already is refused unless it is to be replaced.',
    body: z
      .object({
        siteId: siteIdSchema,
        replace: z.boolean().default(false),
        rows: z.array(budgetRowSchema).max(1_200),
        removeYears: z.array(z.number().int()).max(200).default([]),
        seenRevision: seenRevisionSchema,
        note: versionNoteSchema,
      })
      .refine(({ rows, removeYears }) => rows.length + removeYears.length > 0, { path: ['rows'], error: 'Common_Validation_Required' }),
    response: configurationSavedSchema,
    errors: ['resource.notFound', 'configuration.changed'],
  }),
};

export const referenceRowSchema = z.object({
  segmentId: segmentIdSchema,
  effectiveFrom: dateFromSchema,
  /** Asked in this order, by rank. */
  references: z.array(z.object({ segmentId: segmentIdSchema, rank: z.number().int().min(1).max(50) })).max(50),
});
export type ReferenceRow = z.infer<typeof referenceRowSchema>;

/** A turbine that may have reference turbines, or be one. */
const siteTurbineSchema = z.object({
  segmentId: segmentIdSchema,
  name: z.string(),
  /** [°] null: not known */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type SiteTurbine = z.infer<typeof siteTurbineSchema>;

const turbineSimilaritySchema = z.object({
  segmentId: segmentIdSchema,
  /** Hours with a measured power, as a share of all hours. */
  dataShare: z.number().min(0).max(1),
  others: z.array(
    z.object({
      segmentId: segmentIdSchema,
      /** Hours in which both produced. */
      hours: z.number().int(),
      /** Of the hourly powers. null: fewer than a day of common hours, or one of the two never changed */
      correlation: z.number().min(-1).max(1).nullable(),
    }),
  ),
});
export type TurbineSimilarity = z.infer<typeof turbineSimilaritySchema>;

export const referenceTurbineEndpoints = {
  read: endpoint({
    method: 'POST',
    path: '/api/reference-turbines/read',
    access: 'PageReferenceTurbines',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Which turbines stand in for which at a site, in their order.',
    body: siteBody,
    response: z.object({ rows: z.array(referenceRowSchema), turbines: z.array(siteTurbineSchema), revision: revisionSchema }),
    errors: ['resource.notFound'],
  }),
  similarity: endpoint({
    method: 'POST',
    path: '/api/reference-turbines/similarity',
    access: 'PageReferenceTurbines',
    narrowed: 'sites',
    readOnly: true,
    summary: 'How alike the powers of the turbines of a site were in the last 90 days; of a large site each with its nearest 30.',
    body: siteBody,
    response: z.object({ days: z.number().int(), turbines: z.array(turbineSimilaritySchema) }),
    errors: ['resource.notFound', 'signals.unavailable'],
  }),
  versions: endpoint({
    method: 'POST',
    path: '/api/reference-turbines/versions',
    access: 'PageReferenceTurbines',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Saved versions of the reference turbines of a site, newest first.',
    body: siteBody,
    response: z.object({ items: z.array(savedVersionSchema) }),
    errors: ['resource.notFound'],
  }),
  version: endpoint({
    method: 'POST',
    path: '/api/reference-turbines/version',
    access: 'PageReferenceTurbines',
    narrowed: 'sites',
    readOnly: true,
    summary: 'The reference turbines of a saved version.',
    body: siteBody.extend({ version: z.number().int().min(1) }),
    response: z.object({ rows: z.array(referenceRowSchema) }),
    errors: ['resource.notFound'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/reference-turbines/save',
    access: 'PageReferenceTurbines',
    narrowed: 'sites',
    summary: 'Sets the reference turbines of turbines from a day on; an empty list leaves it to the nearest ones again.',
    body: z.object({
      siteId: siteIdSchema,
      rows: z.array(referenceRowSchema).min(1).max(1_000),
      seenRevision: seenRevisionSchema,
      note: versionNoteSchema,
    }),
    response: configurationSavedSchema,
    errors: ['resource.notFound', 'configuration.changed'],
  }),
};

/** [currency/MWh] */
const priceSchema = z.number().min(-1e6).max(1e6);

export const tariffPriceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), price: priceSchema }),
  /** By local time, position (month · 7 + weekday) · 24 + hour, Monday first. null: none stated */
  z.object({ kind: z.literal('calendar'), prices: z.array(priceSchema.nullable()).length(CALENDAR_TARIFF_SIZE) }),
  /** Each price holds from its instant to the next. null: none from here on */
  z.object({
    kind: z.literal('series'),
    points: z
      .array(z.object({ fromMs: instantMsSchema, price: priceSchema.nullable() }))
      .min(1)
      .max(20_000),
  }),
]);
export type TariffPrice = z.infer<typeof tariffPriceSchema>;

export const tariffSchema = z.object({
  validFromMs: instantMsSchema,
  currency: z.string().regex(/^[A-Z]{3}$/),
  price: tariffPriceSchema,
});

export type TariffWire = z.infer<typeof tariffSchema>;

export const tariffEndpoints = {
  read: endpoint({
    method: 'POST',
    path: '/api/tariffs/read',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Prices of energy at a site.',
    body: siteBody,
    response: z.object({ items: z.array(tariffSchema), revision: revisionSchema, canEdit: z.boolean() }),
    errors: ['resource.notFound'],
  }),
  versions: endpoint({
    method: 'POST',
    path: '/api/tariffs/versions',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Saved versions of the prices of a site, newest first.',
    body: siteBody,
    response: z.object({ items: z.array(savedVersionSchema) }),
    errors: ['resource.notFound'],
  }),
  version: endpoint({
    method: 'POST',
    path: '/api/tariffs/version',
    access: 'ReadModelData',
    narrowed: 'sites',
    readOnly: true,
    summary: 'The prices of a saved version.',
    body: versionBody,
    response: z.object({ items: z.array(tariffSchema) }),
    errors: ['resource.notFound'],
  }),
  replace: endpoint({
    method: 'POST',
    path: '/api/tariffs/replace',
    access: 'EditMetadata',
    narrowed: 'sites',
    summary: 'Sets all prices of a site: prices that are not named are removed. Only the time with other prices is recalculated.',
    body: z.object({
      siteId: siteIdSchema,
      items: z.array(tariffSchema).max(200),
      seenRevision: seenRevisionSchema,
      note: versionNoteSchema,
    }),
    response: configurationSavedSchema,
    errors: ['resource.notFound', 'configuration.changed'],
    bodyBytes: LIMITS.longListBodyBytes,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/tariffs/save',
    access: 'EditMetadata',
    narrowed: 'sites',
    summary: 'Sets the prices of a site from an instant on.',
    body: z.object({ siteId: siteIdSchema, tariff: tariffSchema }),
    response: configurationSavedSchema,
    errors: ['resource.notFound'],
    bodyBytes: LIMITS.longListBodyBytes,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/tariffs/remove',
    access: 'EditMetadata',
    narrowed: 'sites',
    summary: 'Takes away the prices that begin at an instant; those before go on.',
    body: z.object({ siteId: siteIdSchema, validFromMs: instantMsSchema }),
    response: configurationSavedSchema,
    errors: ['resource.notFound'],
  }),
};
