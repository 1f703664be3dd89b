import { type TimeSeriesLine, valueAt } from '@solvane/charts/options/time-series';
import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { firstAtOrAfter } from '@solvane/series/align';
import { type ReactNode, useCallback } from 'react';
import type { SeriesColumns } from '../../../shared/series/series-columns.ts';
import { lineId } from '../../../shared/series/series-plots.ts';
import { WhyThisNumber } from '../../../shared/signals/why-this-number.tsx';

/** The button that opens why a value is what it is, for lines of single devices: at the cursor, else of the newest value. */
export function useExplainLine(
  series: readonly SeriesColumns[],
  zone: string,
  nowMs: number,
): (line: TimeSeriesLine, atMs: number | null) => ReactNode {
  return useCallback(
    (line, atMs) => {
      const one = series.find((each) => each.periodsBack === 0 && lineId(each) === line.id);
      if (!one || one.segmentId === null || one.key !== one.segmentId) return null;
      const timeMs = startOf(line, atMs) ?? newestStart(line) ?? nowMs;
      return (
        <WhyThisNumber
          key={timeMs}
          signalId={signalIdSchema.parse(one.signalId)}
          segmentIds={[segmentIdSchema.parse(one.segmentId)]}
          nameOf={(segmentId) => (segmentId === one.segmentId ? one.label : segmentId)}
          zone={zone}
          timeMs={timeMs}
        />
      );
    },
    [series, zone, nowMs],
  );
}

/** Start of the interval at an instant; undefined: there is no value. */
function startOf(line: TimeSeriesLine, atMs: number | null): number | undefined {
  if (atMs === null || Number.isNaN(valueAt(line, atMs))) return atMs ?? undefined;
  return line.timesMs[firstAtOrAfter(line.timesMs, atMs + 1) - 1] ?? atMs;
}

function newestStart({ timesMs, values }: TimeSeriesLine): number | undefined {
  return timesMs[values.findLastIndex((value) => !Number.isNaN(value))];
}
