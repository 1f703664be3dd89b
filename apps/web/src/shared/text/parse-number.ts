/**
 * A number as people write and paste it: with the decimal sign of their language or a point, with or without thousands separators.
 *
 * @returns null: the text is empty. undefined: it is no number
 */
export function parseNumberText(text: string, locale: string): number | null | undefined {
  const bare = text.replace(/[\s\u00a0\u202f\u2009'’]/g, '').replace('\u2212', '-');
  if (bare === '' || bare === '-' || bare === '\u2014') return null;
  const plain = withPoint(bare, locale);
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}

/** The last of two different signs is the decimal one; a comma before groups of three is one of thousands where the language writes it so. */
function withPoint(text: string, locale: string): string {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (comma < 0) return text;
  if (point >= 0) return comma > point ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  const isDecimal = new Intl.NumberFormat(locale).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',');
  const isGrouped = /^[+-]?\d{1,3}(,\d{3})+$/.test(text);
  return isGrouped && !isDecimal ? text.replaceAll(',', '') : text.replace(',', '.');
}
