import { memo, type ReactNode, useMemo, useState } from 'react';
import { type LineSummary, summarise } from '../options/line-summary.ts';
import { numberText } from '../options/number-text.ts';
import { flaggedIndexAt, qualityOf, qualityShares } from '../options/point-quality.ts';
import { type Period, type TimeSeriesLine, type TimeSeriesPlot, valueAt } from '../options/time-series.ts';
import { columnDigits } from '../options/value-scale.ts';
import classes from '../time-series-chart.module.css';
import { type ChartPalette, lineColour } from './palette.ts';
import type { Pinned } from './pin-lines.tsx';
import type { QualityNames } from './plot-picture.ts';

export interface LegendText {
  /** Head of the cursor's column while there is no cursor. */
  atCursor: string;
  last: string;
  min: string;
  max: string;
  mean: string;
  dataShare: string;
  /** Accessible name of the button that hides or shows a line. */
  toggle: (label: string) => string;
  /** Head of the shares of qualities, and the names of these; absent: they are not shown. */
  quality?: { head: string; names: QualityNames & { none: string } };
}

interface LegendTableProps {
  plot: TimeSeriesPlot;
  view: Period;
  nowMs: number;
  cursorMs: number | null;
  cursorLabel: string;
  pinned: Pinned;
  locale: string;
  palette: ChartPalette;
  text: LegendText;
  hidden: ReadonlySet<string>;
  onToggle: (lineId: string) => void;
  onPoint: (lineId: string | null) => void;
  /** Behind the name of a line. */
  lineAction: ((line: TimeSeriesLine) => ReactNode) | undefined;
}

const BETWEEN = 'B \u2212 A';
const ROW = 24;
const ROWS_IN_SIGHT = 8;
/** Below this share a line's figures stand on too little to be trusted unread. */
const INCOMPLETE = 0.95;

