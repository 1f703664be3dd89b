import { decimalText } from '@solvane/i18n/number-text';
import { type IntlShape, useIntl } from 'react-intl';
import type { ItemTexts } from '../../shared/configuration/item-texts.ts';
import { type Cell, COEFFICIENT_FIELDS, type CoefficientField, type DeviceTable, MONTH_FIELDS, OTHER_FIELDS } from './coefficient-draft.ts';

export function cellText(value: Cell, locale: string): string {
  if (typeof value !== 'number') return value ?? '';
  return decimalText(value, { digits: Math.min(4, String(value).split('.')[1]?.length ?? 0), locale });
}

export function monthShort(month: number, { formatDate }: Pick<IntlShape, 'formatDate'>): string {
  return formatDate(Date.UTC(2026, month - 1, 15), { month: 'short', timeZone: 'UTC' });
}

export function fieldLabel(field: CoefficientField, intl: IntlShape): string {
  const other = OTHER_FIELDS.find((each) => each === field);
  if (other) return intl.formatMessage({ id: `Coefficients_Field_${other}` });
  const months: readonly string[] = MONTH_FIELDS;
  return monthShort(months.indexOf(field) + 1, intl);
}

/** Tables of coefficients where two states are compared. */
export function useCoefficientTexts(): ItemTexts<DeviceTable> {
  const intl = useIntl();
  return {
    fields: COEFFICIENT_FIELDS,
    nameOf: ({ name }) => name,
    labelOf: (field) => (isField(field) ? fieldLabel(field, intl) : field),
    textOf: (table, field) => (isField(field) && table[field] !== null ? cellText(table[field], intl.locale) : null),
  };
}

function isField(name: string): name is CoefficientField {
  return COEFFICIENT_FIELDS.some((field) => field === name);
}
