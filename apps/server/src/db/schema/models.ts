import type { SegmentId } from '@solvane/contract/ids';
import type { TariffPrice } from '@solvane/contract/models';
import type { PowerCurveType } from '@solvane/energy/wind/power-curve-types';
import { date, doublePrecision, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { SINCE_EVER } from './fleet.ts';
import { ofEnterprise, ofSegment, ofSite } from './owned.ts';

export const powerCurves = pgTable('power_curves', {
  id: uuid('id').primaryKey(),
  enterpriseId: ofEnterprise(),
  name: text('name').notNull(),
  type: text('type').$type<PowerCurveType>().notNull(),
  windSpeed: doublePrecision('wind_speed').array().notNull(),
  power: doublePrecision('power').array().notNull(),
  airDensity: doublePrecision('air_density').notNull(),
  airDensityMin: doublePrecision('air_density_min').notNull(),
  airDensityMax: doublePrecision('air_density_max').notNull(),
  windDirectionMin: doublePrecision('wind_direction_min').notNull(),
  windDirectionMax: doublePrecision('wind_direction_max').notNull(),
  dayFrom: integer('day_from'),
  dayTo: integer('day_to'),
  minuteFrom: integer('minute_from'),
  minuteTo: integer('minute_to'),
  effectiveStartMs: instant('effective_start_ms'),
  effectiveEndMs: instant('effective_end_ms'),
  resolutionMinutes: smallint('resolution_minutes'),
  uploadedBy: text('uploaded_by').notNull(),
  uploadedMs: instant('uploaded_ms').notNull(),
});
export type PowerCurveRow = typeof powerCurves.$inferSelect;

export const powerCurveDevices = pgTable(
  'power_curve_devices',
  {
    curveId: uuid('curve_id')
      .notNull()
      .references(() => powerCurves.id, { onDelete: 'cascade' }),
    segmentId: ofSegment(),
  },
  (table) => [primaryKey({ columns: [table.curveId, table.segmentId] })],
);

export const expectedCoefficients = pgTable(
  'expected_coefficients',
  {
    segmentId: ofSegment(),
    effectiveFrom: date('effective_from', { mode: 'string' }).notNull(),
    month: smallint('month').notNull(),
    coefficient: doublePrecision('coefficient'),
    degradationPerYear: doublePrecision('degradation_per_year').notNull(),
    minIrradiance: doublePrecision('min_irradiance').notNull(),
    acLimit: doublePrecision('ac_limit'),
  },
  (table) => [primaryKey({ columns: [table.segmentId, table.effectiveFrom, table.month] })],
);

export const budgets = pgTable(
  'budgets',
  {
    siteId: ofSite(),
    month: date('month', { mode: 'string' }).notNull(),
    energyKwh: doublePrecision('energy_kwh').notNull(),
    energyP75Kwh: doublePrecision('energy_p75_kwh'),
    energyP90Kwh: doublePrecision('energy_p90_kwh'),
    resource: doublePrecision('resource'),
    windSpeed: doublePrecision('wind_speed'),
    cellTemperature: doublePrecision('cell_temperature'),
    performanceRatio: doublePrecision('performance_ratio'),
    availability: doublePrecision('availability'),
    pricePerMwh: doublePrecision('price_per_mwh'),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.month] })],
);

export const referenceTurbines = pgTable(
  'reference_turbines',
  {
    segmentId: ofSegment(),
    effectiveFrom: date('effective_from', { mode: 'string' }).notNull().default(SINCE_EVER),
    referenceIds: text('reference_ids').array().$type<SegmentId[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.segmentId, table.effectiveFrom] })],
);

export const tariffs = pgTable(
  'tariffs',
  {
    siteId: ofSite(),
    validFromMs: instant('valid_from_ms').notNull(),
    currency: text('currency').notNull(),
    price: jsonb('price').$type<TariffPrice>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.validFromMs] })],
);
