const formatters = new Map<string, Intl.NumberFormat>();

/** A number with a fixed count of decimals, in the locale's separators and with a real minus; a dash where there is none. */
export function numberText(value: number, digits: number, locale: string): string {
  if (Number.isNaN(value)) return '—';
  const key = `${locale} ${digits}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'negative' });
    formatters.set(key, formatter);
  }
  return formatter.format(value).replace('-', '−');
}
