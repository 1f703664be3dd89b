import type { ResponseOf } from '@solvane/contract/endpoint';
import type { EnergyType } from '@solvane/contract/fleet';
import type { BudgetRow, budgetEndpoints } from '@solvane/contract/models';
import { dayStart, localDay } from '@solvane/energy/time/local-day';
import { createItemDrafts } from '../../shared/configuration/item-draft.ts';

export type StoredBudgets = ResponseOf<typeof budgetEndpoints.read>;

/** A number; a text that is none and cannot be saved; null: not stated. */
export type Cell = number | string | null;

export const BUDGET_FIELDS = [
  'energy',
  'p75',
  'p90',
  'irradiation',
  'windSpeed',
  'windEnergy',
  'cellTemperature',
  'performanceRatio',
  'availability',
  'price',
] as const;
export type BudgetField = (typeof BUDGET_FIELDS)[number];

/** One month of a site in the units of the screen: energies in MWh. */
export type BudgetMonth = { id: string; year: number; month: number } & Record<BudgetField, Cell>;

interface FieldRule {
  unit: string;
  min: number;
  max: number;
  /** Sites that have it. */
  of: readonly EnergyType[];
}

const ALL: readonly EnergyType[] = ['PV', 'Wind', 'BESS', 'Hybrid'];
const SOLAR: readonly EnergyType[] = ['PV', 'Hybrid'];
const MWH = { unit: 'MWh', min: 0, max: 1e9 };
const PERCENT = { unit: '%', min: 0, max: 100 };

export const FIELD_RULES: Record<BudgetField, FieldRule> = {
  energy: { ...MWH, of: ALL },
  p75: { ...MWH, of: ALL },
  p90: { ...MWH, of: ALL },
  irradiation: { unit: 'kWh/m\u00b2', min: 0, max: 1_000, of: SOLAR },
  windSpeed: { unit: 'm/s', min: 0, max: 50, of: ['Wind', 'Hybrid'] },
  windEnergy: { ...MWH, of: ['Wind'] },
  cellTemperature: { unit: '\u00b0C', min: -60, max: 120, of: SOLAR },
  performanceRatio: { ...PERCENT, max: 150, of: SOLAR },
  availability: { ...PERCENT, of: ALL },
  price: { unit: '/MWh', min: -1e6, max: 1e6, of: ALL },
};

export function fieldsOf(energyType: EnergyType): BudgetField[] {
  return BUDGET_FIELDS.filter((field) => FIELD_RULES[field].of.includes(energyType));
}

/** By site. */
export const budgetDrafts = createItemDrafts<BudgetMonth, StoredBudgets>();

export function monthId(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}

export function emptyMonth(year: number, month: number): BudgetMonth {
  return { id: monthId(year, month), year, month, ...NOTHING };
}

const NOTHING: Record<BudgetField, null> = {
  energy: null,
  p75: null,
  p90: null,
  irradiation: null,
  windSpeed: null,
  windEnergy: null,
  cellTemperature: null,
  performanceRatio: null,
  availability: null,
  price: null,
};

/** A site of wind alone states its resource as energy of the nominal curve, others as light. */
export function toMonths({ rows }: Pick<StoredBudgets, 'rows'>, energyType: EnergyType): BudgetMonth[] {
  return rows.map(({ year, month, ...row }) => ({
    ...{ id: monthId(year, month), year, month },
    ...{ energy: row.energyKwh / 1_000, p75: perThousand(row.energyP75Kwh), p90: perThousand(row.energyP90Kwh) },
    irradiation: energyType === 'Wind' ? null : row.resource,
    windEnergy: energyType === 'Wind' ? perThousand(row.resource) : null,
    ...{ windSpeed: row.windSpeed, cellTemperature: row.cellTemperature, performanceRatio: row.performanceRatio },
    ...{ availability: row.availability, price: row.pricePerMwh },
  }));
}

/** Months without any text are left out: they have no budget. */
export function toRows(months: readonly BudgetMonth[], energyType: EnergyType): BudgetRow[] {
  return months.filter(isStated).map((item) => ({
    ...{ year: item.year, month: item.month, energyKwh: times(item.energy, 1_000) ?? 0 },
    ...{ energyP75Kwh: times(item.p75, 1_000), energyP90Kwh: times(item.p90, 1_000) },
    resource: energyType === 'Wind' ? times(item.windEnergy, 1_000) : times(item.irradiation, 1),
    ...{ windSpeed: times(item.windSpeed, 1), cellTemperature: times(item.cellTemperature, 1) },
    ...{ performanceRatio: times(item.performanceRatio, 1), availability: times(item.availability, 1), pricePerMwh: times(item.price, 1) },
  }));
}

export function isStated(item: BudgetMonth): boolean {
  return BUDGET_FIELDS.some((field) => item[field] !== null);
}

