import type { LineStroke, TimeSeriesLine } from './time-series.ts';

export interface LineStyle {
  /** [px] */
  width: number;
  /** Opacity, 0 to 1. */
  alpha: number;
}

const WIDTHS: Readonly<Record<LineStroke, number>> = { series: 1.75, actual: 2, expected: 1.5, forecast: 1.25, comparison: 1 };

/**
 * Width and opacity of a line among others. Lines without a colour of their own are pale where they are too many to tell apart; a single expected line
 * has the colour of its stroke and full strength.
 *
 * @param lines - all lines of the plot
 * @param strong - ids of lines that are emphasised
 */
export function lineStyle(line: TimeSeriesLine, lines: readonly TimeSeriesLine[], strong: ReadonlySet<string>): LineStyle {
  if (strong.has(line.id)) return { width: 2.25, alpha: 1 };
  const isCrowded = lines.some(({ stroke, colour }) => stroke === 'series' && colour === null);
  if (isCrowded && line.colour === null && line.stroke !== 'actual') return { width: 1, alpha: 0.5 };
  if (line.stroke === 'comparison') return { width: WIDTHS.comparison, alpha: 0.7 };
  return { width: WIDTHS[line.stroke], alpha: strong.size > 0 ? 0.55 : 1 };
}
