/** A data file as columns, read by other means than the import it is compared with. */
export interface Table {
  columns: readonly string[];
  rowCount: number;
  /** @throws RangeError for a column that the file does not have */
  texts(column: string): readonly string[];
  /** Empty cells and words are NaN. */
  numbers(column: string): Float64Array;
}

export interface TableFormat {
  delimiter?: string;
  /** Lines above the line of column names. */
  skipLines?: number;
}

/** Reads CSV. Lines that begin with # and empty lines are left out; a column without a name is called `column 1` by its position. */
export function parseTable(text: string, { delimiter = ',', skipLines = 0 }: TableFormat = {}): Table {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const [names = [], ...rows] = lines
    .slice(skipLines)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => splitLine(line, delimiter));
  const head = names.map((name, index) => name || `column ${index + 1}`);
  const indexOf = (column: string): number => {
    const index = head.indexOf(column);
    if (index < 0) throw new RangeError(`no column ${column}; there are ${head.join(', ')}`);
    return index;
  };
  return {
    columns: head,
    rowCount: rows.length,
    texts: (column) => {
      const index = indexOf(column);
      return rows.map((row) => row[index] ?? '');
    },
    numbers: (column) => {
      const index = indexOf(column);
      return Float64Array.from(rows, (row) => {
        const cell = row[index]?.trim();
        return cell ? Number(cell) : Number.NaN;
      });
    },
  };
}

function splitLine(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const char = line[i];
    if (char === '"') {
      if (isQuoted && line[i + 1] === '"') cell += line[++i];
      else isQuoted = !isQuoted;
    } else if (char === delimiter && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  return [...cells, cell];
}