export type BudgetProblem = 'notANumber' | 'outOfRange' | 'missing' | 'quantiles';

/** Why the text of a cell cannot be saved. */
export function problemOf(item: BudgetMonth, field: BudgetField): BudgetProblem | undefined {
  const value = item[field];
  if (typeof value === 'string') return 'notANumber';
  if (value === null) return field === 'energy' && isStated(item) ? 'missing' : undefined;
  const { min, max } = FIELD_RULES[field];
  if (value < min || value > max) return 'outOfRange';
  const above = field === 'p90' ? (item.p75 ?? item.energy) : field === 'p75' ? item.energy : null;
  return typeof above === 'number' && value > above ? 'quantiles' : undefined;
}

export function hasProblem(items: readonly BudgetMonth[]): boolean {
  return items.some((item) => BUDGET_FIELDS.some((field) => problemOf(item, field) !== undefined));
}

/** Items with one value changed; a month that has none yet is added. */
export function withCell(
  items: readonly BudgetMonth[],
  { year, month }: Pick<BudgetMonth, 'year' | 'month'>,
  part: Partial<Record<BudgetField, Cell>>,
): BudgetMonth[] {
  const id = monthId(year, month);
  const before = items.find((item) => item.id === id) ?? emptyMonth(year, month);
  const after = { ...before, ...part };
  const others = items.filter((item) => item.id !== id);
  return (isStated(after) ? [...others, after] : others).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The months of a year with those of another one, energies changed by a percentage. */
export function withCopiedYear(
  items: readonly BudgetMonth[],
  { from, to, energyPercent }: { from: number; to: number; energyPercent: number },
): BudgetMonth[] {
  const factor = 1 + energyPercent / 100;
  const scaled = (value: Cell): Cell => (typeof value === 'number' ? Number((value * factor).toPrecision(12)) : value);
  const copies = items
    .filter(({ year }) => year === from)
    .map((item) => ({
      ...item,
      ...{ id: monthId(to, item.month), year: to },
      ...(factor !== 1 && { energy: scaled(item.energy), p75: scaled(item.p75), p90: scaled(item.p90) }),
    }));
  return [...items.filter(({ year }) => year !== to), ...copies].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Years with other months than before: the whole of each is saved, or removed where nothing is left of it. */
export function changedYears(items: readonly BudgetMonth[], before: readonly BudgetMonth[]): { saved: number[]; removed: number[] } {
  const years = [...new Set([...items, ...before].map(({ year }) => year))].sort((a, b) => a - b);
  const textOf = (list: readonly BudgetMonth[], year: number) => JSON.stringify(list.filter((item) => item.year === year));
  const changed = years.filter((year) => textOf(items, year) !== textOf(before, year));
  const isLeft = (year: number) => items.some((item) => item.year === year);
  return { saved: changed.filter(isLeft), removed: changed.filter((year) => !isLeft(year)) };
}

/** Years to choose from: those with a budget, this one and the next ones. */
export function yearsOf(items: readonly BudgetMonth[], thisYear: number): number[] {
  const stated = items.map(({ year }) => year);
  const last = Math.max(thisYear, ...stated);
  return [...new Set([...stated, thisYear, thisYear + 1, last + 1])].sort((a, b) => a - b);
}

/** Hours of a month of the calendar of a site: a change to summer time takes one. */
export function hoursOf({ year, month }: Pick<BudgetMonth, 'year' | 'month'>, zone: string): number {
  const next = month === 12 ? localDay(year + 1, 1, 1) : localDay(year, month + 1, 1);
  return (dayStart(next, zone) - dayStart(localDay(year, month, 1), zone)) / 3_600_000;
}

/** [%] null: energy or rating is not known */
export function capacityFactor(energyMwh: Cell, capacityKw: number | null, hours: number): number | null {
  return typeof energyMwh === 'number' && capacityKw !== null && capacityKw > 0 ? (100_000 * energyMwh) / (capacityKw * hours) : null;
}

/** The energy of a capacity factor [%] in MWh. */
export function energyOf(percent: number, capacityKw: number, hours: number): number {
  return Number(((percent * capacityKw * hours) / 100_000).toPrecision(12));
}

/** Sum over the months of a year, and how many of them have a value. */
export function sumOf(items: readonly BudgetMonth[], year: number, field: BudgetField): { sum: number; months: number } {
  const values = items.flatMap((item) => (item.year === year && typeof item[field] === 'number' ? [item[field]] : []));
  return { sum: values.reduce((total, value) => total + value, 0), months: values.length };
}

function perThousand(kwh: number | null): number | null {
  return kwh === null ? null : kwh / 1_000;
}

/** Fifteen digits survive the way to kWh and back. */
function times(value: Cell, factor: number): number | null {
  return typeof value === 'number' ? Number((value * factor).toPrecision(15)) : null;
}
