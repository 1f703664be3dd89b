import { decimalText } from '@solvane/i18n/number-text';
import { type IntlShape, useIntl } from 'react-intl';
import type { ItemTexts } from '../../shared/configuration/item-texts.ts';
import { BUDGET_FIELDS, type BudgetField, type BudgetMonth, type Cell } from './budget-draft.ts';

const MOST_DIGITS = 3;

/** A cell as it is read. Default digits: its own */
export function cellText(value: Cell, { locale, digits = digitsOf([value]) }: { locale: string; digits?: number }): string {
  return typeof value === 'number' ? decimalText(value, { digits, locale }) : (value ?? '');
}

/** Decimals that the numbers of a column need: all of them are written with as many. */
export function digitsOf(values: readonly Cell[]): number {
  const own = values.map((value) => (typeof value === 'number' ? (String(value).split('.')[1]?.length ?? 0) : 0));
  return Math.min(MOST_DIGITS, Math.max(0, ...own));
}

/** A cell with all its digits, as it is edited and copied into a spreadsheet. */
export function exactText(value: Cell, { formatNumber }: Pick<IntlShape, 'formatNumber'>): string {
  return typeof value === 'number' ? formatNumber(value, { maximumFractionDigits: 9, useGrouping: false }) : (value ?? '');
}

export function monthName({ year, month }: Pick<BudgetMonth, 'year' | 'month'>, { formatDate }: Pick<IntlShape, 'formatDate'>): string {
  return formatDate(Date.UTC(year, month - 1, 15), { month: 'long', timeZone: 'UTC' });
}

/** Budgets where two states are compared. */
export function useBudgetTexts(): ItemTexts<BudgetMonth> {
  const intl = useIntl();
  return {
    fields: BUDGET_FIELDS,
    nameOf: (item) => intl.formatDate(Date.UTC(item.year, item.month - 1, 15), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    labelOf: (field) => (isField(field) ? intl.formatMessage({ id: `Budgets_Field_${field}` }) : field),
    textOf: (item, field) => (isField(field) && item[field] !== null ? cellText(item[field], intl) : null),
  };
}

function isField(name: string): name is BudgetField {
  return BUDGET_FIELDS.some((field) => field === name);
}
