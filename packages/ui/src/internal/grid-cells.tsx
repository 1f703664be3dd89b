export interface CellPlace {
  row: number;
  column: number;
}

export interface CellRange {
  from: CellPlace;
  to: CellPlace;
}

/** Cells of a range, row by row, whichever corner it was begun at. */
export function cellsOf({ from, to }: CellRange): CellPlace[] {
  const [top, bottom] = [Math.min(from.row, to.row), Math.max(from.row, to.row)];
  const [left, right] = [Math.min(from.column, to.column), Math.max(from.column, to.column)];
  const cells: CellPlace[] = [];
  for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) cells.push({ row, column });
  return cells;
}

export function isWithin({ row, column }: CellPlace, { from, to }: CellRange): boolean {
  const isBetween = (value: number, one: number, other: number): boolean => value >= Math.min(one, other) && value <= Math.max(one, other);
  return isBetween(row, from.row, to.row) && isBetween(column, from.column, to.column);
}

/** Rows and columns of a spreadsheet's clipboard: tabs between cells, quotes around those with line breaks or quotes in them. */
export function parseClipboard(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) break;
    const [, quoted, plain = '', end] = match;
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end === '\t') {
      if (cell.lastIndex === text.length) rows.at(-1)?.push('');
    } else if (cell.lastIndex < text.length) rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

/** What a spreadsheet takes. */
export function toClipboard(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\n');
}

/** Which cells a pasted block writes: one value fills the whole range, a block is laid down from its first cell; the rest lies outside. */
export function pasteTargets(
  block: readonly (readonly string[])[],
  range: CellRange,
  size: { rows: number; columns: number },
): { writes: (CellPlace & { text: string })[]; outside: number } {
  const cells = cellsOf(range);
  const single = block.length === 1 && block[0]?.length === 1 ? block[0][0] : undefined;
  if (single !== undefined) return { writes: cells.map((cell) => ({ ...cell, text: single })), outside: 0 };
  const first = cells[0];
  if (!first) return { writes: [], outside: 0 };
  const all = block.flatMap((line, row) => line.map((text, column) => ({ row: first.row + row, column: first.column + column, text })));
  const writes = all.filter(({ row, column }) => row < size.rows && column < size.columns);
  return { writes, outside: all.length - writes.length };
}

/** The uppermost value of each column of a range, for all cells below it. */
export function fillTargets(range: CellRange): { from: CellPlace; to: CellPlace }[] {
  const cells = cellsOf(range);
  const top = cells[0]?.row ?? 0;
  return cells.filter(({ row }) => row > top).map((to) => ({ from: { row: top, column: to.column }, to }));
}
