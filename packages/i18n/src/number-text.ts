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

/** A number with a fixed count of decimals, for columns whose digits have to stand below each other. */
export function decimalText(value: number | null, { digits, locale }: { digits: number; locale: string }): string {
  if (value === null || !Number.isFinite(value)) return MISSING;
  return formatter(locale, digits).format(value).replace('-', MINUS);
}

function formatter(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`;
  const known =
    formatters.get(key) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'negative' });
  formatters.set(key, known);
  return known;
}
