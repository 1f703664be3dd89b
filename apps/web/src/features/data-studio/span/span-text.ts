import { rowTimes, valueOfRow } from '@solvane/charts/options/table-rows';
import type { Period, TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { toIsoLocalTime, toLocalTime } from '@solvane/energy/time/local-time';

/** The values of a span as text that a spreadsheet reads: a row per time, tabs between columns, plain numbers. */
export function spanText(plots: readonly TimeSeriesPlot[], span: Period, zone: string, timeHead: string): string {
  const columns = plots.flatMap((plot) => plot.lines.map((line) => ({ plot, line })));
  const heads = columns.map(({ plot, line }) => `${`${line.label} ${line.detail}`.trim()} [${plot.unit}]`);
  const times = rowTimes(
    columns.map(({ line }) => line),
    span,
  );
  const rows = Array.from(times, (timeMs) => {
    const values = columns.map(({ plot, line }) => {
      const value = valueOfRow(line, timeMs) * plot.factor;
      return Number.isNaN(value) ? '' : String(Number(value.toPrecision(9)));
    });
    return [toIsoLocalTime(toLocalTime(timeMs, zone)).replace('T', ' '), ...values].join('\t');
  });
  return [[timeHead, ...heads].join('\t'), ...rows].join('\n');
}
