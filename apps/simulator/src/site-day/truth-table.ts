/** One line of what was injected and what the engine found of it. */
interface TruthLine {
  id: string;
  what: string;
  truth: number;
  found: number;
  /** Largest |found / truth − 1|, or largest |found − truth| where the tolerance is absolute. */
  tolerance: number;
  isAbsolute?: boolean;
}

/** Collects truths and findings of a test file, to be printed when it is done. */
export function truthTable() {
  const lines: (TruthLine & { error: number })[] = [];
  return {
    /** Books a line and returns its error, to be held against the tolerance. */
    compare(line: TruthLine): number {
      const error = line.isAbsolute ? line.found - line.truth : line.found / line.truth - 1;
      lines.push({ ...line, error });
      return Math.abs(error);
    },
    print(): void {
      const rows = lines.map(({ id, what, truth, found, error, tolerance, isAbsolute }) => [
        id,
        what,
        truth.toFixed(2),
        found.toFixed(2),
        isAbsolute ? error.toFixed(3) : `${(100 * error).toFixed(3)} %`,
        isAbsolute ? String(tolerance) : `${100 * tolerance} %`,
      ]);
      const head = ['truth', 'quantity', 'injected', 'found', 'error', 'allowed'];
      const widths = head.map((title, c) => Math.max(title.length, ...rows.map((row) => row[c]?.length ?? 0)));
      const line = (cells: readonly string[]) => cells.map((cell, c) => cell.padEnd(widths[c] ?? 0)).join('  ');
      process.stdout.write(`${[head, ...rows].map(line).join('\n')}\n`);
    },
  };
}
