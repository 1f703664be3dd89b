const MISSING = '\u2014';
const MINUS = '\u2212';
const SIGNIFICANT = 4;

const formatters = new Map<string, Intl.NumberFormat>();

/** A measured number: four significant digits, whole numbers in full, separators of the language, a real minus; a dash where there is none. */
export function measuredNumberText(value: number | null, locale: string): string {
  if (value === null || !Number.isFinite(value)) return MISSING;
  const digits = value === 0 ? 0 : Math.max(0, SIGNIFICANT - 1 - Math.floor(Math.log10(Math.abs(value))));
  return decimalText(value, { digits: Math.min(digits, 6), locale });
}

/** A measured number with a unit; without one a count, whose whole numbers have no decimals. */
export function amountText(value: number | null, { unit, locale }: { unit: string; locale: string }): string {
  return unit === '' && Number.isInteger(value) ? decimalText(value, { digits: 0, locale }) : measuredNumberText(value, locale);
}

/** A number with a fixed count of decimals, for columns whose digits have to stand below each other. */
export function decimalText(value: number | null, { digits, locale }: { digits: number; locale: string }): string {
  if (value === null || !Number.isFinite(value)) return MISSING;
  return formatter(locale, digits).format(value).replace('-', MINUS);
}

/** Money in whole units of its currency, which is known by its sign, or by its code where currencies share one; without a currency the bare number, a dash where there is none. */
export function moneyText(amount: number | null, { currency, locale }: { currency: string | null; locale: string }): string {
  if (currency === null) return decimalText(amount, { digits: 0, locale });
  if (amount === null || !Number.isFinite(amount)) return MISSING;
  return moneyFormatter(locale, currency).format(amount).replace('-', MINUS);
}

function moneyFormatter(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known =
    formatters.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      maximumFractionDigits: 0,
      signDisplay: 'negative',
    });
  formatters.set(key, known);
  return known;
}

function formatter(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`;
  const known =
    formatters.get(key) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'negative' });
  formatters.set(key, known);
  return known;
}
