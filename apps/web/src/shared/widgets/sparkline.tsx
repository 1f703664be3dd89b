import classes from './sparkline.module.css';

interface SparklineProps {
  /** In their order. null: missing, the line has a gap there */
  values: readonly (number | null)[];
  kind: 'line' | 'bars';
  /** For those who listen. */
  label: string;
}

const WIDTH = 72;
const HEIGHT = 24;
const MARGIN = 3;

/** How a value came about, without axes: the last point stands out. */
export default function Sparkline({ values, kind, label }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known, ...(kind === 'bars' ? [0] : [])), Math.max(...known, ...(kind === 'bars' ? [0] : []))];
  const y = (value: number) => HEIGHT - MARGIN - ((value - low) / (high - low || 1)) * (HEIGHT - 2 * MARGIN);
  const slot = (WIDTH - 2 * MARGIN) / values.length;
  const x = (index: number) => MARGIN + slot * (index + 0.5);
  const last = values.findLastIndex((value) => value !== null);
  return (
    <svg className={classes.sparkline} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {kind === 'bars' ? (
        values.map((value, index) =>
          value === null ? null : (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its position
              key={index}
              x={x(index) - slot * 0.34}
              width={Math.max(0.75, slot * 0.68)}
              y={Math.min(y(value), y(0))}
              height={Math.max(0.75, Math.abs(y(value) - y(0)))}
              data-last={index === last || undefined}
            />
          ),
        )
      ) : (
        <>
          <path d={pathOf(values, x, y)} />
          <circle cx={x(last)} cy={y(values[last] ?? 0)} r={2} />
        </>
      )}
    </svg>
  );
}

/** Lifts the pen where a value is missing. */
function pathOf(values: readonly (number | null)[], x: (index: number) => number, y: (value: number) => number): string {
  return values
    .flatMap((value, index) => {
      if (value === null) return [];
      const isStart = index === 0 || values[index - 1] === null;
      return [`${isStart ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`];
    })
    .join('');
}
