type Cell = string | number | null;

/** Rows as CSV that spreadsheets read without asking; a text that one would take for a formula stays a text. @see RFC 4180 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')}`;
}

/** Rows of a CSV text with commas, semicolons or tabs: whichever its first line has most of. @see RFC 4180 */
export function parseCsv(text: string): string[][] {
  const content = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(content);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    row.push(cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell);
    cell = '';
  };
  for (let at = 0; at < content.length; at++) {
    const character = content.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (content.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) endCell();
    else if (character === '\n') {
      endCell();
      rows.push(row);
      row = [];
    } else if (character !== '\r') cell += character;
  }
  if (cell !== '' || row.length > 0) {
    endCell();
    rows.push(row);
  }
  return rows;
}

function separatorOf(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

function toCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = isFormula(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Also with signs before it that made one a text already: reading takes one of them away. */
function isFormula(text: string): boolean {
  return /^'*[=+\-@\t\r]/.test(text);
}
