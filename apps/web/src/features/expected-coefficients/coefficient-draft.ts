import type { ResponseOf } from '@solvane/contract/endpoint';
import type { SegmentId } from '@solvane/contract/ids';
import type { CoefficientFitWire, CoefficientWire, expectedCoefficientEndpoints } from '@solvane/contract/models';
import { createItemDrafts } from '../../shared/configuration/item-draft.ts';

export type StoredCoefficients = ResponseOf<typeof expectedCoefficientEndpoints.read>;

/** A number; a text that is none and cannot be saved; null: not stated. */
export type Cell = number | string | null;

export const MONTH_FIELDS = ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'k9', 'k10', 'k11', 'k12'] as const;
export const OTHER_FIELDS = ['degradation', 'minIrradiance', 'acLimit'] as const;
export const COEFFICIENT_FIELDS = [...MONTH_FIELDS, ...OTHER_FIELDS] as const;
export type CoefficientField = (typeof COEFFICIENT_FIELDS)[number];

/** The table of a device, or of a whole site, on a day. Without any cell it takes that of what it stands in. */
export type DeviceTable = {
  id: SegmentId;
  name: string;
  /** First day of the table. null: none, or one that is written now */
  since: string | null;
} & Record<CoefficientField, Cell>;

export interface TableDevice {
  segmentId: SegmentId;
  name: string;
  isWind: boolean;
}

/** By site and day. */
export const coefficientDrafts = createItemDrafts<DeviceTable, StoredCoefficients>();

const OF_MONTH = { min: 0, max: 1.2 };
const BOUNDS: Partial<Record<CoefficientField, { min: number; max: number }>> = {
  // [%]
  degradation: { min: 0, max: 5 },
  minIrradiance: { min: 0, max: 1_500 },
  acLimit: { min: 0.001, max: 1e7 },
};

export function boundsOf(field: CoefficientField): { min: number; max: number } {
  return BOUNDS[field] ?? OF_MONTH;
}

/** What holds on a day: of each device the table that began last. */
export function tablesOn({ rows }: Pick<StoredCoefficients, 'rows'>, devices: readonly TableDevice[], day: string): DeviceTable[] {
  const byDevice = Map.groupBy<string, CoefficientWire>(rows, ({ segmentId }) => segmentId);
  return devices.map(({ segmentId, name }) => {
    const own = (byDevice.get(segmentId) ?? []).filter(({ effectiveFrom }) => effectiveFrom <= day);
    const since = own.reduce<string | null>(
      (latest, { effectiveFrom }) => (latest === null || effectiveFrom > latest ? effectiveFrom : latest),
      null,
    );
    const inForce = own.filter(({ effectiveFrom }) => effectiveFrom === since);
    const [first] = inForce;
    const of = (month: number) => inForce.find((row) => row.month === month)?.coefficient ?? null;
    return {
      ...{ id: segmentId, name, since },
      ...{ k1: of(1), k2: of(2), k3: of(3), k4: of(4), k5: of(5), k6: of(6) },
      ...{ k7: of(7), k8: of(8), k9: of(9), k10: of(10), k11: of(11), k12: of(12) },
      degradation: first ? Number((first.degradationPerYear * 100).toPrecision(12)) : null,
      minIrradiance: first?.minIrradiance ?? null,
      acLimit: first?.acLimit ?? null,
    };
  });
}

/** Days on which a table of the site begins. */
export function effectiveDays({ rows }: Pick<StoredCoefficients, 'rows'>): string[] {
  return [...new Set(rows.map(({ effectiveFrom }) => effectiveFrom))].sort();
}

export function isStated(table: DeviceTable): boolean {
  return COEFFICIENT_FIELDS.some((field) => table[field] !== null);
}

export type CoefficientProblem = 'notANumber' | 'outOfRange' | 'monthMissing' | 'cannotClear';

/** Why a cell cannot be saved on a day. */
export function problemOf(table: DeviceTable, field: CoefficientField, day: string): CoefficientProblem | undefined {
  const value = table[field];
  if (typeof value === 'string') return 'notANumber';
  if (value !== null) {
    const { min, max } = boundsOf(field);
    return value < min || value > max ? 'outOfRange' : undefined;
  }
  if (!field.startsWith('k')) return undefined;
  if (isStated(table)) return 'monthMissing';
  // What began earlier goes on: only on its own day it can be taken away.
  return table.since !== null && table.since !== day ? 'cannotClear' : undefined;
}

export function hasProblem(tables: readonly DeviceTable[], day: string): boolean {
  return tables.some((table) => COEFFICIENT_FIELDS.some((field) => problemOf(table, field, day) !== undefined));
}

/** Rows to save for tables that differ from `before`, and tables that are removed. */
export function changesOf(
  items: readonly DeviceTable[],
  before: readonly DeviceTable[],
  day: string,
): { rows: CoefficientWire[]; remove: { segmentId: SegmentId; effectiveFrom: string }[] } {
  const old = new Map(before.map((table) => [table.id, table]));
  const changed = items.filter((table) => COEFFICIENT_FIELDS.some((field) => old.get(table.id)?.[field] !== table[field]));
  return {
    rows: changed.filter(isStated).flatMap((table) => toRows(table, day)),
    remove: changed.filter((table) => !isStated(table)).map(({ id }) => ({ segmentId: id, effectiveFrom: day })),
  };
}

/** A table with the months of a fit; what the fit does not know stays as it was. */
export function withFit(table: DeviceTable, { months }: Pick<CoefficientFitWire, 'months'>, degradationPercent: number): DeviceTable {
  const fitted = months.flatMap(({ month, coefficient }) => {
    const field = MONTH_FIELDS[month - 1];
    return field && coefficient !== null ? [[field, Math.round(coefficient * 10_000) / 10_000]] : [];
  });
  return { ...table, ...Object.fromEntries(fitted), degradation: degradationPercent === 0 ? table.degradation : degradationPercent };
}

function toRows(table: DeviceTable, effectiveFrom: string): CoefficientWire[] {
  const number = (value: Cell, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
  return MONTH_FIELDS.map((field, i) => ({
    ...{ segmentId: table.id, effectiveFrom, month: i + 1 },
    coefficient: typeof table[field] === 'number' ? table[field] : null,
    degradationPerYear: Number((number(table.degradation, 0) / 100).toPrecision(12)),
    minIrradiance: number(table.minIrradiance, 20),
    acLimit: typeof table.acLimit === 'number' ? table.acLimit : null,
  }));
}
