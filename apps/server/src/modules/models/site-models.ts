import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { TariffPrice } from '@solvane/contract/models';
import type { Tariff } from '@solvane/energy/losses/revenue';
import type { CoefficientRow } from '@solvane/energy/production/expected-coefficients';
import type { MonthlyBudget } from '@solvane/energy/site-day/site';
import { type LocalDay, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { changeDays, versionOn } from '@solvane/energy/time/validity';
import type { ConditionalCurve } from '@solvane/energy/wind/curve-selection';
import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { segments } from '../../db/schema/fleet.ts';
import {
  budgets,
  expectedCoefficients,
  type PowerCurveRow,
  powerCurveDevices,
  powerCurves,
  referenceTurbines,
  tariffs,
} from '../../db/schema/models.ts';

/** Power curves assigned to each turbine of a site, whenever they hold. */
export async function loadCurves(db: Db, siteId: SiteId): Promise<Map<string, ConditionalCurve[]>> {
  const rows = await db
    .select({ segmentId: powerCurveDevices.segmentId, curve: powerCurves })
    .from(powerCurveDevices)
    .innerJoin(powerCurves, eq(powerCurves.id, powerCurveDevices.curveId))
    .innerJoin(segments, eq(segments.id, powerCurveDevices.segmentId))
    .where(eq(segments.siteId, siteId))
    .orderBy(asc(powerCurves.id));
  const curves = new Map<string, ConditionalCurve>();
  const bySegment = new Map<string, ConditionalCurve[]>();
  for (const { segmentId, curve } of rows) {
    const known = curves.get(curve.id) ?? toConditionalCurve(curve);
    curves.set(curve.id, known);
    bySegment.set(segmentId, [...(bySegment.get(segmentId) ?? []), known]);
  }
  return bySegment;
}

export async function loadCoefficients(db: Db, siteId: SiteId): Promise<CoefficientRow[]> {
  const rows = await db
    .select(getTableColumns(expectedCoefficients))
    .from(expectedCoefficients)
    .innerJoin(segments, eq(segments.id, expectedCoefficients.segmentId))
    .where(eq(segments.siteId, siteId))
    .orderBy(asc(expectedCoefficients.segmentId), asc(expectedCoefficients.effectiveFrom), asc(expectedCoefficients.month));
  return rows.flatMap(({ segmentId, effectiveFrom, coefficient, acLimit, month, degradationPerYear, minIrradiance }) => {
    const from = parseIsoDate(effectiveFrom);
    if (from === undefined) return [];
    const row = {
      deviceId: segmentId,
      effectiveFrom: from,
      month,
      coefficient: coefficient ?? Number.NaN,
      degradationPerYear,
      minIrradiance,
    };
    return [acLimit === null ? row : { ...row, acLimit }];
  });
}

export async function loadTariffs(db: Db, siteId: SiteId): Promise<Tariff[]> {
  const rows = await db.select().from(tariffs).where(eq(tariffs.siteId, siteId)).orderBy(asc(tariffs.validFromMs));
  return rows.map(({ validFromMs, price }) => ({ validFromMs, price: toPrice(price) }));
}

export async function loadBudgets(db: Db, siteId: SiteId): Promise<MonthlyBudget[]> {
  const rows = await db.select().from(budgets).where(eq(budgets.siteId, siteId)).orderBy(asc(budgets.month));
  return rows.map(({ month, energyKwh, resource, cellTemperature, performanceRatio, pricePerMwh }) => ({
    year: Number(month.slice(0, 4)),
    month: Number(month.slice(5, 7)),
    energy: energyKwh,
    ...(resource !== null && { resource }),
    ...(cellTemperature !== null && { cellTemperature }),
    ...(performanceRatio !== null && { performanceRatio }),
    ...(pricePerMwh !== null && { pricePerMwh }),
  }));
}

/** Ranked reference turbines of a site at any time. */
export interface ReferenceTimeline {
  /** undefined: none is ranked. */
  of(deviceId: string, day: LocalDay): readonly string[] | undefined;
  changes: readonly LocalDay[];
}

export async function loadReferenceTurbines(db: Db, siteId: SiteId): Promise<ReferenceTimeline> {
  const rows = await db
    .select(getTableColumns(referenceTurbines))
    .from(referenceTurbines)
    .innerJoin(segments, eq(segments.id, referenceTurbines.segmentId))
    .where(eq(segments.siteId, siteId))
    .orderBy(asc(referenceTurbines.effectiveFrom));
  const bySegment = Map.groupBy<string, (typeof rows)[number]>(rows, ({ segmentId }) => segmentId);
  return {
    of: (deviceId, day) => {
      const ranked: readonly SegmentId[] = versionOn(bySegment.get(deviceId) ?? [], toIsoDate(day))?.referenceIds ?? [];
      return ranked.length > 0 ? ranked : undefined;
    },
    changes: changeDays(rows.map(({ effectiveFrom }) => effectiveFrom)),
  };
}

function toConditionalCurve(row: PowerCurveRow): ConditionalCurve {
  const { id, type, airDensity, airDensityMin, airDensityMax, windDirectionMin, windDirectionMax, uploadedMs } = row;
  const { dayFrom, dayTo, minuteFrom, minuteTo, effectiveStartMs, effectiveEndMs } = row;
  return {
    id,
    type,
    curve: { windSpeed: Float64Array.from(row.windSpeed), power: Float64Array.from(row.power) },
    airDensity,
    airDensityMin,
    airDensityMax,
    windDirectionMin,
    windDirectionMax,
    ...(dayFrom !== null && dayTo !== null && { dayRange: { from: dayFrom, to: dayTo } }),
    ...(minuteFrom !== null && minuteTo !== null && { timeRange: { fromMinute: minuteFrom, toMinute: minuteTo } }),
    effectiveStartMs: effectiveStartMs ?? Number.NEGATIVE_INFINITY,
    effectiveEndMs: effectiveEndMs ?? Number.POSITIVE_INFINITY,
    uploadedMs,
  };
}

function toPrice(price: TariffPrice): Tariff['price'] {
  if (price.kind === 'fixed') return price;
  if (price.kind === 'calendar') return { kind: 'calendar', prices: Float64Array.from(price.prices, orNaN) };
  return {
    kind: 'series',
    timesMs: Float64Array.from(price.points, ({ fromMs }) => fromMs),
    prices: Float64Array.from(price.points, (point) => orNaN(point.price)),
  };
}

function orNaN(price: number | null): number {
  return price ?? Number.NaN;
}
