import classes from './pareto-chart.module.css';

export interface ParetoBar {
  key: string;
  label: string;
  /** What is measured; null: it has no value. */
  value: number | null;
  /** The value as it is written. */
  text: string;
  /** Part of the whole up to here, 0 to 1. null: there is no whole */
  cumulative: number | null;
  /** For the bar's button. */
  description: string;
}

export interface ParetoChartProps {
  label: string;
  bars: readonly ParetoBar[];
  percentText: (share: number) => string;
  onBar: (key: string) => void;
}

/** What counts most first: bars with their value, and the part of the whole that they make together up to each. */
export function ParetoChart({ label, bars, percentText, onBar }: ParetoChartProps) {
  const largest = Math.max(0, ...bars.map(({ value }) => value ?? 0));
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.key}>
          <button type="button" className={classes.bar} onClick={() => onBar(bar.key)}>
            <span className={classes.hidden}>{bar.description}</span>
            <span className={classes.label} title={bar.label} aria-hidden>
              {bar.label}
            </span>
            <span className={classes.track} aria-hidden>
              <span className={classes.fill} style={{ inlineSize: `${shareOf(bar.value, largest) * 100}%` }} />
              {bar.cumulative !== null && <span className={classes.tick} style={{ insetInlineStart: `${bar.cumulative * 100}%` }} />}
            </span>
            <span className={classes.value} aria-hidden>
              {bar.text}
            </span>
            <span className={classes.share} aria-hidden>
              {bar.cumulative === null ? '' : percentText(bar.cumulative)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function shareOf(value: number | null, largest: number): number {
  return value === null || largest <= 0 ? 0 : Math.max(0, value / largest);
}