/** The legend: a row per line with its value under the cursor and its figures in view. Long legends draw only the rows in sight. */
export const LegendTable = memo(function LegendTable(props: LegendTableProps) {
  const { plot, view, nowMs, cursorLabel, pinned, text } = props;
  const [scrolled, setScrolled] = useState(0);
  const summaries = useMemo(() => new Map(plot.lines.map((line) => [line.id, summarise(line, view, nowMs)])), [plot, view, nowMs]);
  const digits = useMemo(() => columnDigits(largestOf([...summaries.values()]) * plot.factor), [summaries, plot.factor]);
  const hasQuality = text.quality !== undefined && plot.lines.some(({ quality }) => quality);
  const isLong = plot.lines.length > ROWS_IN_SIGHT;
  const from = isLong ? Math.max(0, Math.floor(scrolled / ROW) - 4) : 0;
  const to = isLong ? Math.min(plot.lines.length, from + ROWS_IN_SIGHT + 8) : plot.lines.length;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would say "form"
    <div
      className={classes.legend}
      style={isLong ? { maxHeight: ROW * (ROWS_IN_SIGHT + 1.5) } : undefined}
      onScroll={isLong ? (event) => setScrolled(event.currentTarget.scrollTop) : undefined}
      tabIndex={isLong ? 0 : undefined}
      role="group"
      aria-label={`${plot.title} ${plot.unit}`.trim()}
    >
      <table aria-rowcount={plot.lines.length + 1}>
        <thead>
          <tr>
            <th scope="col">{plot.unit}</th>
            {pinned.aMs !== null && (
              <th scope="col" className={classes.atCursor}>
                A {pinned.aLabel}
              </th>
            )}
            {pinned.bMs === null ? (
              <th scope="col" className={classes.atCursor}>
                {cursorLabel || <span className={classes.unseen}>{text.atCursor}</span>}
              </th>
            ) : (
              <th scope="col" className={classes.atCursor}>
                B {pinned.bLabel}
              </th>
            )}
            {pinned.bMs !== null && <th scope="col">{BETWEEN}</th>}
            <th scope="col">{text.last}</th>
            <th scope="col" className={classes.wide}>
              {text.min}
            </th>
            <th scope="col" className={classes.wide}>
              {text.max}
            </th>
            <th scope="col" className={classes.mean}>
              {text.mean}
            </th>
            <th scope="col" className={classes.wide}>
              {text.dataShare}
            </th>
            {hasQuality && (
              <th scope="col" className={classes.quality}>
                {text.quality?.head}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {from > 0 && <tr aria-hidden style={{ height: from * ROW }} />}
          {plot.lines.slice(from, to).map((line, index) => (
            <LegendRow
              key={line.id}
              {...props}
              hasQuality={hasQuality}
              line={line}
              summary={summaries.get(line.id)}
              digits={digits}
              rowIndex={from + index + 2}
            />
          ))}
          {to < plot.lines.length && <tr aria-hidden style={{ height: (plot.lines.length - to) * ROW }} />}
        </tbody>
      </table>
    </div>
  );
});

interface LegendRowProps extends LegendTableProps {
  line: TimeSeriesLine;
  summary: LineSummary | undefined;
  digits: number;
  hasQuality: boolean;
  rowIndex: number;
}

function LegendRow(props: LegendRowProps) {
  const {
    plot,
    line,
    summary,
    digits,
    rowIndex,
    cursorMs,
    pinned,
    locale,
    palette,
    text,
    hidden,
    onToggle,
    onPoint,
    hasQuality,
    lineAction,
  } = props;
  const write = (value: number): string => numberText(value * plot.factor, digits, locale);
  const share = summary?.dataShare ?? Number.NaN;
  const isHidden = hidden.has(line.id);
  return (
    <tr
      aria-rowindex={rowIndex}
      className={isHidden ? classes.hidden : undefined}
      onPointerEnter={() => onPoint(line.id)}
      onPointerLeave={() => onPoint(null)}
    >
      <th scope="row">
        <button
          type="button"
          className={classes.name}
          aria-pressed={!isHidden}
          aria-label={text.toggle(`${line.label} ${line.detail}`.trim())}
          onClick={() => onToggle(line.id)}
          onFocus={() => onPoint(line.id)}
          onBlur={() => onPoint(null)}
        >
          <span className={classes.mark} data-stroke={line.stroke} style={{ color: lineColour(line, palette) }} aria-hidden />
          <span className={classes.label}>{line.label}</span>
          {line.detail && <span className={classes.detail}>{line.detail}</span>}
        </button>
        {lineAction && <span className={classes.action}>{lineAction(line)}</span>}
      </th>
      {pinned.aMs !== null && (
        <td className={classes.atCursor}>
          <PointMark line={line} atMs={pinned.aMs} />
          {write(valueAt(line, pinned.aMs))}
        </td>
      )}
      {pinned.bMs === null ? (
        <td className={classes.atCursor}>
          {cursorMs !== null && <PointMark line={line} atMs={cursorMs} />}
          {cursorMs === null ? '' : write(valueAt(line, cursorMs))}
        </td>
      ) : (
        <td className={classes.atCursor}>
          <PointMark line={line} atMs={pinned.bMs} />
          {write(valueAt(line, pinned.bMs))}
        </td>
      )}
      {pinned.aMs !== null && pinned.bMs !== null && <td>{signed(valueAt(line, pinned.bMs) - valueAt(line, pinned.aMs), write)}</td>}
      <td>{write(summary?.last ?? Number.NaN)}</td>
      <td className={`${classes.wide} ${classes.second}`}>{write(summary?.min ?? Number.NaN)}</td>
      <td className={`${classes.wide} ${classes.second}`}>{write(summary?.max ?? Number.NaN)}</td>
      <td className={`${classes.mean} ${classes.second}`}>{write(summary?.mean ?? Number.NaN)}</td>
      <td className={`${classes.wide} ${share < INCOMPLETE ? classes.incomplete : classes.second}`}>
        {numberText(share * 100, share < 0.9995 ? 1 : 0, locale)}
      </td>
      {hasQuality && <QualityCell {...props} />}
    </tr>
  );
}

/** What is special about the point under a cursor, with how it came about as a tooltip. */
function PointMark({ line, atMs }: { line: TimeSeriesLine; atMs: number }) {
  const index = flaggedIndexAt(line, atMs);
  if (index < 0) return null;
  const words = line.quality?.text(index) ?? '';
  return <span className={classes.pointMark} data-quality={qualityOf(line, index)} role="img" aria-label={words} title={words} />;
}

/** Shares of good, estimated and missing values: they add up to 100 %. */
function QualityCell({ line, view, nowMs, locale, text }: LegendRowProps) {
  const shares = useMemo(() => (line.quality ? qualityShares(line, view, nowMs) : null), [line, view, nowMs]);
  const names = text.quality?.names;
  if (!shares || !names || Number.isNaN(shares.good)) return <td className={classes.quality} />;
  const parts = (
    [
      ['good', shares.good, names.good],
      ['estimated', shares.estimated, names.estimated],
      ['none', shares.none, names.none],
    ] as const
  ).filter(([, share]) => share > 0.0005);
  return (
    <td className={classes.quality}>
      {parts.map(([quality, share, name]) => (
        <span key={quality} className={classes.share} title={name}>
          <i className={classes.pointMark} data-quality={quality} role="img" aria-label={name} />
          {numberText(share * 100, share < 0.9995 ? 1 : 0, locale)}
        </span>
      ))}
    </td>
  );
}

/** A difference says its direction. */
function signed(value: number, write: (value: number) => string): string {
  return value > 0 ? `+${write(value)}` : write(value);
}

function largestOf(summaries: readonly LineSummary[]): number {
  return summaries.reduce((largest, { min, max }) => Math.max(largest, Math.abs(min) || 0, Math.abs(max) || 0), 0);
}
