import { useState } from 'react';
import { useSize } from './internal/use-size.ts';
import { valueScale } from './options/value-scale.ts';
import classes from './trend-chart.module.css';

export interface TrendBar {
  key: string;
  /** Under the axis, where there is room. */
  label: string;
  value: number;
  /** What a bar says when it is asked. */
  description: string;
}

export interface TrendChartProps {
  label: string;
  /** Quantity with its unit, at the top of the axis. */
  axis: string;
  bars: readonly TrendBar[];
  numberText: (value: number, digits: number) => string;
  onBar: (key: string) => void;
}

const HEIGHT = 200;
const TOP = 22;
const BOTTOM = 24;
const LEFT = 48;
const RIGHT = 8;
const LABEL_ROOM = 56;
const SLOT_SHARE = 0.68;

/** Bars along time, one for each day, week or month. */
export function TrendChart({ label, axis, bars, numberText, onBar }: TrendChartProps) {
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const { width } = useSize(root);
  const plot = HEIGHT - TOP - BOTTOM;
  const inner = Math.max(0, width - LEFT - RIGHT);
  const scale = valueScale({ min: 0, max: Math.max(0, ...bars.map(({ value }) => value)) || Number.NaN, fromZero: true, height: plot });
  const yOf = (value: number): number => TOP + plot * (1 - (value - scale.min) / (scale.max - scale.min));
  const slot = bars.length === 0 ? 0 : inner / bars.length;
  const every = Math.max(1, Math.ceil(LABEL_ROOM / Math.max(slot, 1)));
  return (
    <div ref={setRoot} className={classes.root} style={{ blockSize: HEIGHT }}>
      <span className={classes.axis}>{axis}</span>
      <svg width={width} height={HEIGHT} aria-hidden="true" className={classes.frame}>
        {scale.ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={LEFT}
              x2={LEFT + inner}
              y1={Math.round(yOf(tick)) + 0.5}
              y2={Math.round(yOf(tick)) + 0.5}
              data-zero={tick === 0 || undefined}
            />
            <text x={LEFT - 6} y={yOf(tick) + 4} textAnchor="end">
              {numberText(tick, scale.digits)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) =>
          index % every === 0 ? (
            <text key={bar.key} x={LEFT + slot * (index + 0.5)} y={HEIGHT - 8} textAnchor="middle">
              {bar.label}
            </text>
          ) : null,
        )}
      </svg>
      <ul
        className={classes.bars}
        aria-label={label}
        style={{ insetInlineStart: LEFT, inlineSize: inner, insetBlockStart: TOP, blockSize: plot }}
      >
        {bars.map((bar) => (
          <li key={bar.key}>
            <button type="button" title={bar.description} aria-label={bar.description} onClick={() => onBar(bar.key)}>
              <span style={{ blockSize: `${(bar.value / scale.max) * 100}%`, inlineSize: `${SLOT_SHARE * 100}%` }} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
