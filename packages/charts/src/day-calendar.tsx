import { useId } from 'react';
import { choiceProps } from './choice-props.ts';
import type { Size } from './internal/use-size.ts';
import { MissingPattern } from './missing-pattern.tsx';
import { calendarOf } from './options/calendar.ts';
import type { KindPalette } from './options/kind-frame.ts';
import { rampColour } from './options/ramp.ts';

export interface CalendarValue {
  /** `2026-11-20` */
  day: string;
  /** null: missing, hatched */
  value: number | null;
  isPartial: boolean;
  /** All of it in a sentence. */
  description: string;
}

/** From small to large, or from below to above a reference in its middle. */
export interface CalendarScale {
  kind: 'sequential' | 'diverging';
  /** Values at the ends; what lies beyond has the colour of the end. */
  from: number;
  to: number;
}

interface DayCalendarProps {
  palette: KindPalette;
  size: Size;
  /** Every day from the first to the last, ascending. */
  days: readonly CalendarValue[];
  /** Framed. */
  today: string;
  ramp: CalendarScale;
  /** Large values have the first colours. */
  isReversed: boolean;
  /** 0 for Sunday to 6 for Saturday. */
  firstWeekday: number;
  locale: string;
  /** At the ends of the scale, and of what is missing. */
  legend: { from: string; to: string; missing: string };
  onChoose?: (day: string) => void;
}

const GAP = 2;
const MOST = 22;
const LEAST = 12;
const HEAD = 18;
const LEGEND = 28;
const LABEL = 11;
const WEEK = 7;
const DAY_MS = 86_400_000;
/** Between months, in columns. */
const MONTH_GAP = 0.4;

/** A cell for each day in its value's colour: weeks are columns, months stand apart. As many months beside each other as there is room for. */
export function DayCalendar(props: DayCalendarProps) {
  const { palette, size, days, firstWeekday, locale, legend } = props;
  const pattern = useId();
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const names = [0, 2, 4, 6].map((row) => ({ row, text: weekday.format(SUNDAY_MS + ((firstWeekday + row) % WEEK) * DAY_MS) }));
  const left = Math.max(...names.map(({ text }) => text.length)) * LABEL * 0.6 + 8;
  const months = monthsOf(days, firstWeekday);
  const { lines, pitch } = linesOf(months, size, left);
  const lineHeight = HEAD + WEEK * pitch + GAP * 2;
  return (
    <>
      <MissingPattern id={pattern} palette={palette} />
      {lines.map((line, index) => (
        <g key={line[0]?.key} transform={`translate(0 ${index * lineHeight})`}>
          {names.map(({ row, text }) => (
            <text key={row} x={0} y={HEAD + row * pitch + pitch / 2 + 3} fontSize={LABEL} fill={palette.text2}>
              {text}
            </text>
          ))}
          {line.map((month) => (
            <Month key={month.key} {...props} month={month} left={left + month.column * pitch} pitch={pitch} missing={`url(#${pattern})`} />
          ))}
        </g>
      ))}
      <Legend {...{ palette, legend }} isReversed={props.isReversed} ramp={props.ramp} missing={`url(#${pattern})`} size={size} />
    </>
  );
}

const SUNDAY_MS = Date.UTC(2026, 10, 1);

interface MonthOfDays {
  key: string;
  cells: readonly { day: CalendarValue; week: number; weekday: number }[];
  weeks: number;
  /** Of its first week, in columns of its line. */
  column: number;
}

function monthsOf(days: readonly CalendarValue[], firstWeekday: number): MonthOfDays[] {
  return [...Map.groupBy(days, ({ day }) => day.slice(0, 7))].map(([key, own]) => {
    const { cells, weekCount } = calendarOf(own[0]?.day ?? '', own.at(-1)?.day ?? '', firstWeekday);
    const placed = own.flatMap((day, index) => {
      const cell = cells[index];
      return cell ? [{ day, week: cell.week, weekday: cell.weekday }] : [];
    });
    return { key, cells: placed, weeks: weekCount, column: 0 };
  });
}

