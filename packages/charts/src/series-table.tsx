import { useMemo, useState } from 'react';
import { useSize } from './internal/use-size.ts';
import { extremesInView } from './options/line-summary.ts';
import { numberText } from './options/number-text.ts';
import { rowTimes, valueOfRow } from './options/table-rows.ts';
import type { Period, TimeSeriesPlot, ZoneClock } from './options/time-series.ts';
import { format } from './options/time-ticks.ts';
import { columnDigits } from './options/value-scale.ts';
import classes from './series-table.module.css';

export interface SeriesTableProps {
  plots: readonly TimeSeriesPlot[];
  view: Period;
  clock: ZoneClock;
  locale: string;
  /** Accessible name of the table. */
  name: string;
  /** Head of the time column: which time it is. */
  timeHead: string;
}

const ROW = 28;
const COLUMN = 128;
const SPARE = 4;

/** The chart's twin: every value in view as a table. Draws only the rows and columns in sight. */
export function SeriesTable({ plots, view, clock, locale, name, timeHead }: SeriesTableProps) {
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const [scroll, setScroll] = useState({ top: 0, left: 0 });
  const size = useSize(root);
  const columns = useMemo(() => columnsOf(plots, view), [plots, view]);
  const times = useMemo(
    () =>
      rowTimes(
        columns.map(({ line }) => line),
        view,
      ),
    [columns, view],
  );
  const rows = inSight(scroll.top, size.height, ROW, times.length);
  const shown = inSight(scroll.left, size.width, COLUMN, columns.length);

  return (
    <section
      ref={setRoot}
      className={classes.root}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label={name}
      onScroll={({ currentTarget }) => setScroll({ top: currentTarget.scrollTop, left: currentTarget.scrollLeft })}
    >
      <table aria-rowcount={times.length + 1} aria-colcount={columns.length + 1} style={{ inlineSize: 176 + columns.length * COLUMN }}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classes.time}>
              {timeHead}
            </th>
            <Spacer width={shown.from * COLUMN} />
            {columns.slice(shown.from, shown.to).map(({ line, plot }, index) => (
              <th key={line.id} scope="col" aria-colindex={shown.from + index + 2} title={`${line.label} ${line.detail}`.trim()}>
                <span className={classes.name}>{`${line.label} ${line.detail}`.trim()}</span>
                <span className={classes.unit}>{plot.unit}</span>
              </th>
            ))}
            <Spacer width={(columns.length - shown.to) * COLUMN} />
          </tr>
        </thead>
        <tbody>
          {rows.from > 0 && <tr aria-hidden style={{ height: rows.from * ROW }} />}
          {Array.from(times.subarray(rows.from, rows.to), (timeMs, index) => (
            <tr key={timeMs} aria-rowindex={rows.from + index + 2}>
              <th scope="row" className={classes.time}>
                {format(timeMs + clock.offsetMs(timeMs), 'dateTime', locale)}
              </th>
              <Spacer width={shown.from * COLUMN} />
              {columns.slice(shown.from, shown.to).map(({ line, plot, digits }) => (
                <td key={line.id}>{numberText(valueOfRow(line, timeMs) * plot.factor, digits, locale)}</td>
              ))}
              <Spacer width={(columns.length - shown.to) * COLUMN} />
            </tr>
          ))}
          {rows.to < times.length && <tr aria-hidden style={{ height: (times.length - rows.to) * ROW }} />}
        </tbody>
      </table>
    </section>
  );
}

function Spacer({ width }: { width: number }) {
  return width > 0 ? <td aria-hidden style={{ width }} /> : null;
}

function columnsOf(plots: readonly TimeSeriesPlot[], view: Period) {
  return plots.flatMap((plot) => {
    const { min, max } = extremesInView(plot.lines, view);
    const digits = columnDigits(Math.max(Math.abs(min) || 0, Math.abs(max) || 0) * plot.factor);
    return plot.lines.map((line) => ({ line, plot, digits }));
  });
}

function inSight(scrolled: number, extent: number, unit: number, count: number): { from: number; to: number } {
  const from = Math.max(0, Math.min(count, Math.floor(scrolled / unit) - SPARE));
  return { from, to: Math.min(count, from + Math.ceil(Math.max(extent, unit) / unit) + SPARE * 2) };
}
