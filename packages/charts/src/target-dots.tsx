import { choiceProps, WORDS_ON_SHAPE } from './choice-props.ts';
import type { Size } from './internal/use-size.ts';
import type { KindPalette } from './options/kind-frame.ts';
import { fittingText } from './options/text-fit.ts';

export interface TargetDot {
  id: string;
  label: string;
  /** null: missing, no dot */
  value: number | null;
  /** null: nothing to compare with, no tick */
  target: number | null;
  /** At the end of the row: the value, and how far it is from its target. */
  text: string;
  change: string;
  /** All of it in a sentence. */
  description: string;
}

interface TargetDotsProps {
  palette: KindPalette;
  size: Size;
  rows: readonly TargetDot[];
  /** The scale begins at the smallest number instead of 0: differences are small against the numbers. */
  isCut: boolean;
  onChoose?: (id: string) => void;
}

const MOST_PITCH = 28;
const TEXT = 12;
const DOT = 3.5;
const MARGIN = 10;
/** Of the width, for the names. */
const NAMES = 0.3;
const MOST_NAME = 150;

/** Rows with a dot for the value and a tick for its target; the line between them says how far it is short or over. */
export function TargetDots({ palette, size, rows, isCut, onChoose }: TargetDotsProps) {
  const pitch = Math.min(MOST_PITCH, size.height / Math.max(1, rows.length));
  const left = Math.min(MOST_NAME, size.width * NAMES);
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length)) * TEXT * 0.58 + 8;
  const changes = widest(rows.map(({ change }) => change));
  const right = widest(rows.map(({ text }) => text)) + changes;
  const known = rows.flatMap(({ value, target }) => [...(value === null ? [] : [value]), ...(target === null ? [] : [target])]);
  const [least, most] = [
    Math.min(...known, isCut ? Number.POSITIVE_INFINITY : 0),
    Math.max(...known, isCut ? Number.NEGATIVE_INFINITY : 0),
  ];
  const width = Math.max(1, size.width - left - right - 2 * MARGIN);
  const x = (value: number) => left + MARGIN + (most > least ? ((value - least) / (most - least)) * width : width / 2);
  return rows.map(({ id, label, value, target, text, change, description }, index) => {
    const y = index * pitch + pitch / 2;
    const isShort = value !== null && target !== null && value < target;
    return (
      <g key={id}>
        <g {...choiceProps(description, onChoose && (() => onChoose(id)))}>
          <title>{description}</title>
          <rect x={0} y={y - pitch / 2} width={size.width} height={pitch} fill={palette.surface} />
          <line x1={left + MARGIN} x2={left + MARGIN + width} y1={y} y2={y} stroke={palette.grid} />
          {value !== null && target !== null && (
            <line x1={x(value)} x2={x(target)} y1={y} y2={y} stroke={isShort ? palette.lost : palette.text3} strokeWidth={2} />
          )}
          {target !== null && <rect x={x(target) - 1} y={y - 5} width={2} height={10} fill={palette.budget} />}
          {value !== null && <circle cx={x(value)} cy={y} r={DOT} fill={palette.actual} />}
        </g>
        <text {...WORDS_ON_SHAPE} x={0} y={y + 4} fontSize={TEXT} fill={palette.text1}>
          {fittingText(label, { width: left, size: TEXT })}
        </text>
        <g {...WORDS_ON_SHAPE} fontSize={TEXT} textAnchor="end" style={TABULAR}>
          <text x={size.width - changes} y={y + 4} fill={palette.text1}>
            {text}
          </text>
          <text x={size.width} y={y + 4} fill={isShort ? palette.text1 : palette.text2}>
            {change}
          </text>
        </g>
      </g>
    );
  });
}

const TABULAR = { fontVariantNumeric: 'tabular-nums' } as const;
