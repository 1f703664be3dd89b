import type { TimeSeriesLine } from './time-series.ts';

/**
 * Lines on top of each other, in their order: positive values from zero up, negative ones from zero down. Where a line has no value neither it nor what
 * would stand on it is drawn: a part is never taken for the whole.
 *
 * @param lines - of one unit
 * @returns the lines with the edges that are drawn, over all instants of any of them
 */
export function stackLines(lines: readonly TimeSeriesLine[]): TimeSeriesLine[] {
  const timesMs = Float64Array.from(new Set(lines.flatMap((line) => [...line.timesMs]))).sort();
  const up = new Float64Array(timesMs.length);
  const down = new Float64Array(timesMs.length);
  return lines.map((line) => {
    const values = atTimes(line, timesMs);
    // What is known of single points is known by their number.
    const isSame = line.timesMs.length === timesMs.length;
    const base = new Float64Array(timesMs.length);
    const top = new Float64Array(timesMs.length);
    for (const [index, value] of values.entries()) {
      const edge = value < 0 ? down : up;
      base[index] = edge[index] ?? 0;
      top[index] = (base[index] ?? 0) + value;
      if (Number.isNaN(value)) {
        up[index] = Number.NaN;
        down[index] = Number.NaN;
      } else edge[index] = top[index] ?? Number.NaN;
    }
    return {
      ...line,
      timesMs,
      values,
      low: null,
      high: null,
      completeness: null,
      quality: isSame ? line.quality : undefined,
      stack: { base, top },
    };
  });
}

/** A line as it is drawn: the upper edge of a stack, and every area as the line above it. */
export function drawnLine(line: TimeSeriesLine): TimeSeriesLine {
  const { shape, stack } = line;
  if (!stack && shape !== 'area') return line;
  return { ...line, shape: shape === 'area' ? 'line' : shape, values: stack?.top ?? line.values };
}

/** The lower edge of an area or of bars: what stands below in a stack, else zero. */
export function baseLine(line: TimeSeriesLine): TimeSeriesLine {
  const { values, stack } = line;
  return { ...drawnLine(line), low: null, high: null, values: stack?.base ?? new Float64Array(values.length) };
}

function atTimes({ timesMs, values }: TimeSeriesLine, wanted: Float64Array): Float64Array {
  const byTime = new Map(Array.from(timesMs, (timeMs, index) => [timeMs, values[index] ?? Number.NaN]));
  return wanted.map((timeMs) => byTime.get(timeMs) ?? Number.NaN);
}
