import { decimalText } from '@solvane/i18n/number-text';
import { useIntl } from 'react-intl';
import type { ItemTexts } from '../../shared/configuration/item-texts.ts';
import { type Cell, calendarOf, seriesOf, type TariffItem, timeText } from './tariff-draft.ts';

const FIELDS = ['fromMs', 'currency', 'kind', 'price', 'calendar', 'series'] as const;
type Field = (typeof FIELDS)[number];

/** Prices where two states are compared. */
export function useTariffTexts(zone: string): ItemTexts<TariffItem> {
  const { formatMessage, locale } = useIntl();
  const texts: Record<Field, (item: TariffItem) => string | null> = {
    fromMs: ({ fromMs }) => timeText(fromMs, zone),
    currency: ({ currency }) => currency,
    kind: ({ kind }) => formatMessage({ id: `Tariffs_Kind_${kind}` }),
    price: ({ kind, price }) => (kind === 'fixed' ? priceText(price, locale) : null),
    calendar: (item) => (item.kind === 'calendar' ? rangeText(calendarOf(item), locale) : null),
    series: (item) => (item.kind === 'series' ? formatMessage({ id: 'Tariffs_Series_Count' }, { count: seriesOf(item).length }) : null),
  };
  const fieldOf = (name: string): Field | undefined => FIELDS.find((each) => each === name);
  return {
    fields: FIELDS,
    nameOf: ({ fromMs }) => formatMessage({ id: 'Tariffs_From_Name' }, { from: timeText(fromMs, zone) }),
    labelOf: (name) => {
      const field = fieldOf(name);
      return field ? formatMessage({ id: `Tariffs_Field_${field}` }) : name;
    },
    textOf: (item, name) => {
      const field = fieldOf(name);
      return field ? texts[field](item) : null;
    },
  };
}

export function priceText(value: Cell, locale: string): string {
  if (typeof value !== 'number') return value ?? '';
  return decimalText(value, { digits: Math.min(4, String(value).split('.')[1]?.length ?? 0), locale });
}

/** From the lowest to the highest price. */
export function rangeText(prices: readonly Cell[], locale: string): string {
  const numbers = prices.filter((price) => typeof price === 'number');
  if (numbers.length === 0) return '\u2014';
  const [low, high] = [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))];
  return low === high ? priceText(low, locale) : `${priceText(low, locale)} \u2013 ${priceText(high, locale)}`;
}
