type Cell = string | number | null;

/** Rows as CSV that spreadsheets open directly; a text that one would run as a formula remains text. @see RFC 4180 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map(csvLine).join('')}`;
}

/** One line of it with its end. */
export function csvLine(row: readonly Cell[]): string {
  return `${row.map(toCell).join(',')}\r\n`;
}

/** Also with signs before it that made one a text already: reading removes one of them. */
export function isFormulaText(text: string): boolean {
  return /^'*[=+\-@\t\r]/.test(text);
}

function toCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = isFormulaText(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