/** Months on as many lines as give the largest cells. */
function linesOf(months: readonly MonthOfDays[], { width, height }: Size, left: number): { lines: MonthOfDays[][]; pitch: number } {
  const layouts = Array.from({ length: Math.max(1, months.length) }, (_, index) => {
    const perLine = Math.ceil(months.length / (index + 1));
    const lines = Array.from({ length: index + 1 }, (_line, line) => placed(months.slice(line * perLine, (line + 1) * perLine)));
    const columns = Math.max(1, ...lines.map((line) => (line.at(-1)?.column ?? 0) + (line.at(-1)?.weeks ?? 0)));
    const byHeight = ((height - LEGEND) / lines.length - HEAD - GAP * 2) / WEEK;
    return { lines: lines.filter((line) => line.length > 0), pitch: Math.min(MOST, (width - left) / columns, byHeight) };
  });
  const [best = { lines: [], pitch: LEAST }] = layouts.toSorted((a, b) => b.pitch - a.pitch);
  return best;
}

function placed(months: readonly MonthOfDays[]): MonthOfDays[] {
  let column = 0;
  return months.map((month) => {
    const own = { ...month, column };
    column += month.weeks + MONTH_GAP;
    return own;
  });
}

interface MonthProps extends DayCalendarProps {
  month: MonthOfDays;
  left: number;
  pitch: number;
  missing: string;
}

function Month({ palette, month, left, pitch, missing, today, ramp, isReversed, locale, onChoose }: MonthProps) {
  const colours = coloursOf(palette, ramp, isReversed);
  const side = Math.max(1, pitch - GAP);
  const name = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(Date.parse(month.key));
  return (
    <>
      <text x={left} y={LABEL} fontSize={LABEL} fontWeight={600} fill={palette.text1}>
        {name}
      </text>
      {month.cells.map(({ day: { day, value, isPartial, description }, week, weekday }) => {
        const [x, y] = [left + week * pitch, HEAD + weekday * pitch];
        return (
          <g key={day} {...choiceProps(description, onChoose && (() => onChoose(day)))}>
            <title>{description}</title>
            <rect
              x={x}
              y={y}
              width={side}
              height={side}
              rx={2}
              fill={value === null ? missing : rampColour({ low: ramp.from, high: ramp.to, colours }, value)}
            />
            {isPartial && <path d={`M${x + side} ${y} v${side / 2} l${-side / 2} ${-side / 2} z`} fill={palette.surface} />}
            {day === today && (
              <rect x={x - 1} y={y - 1} width={side + 2} height={side + 2} rx={3} fill="none" stroke={palette.accent} strokeWidth={2} />
            )}
          </g>
        );
      })}
    </>
  );
}

interface LegendProps extends Pick<DayCalendarProps, 'palette' | 'legend' | 'ramp' | 'isReversed' | 'size'> {
  missing: string;
}

function Legend({ palette, legend, ramp, isReversed, size: { height }, missing }: LegendProps) {
  const colours = coloursOf(palette, ramp, isReversed);
  const top = height - 12;
  const start = legend.from.length * LABEL * 0.6 + 6;
  const end = start + colours.length * LEAST + 6;
  const hatch = end + legend.to.length * LABEL * 0.6 + 24;
  return (
    <g fontSize={LABEL} fill={palette.text2}>
      <text x={0} y={top + 9}>
        {legend.from}
      </text>
      {colours.map((colour, index) => (
        <rect key={colour} x={start + index * LEAST} y={top} width={LEAST} height={10} fill={colour} />
      ))}
      <text x={end} y={top + 9}>
        {legend.to}
      </text>
      <rect x={hatch} y={top} width={10} height={10} fill={missing} />
      <text x={hatch + 16} y={top + 9}>
        {legend.missing}
      </text>
    </g>
  );
}

function coloursOf({ heat, diverging }: KindPalette, { kind }: CalendarScale, isReversed: boolean): readonly string[] {
  const colours = kind === 'diverging' ? diverging : heat;
  return isReversed ? colours.toReversed() : colours;
}
