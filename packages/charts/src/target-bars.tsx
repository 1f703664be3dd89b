import { choiceProps } from './choice-props.ts';
import type { Size } from './internal/use-size.ts';
import type { KindPalette } from './options/kind-frame.ts';
import { numberText } from './options/number-text.ts';
import { fittingText } from './options/text-fit.ts';

export interface TargetBarGroup {
  id: string;
  label: string;
  /** One for each series. */
  bars: readonly {
    /** null: missing, no bar */
    value: number | null;
    /** null: nothing promised, no tick */
    target: number | null;
    description: string;
  }[];
}

interface TargetBarsProps {
  palette: KindPalette;
  size: Size;
  series: readonly string[];
  groups: readonly TargetBarGroup[];
  unit: string;
  locale: string;
  /** Where the value axis begins; above 0 the feet of the bars are torn. */
  from: number;
  /** Where it ends. */
  to: number;
  onChoose?: (id: string) => void;
  /** Short of the tick by no more than this a bar is not hatched. Default: 0 */
  tolerance?: number;
}

const LEFT = 40;
const TOP = 26;
const BOTTOM = 22;
const LABEL = 11;
const TEXT = 12;
const BAR_SHARE = 0.68;
const MOST_BAR = 48;
const MOST_LINES = 5;
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 25, 50];
const TEAR = 4;

/** Bars beside each other with a tick where each should reach; what is short of it is hatched. */
export function TargetBars({ palette, size, series, groups, unit, locale, from, to, onChoose, tolerance = 0 }: TargetBarsProps) {
  const bottom = size.height - BOTTOM;
  const y = (value: number) => bottom - ((Math.min(Math.max(value, from), to) - from) / Math.max(to - from, 1e-9)) * (bottom - TOP);
  const slot = (size.width - LEFT) / Math.max(1, groups.length);
  const barWidth = Math.max(2, Math.min(MOST_BAR, (slot * BAR_SHARE) / Math.max(1, series.length)));
  const step = STEPS.find((each) => (to - from) / each <= MOST_LINES) ?? to - from;
  const lines = Array.from({ length: Math.floor((to - from) / step + 1e-9) + 1 }, (_, line) => from + line * step);
  const digits = step >= 1 ? 0 : 1;
  const every = Math.max(1, Math.ceil((longest(groups) * LABEL * 0.6 + 8) / slot));
  return (
    <>
      <defs>
        <pattern id={SHORTFALL} width={3.5} height={3.5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={3.5} height={3.5} fill={palette.lost} fillOpacity={0.14} />
          <line x1={0} y1={0} x2={0} y2={3.5} stroke={palette.lost} strokeWidth={1.7} strokeOpacity={0.8} />
        </pattern>
      </defs>
      <text x={0} y={LABEL} fontSize={LABEL} fill={palette.text2}>
        {unit}
      </text>
      <Legend palette={palette} series={series} width={size.width} />
      {lines.map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={size.width} y1={Math.round(y(value)) + 0.5} y2={Math.round(y(value)) + 0.5} stroke={palette.grid} />
          <text x={LEFT - 6} y={y(value) + 4} fontSize={LABEL} textAnchor="end" fill={palette.text2}>
            {numberText(value, digits, locale)}
          </text>
        </g>
      ))}
      {groups.map(({ id, label, bars }, index) => {
        const middle = LEFT + slot * (index + 0.5);
        const start = middle - (barWidth * bars.length) / 2;
        return (
          <g key={id}>
            <g {...choiceProps([label, ...bars.map(({ description }) => description)].join(', '), onChoose && (() => onChoose(id)))}>
              {bars.map((bar, position) => (
                <Bar
                  key={series[position]}
                  {...bar}
                  palette={palette}
                  at={{ x: start + position * barWidth + 0.5, width: barWidth - 1, bottom, y }}
                  colour={position === 0 ? palette.actualFill : palette.axis}
                  isTorn={from > 0}
                  tolerance={tolerance}
                />
              ))}
            </g>
            {index % every === 0 && (
              <text
                x={Math.min(middle, size.width - label.length * LABEL * 0.3)}
                y={bottom + 15}
                fontSize={LABEL}
                textAnchor="middle"
                fill={palette.text2}
              >
                {fittingText(label, { width: slot * every, size: LABEL })}
              </text>
            )}
          </g>
        );
      })}
      <line x1={LEFT} x2={size.width} y1={bottom + 0.5} y2={bottom + 0.5} stroke={palette.axis} />
    </>
  );
}

const SHORTFALL = 'target-bars-shortfall';

interface BarProps {
  value: number | null;
  target: number | null;
  description: string;
  palette: KindPalette;
  at: { x: number; width: number; bottom: number; y: (value: number) => number };
  colour: string;
  isTorn: boolean;
  tolerance: number;
}

function Bar({ value, target, description, palette, at: { x, width, bottom, y }, colour, isTorn, tolerance }: BarProps) {
  const top = value === null ? bottom : y(value);
  const isShort = value !== null && target !== null && value < target - tolerance;
  return (
    <g>
      <title>{description}</title>
      {value === null ? (
        <text x={x + width / 2} y={bottom - 4} fontSize={TEXT} textAnchor="middle" fill={palette.text2}>
          —
        </text>
      ) : (
        <rect x={x} y={top} width={width} height={Math.max(1, bottom - top)} fill={colour} />
      )}
      {isTorn && value !== null && <path d={tear(x, width, bottom - 10)} fill="none" stroke={palette.surface} strokeWidth={2} />}
      {isShort && <rect x={x} y={y(target)} width={width} height={top - y(target)} fill={`url(#${SHORTFALL})`} />}
      {target !== null && <rect x={x - 1} y={y(target) - 1} width={width + 2} height={2} fill={palette.budget} />}
    </g>
  );
}

/** A zigzag across the foot of a bar that does not begin at zero. */
function tear(x: number, width: number, y: number): string {
  const teeth = Math.max(2, Math.round(width / (2 * TEAR)));
  const points = Array.from({ length: teeth + 1 }, (_, tooth) => `${x + (tooth * width) / teeth} ${y + (tooth % 2 === 0 ? TEAR : 0)}`);
  return `M${points.join(' L')}`;
}

function Legend({ palette, series, width }: { palette: KindPalette; series: readonly string[]; width: number }) {
  if (series.length < 2) return null;
  let end = width;
  return series.toReversed().map((name, index) => {
    const start = end - name.length * TEXT * 0.58 - 18;
    end = start - 12;
    return (
      <g key={name}>
        <rect x={start} y={4} width={12} height={6} fill={index === series.length - 1 ? palette.actualFill : palette.axis} />
        <text x={start + 16} y={LABEL} fontSize={TEXT} fill={palette.text2}>
          {name}
        </text>
      </g>
    );
  });
}

function longest(groups: readonly TargetBarGroup[]): number {
  return Math.max(0, ...groups.map(({ label }) => label.length));
}
