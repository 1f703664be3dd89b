import type { EChartsCoreOption } from 'echarts/core';
import { plainLines } from './escape-text.ts';

/** How the arrow keys go from mark to mark: along rows and columns, by either quantity, or along a series and from one to the next. */
export type CursorPath = 'cells' | 'points' | 'series';

/** A mark that the keyboard cursor can stand on. */
export interface CursorMark {
  /** Position of its series in the option, and of the mark in the data of that. */
  series: number;
  index: number;
  /** Where it stands, in the units of the axes; null: the picture has no axes. */
  at: readonly [x: number, y: number] | null;
}

export interface MarkCursor {
  marks: readonly CursorMark[];
  /** The mark after a key; undefined: the key does not move the cursor. `current` null: there was none. */
  next: (key: string, current: CursorMark | null, isBig: boolean) => CursorMark | undefined;
  /** What a mark says, a line each: the same as under the pointer. */
  textOf: (mark: CursorMark) => string[];
  /** As it was given to the picture, with the id of its series. */
  datumOf: (mark: CursorMark) => { seriesId: string; value: unknown };
}

interface Series {
  id?: string;
  name?: string;
  stack?: string;
  silent?: boolean;
  encode?: { x?: number | number[]; y?: number | number[] };
  tooltip?: { show?: boolean; formatter?: Formatter };
  data?: readonly unknown[];
}

interface Axis {
  type?: string;
  name?: string;
  data?: readonly string[];
  inverse?: boolean;
  axisLabel?: { formatter?: unknown };
}

type Formatter = (params: unknown) => string;

interface Tooltip {
  trigger?: string;
  formatter?: Formatter;
  valueFormatter?: (value: unknown) => string;
}

const BIG_STEP = 10;

/** The cursor of a picture that a builder described. Marks that cannot be pointed at have none. */
export function markCursor(option: EChartsCoreOption): MarkCursor {
  const series = listOf<Series>(option.series);
  const [xAxis, yAxis] = [listOf<Axis>(option.xAxis)[0], listOf<Axis>(option.yAxis)[0]];
  const isHorizontal = yAxis?.type === 'category' && xAxis?.type !== 'category';
  const marks = marksOf(series, isHorizontal, xAxis !== undefined);
  const path = pathOf(option);
  const steps = stepsOf(marks, path, { isHorizontal, isInverse: yAxis?.inverse === true });
  return {
    marks,
    next: (key, current, isBig) => steps(key, current, isBig ? BIG_STEP : 1),
    datumOf: ({ series: number, index }) => ({ seriesId: series[number]?.id ?? '', value: datumValue(series[number]?.data?.[index]) }),
    textOf: (mark) => textOf(mark, { series, tooltip: (option.tooltip ?? {}) as Tooltip, xAxis, yAxis, isHorizontal }),
  };
}

function pathOf({ cursorPath }: EChartsCoreOption): CursorPath {
  return cursorPath === 'cells' || cursorPath === 'points' ? cursorPath : 'series';
}

function listOf<T>(part: unknown): readonly T[] {
  return (Array.isArray(part) ? part : part === undefined ? [] : [part]) as readonly T[];
}

function marksOf(series: readonly Series[], isHorizontal: boolean, hasAxes: boolean): CursorMark[] {
  const stacked = new Map<string, number>();
  return series.flatMap(({ data = [], encode, stack, silent, tooltip }, number) =>
    data.flatMap((datum, index): CursorMark[] => {
      const at = placeOf(datumValue(datum), { index, encode, isHorizontal });
      if (!at) return [];
      const [x, y] = stack === undefined ? at : standing(at, { stacked, isHorizontal, key: `${stack} ${index}` });
      if (silent || tooltip?.show === false) return [];
      return [{ series: number, index, at: hasAxes ? [x, y] : null }];
    }),
  );
}

function datumValue(datum: unknown): unknown {
  return typeof datum === 'object' && datum !== null && 'value' in datum ? datum.value : datum;
}

interface PlaceOptions {
  index: number;
  encode: Series['encode'];
  isHorizontal: boolean;
}

/** undefined: there is no value to stand on. */
function placeOf(value: unknown, { index, encode, isHorizontal }: PlaceOptions): [number, number] | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : isHorizontal ? [value, index] : [index, value];
  if (!Array.isArray(value)) return undefined;
  const [x, y] = [middleOf(value, encode?.x ?? 0), middleOf(value, encode?.y ?? 1)];
  return Number.isNaN(x + y) ? undefined : [x, y];
}

/** Of two edges the middle between them, of more numbers the middle one. */
function middleOf(value: readonly unknown[], dimensions: number | number[]): number {
  const [first = 0, second, ...more] = Array.isArray(dimensions) ? dimensions : [dimensions];
  if (second === undefined) return Number(value[first]);
  if (more.length === 0) return (Number(value[first]) + Number(value[second])) / 2;
  return Number(value[[first, second, ...more][Math.floor((more.length + 1) / 2)] ?? first]);
}

/** On top of what is stacked below it. */
function standing(
  [x, y]: readonly [number, number],
  { stacked, isHorizontal, key }: { stacked: Map<string, number>; isHorizontal: boolean; key: string },
): [number, number] {
  const sum = (stacked.get(key) ?? 0) + (isHorizontal ? x : y);
  stacked.set(key, sum);
  return isHorizontal ? [sum, y] : [x, sum];
}

type Key = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';
type Steps = (key: string, current: CursorMark | null, count: number) => CursorMark | undefined;

function isKey(key: string): key is Key {
  return ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key);
}

function stepsOf(marks: readonly CursorMark[], path: CursorPath, look: { isHorizontal: boolean; isInverse: boolean }): Steps {
  const inReach = { cells: cellSteps, points: pointSteps, series: seriesSteps }[path];
  let ready: ReturnType<typeof inReach> | undefined;
  return (key, current, count) => {
    if (!isKey(key) || marks.length === 0) return undefined;
    // Orders of many marks are made when a key asks for them.
    ready ??= inReach(marks, look);
    return ready(key, current, count);
  };
}

type MakeSteps = (
  marks: readonly CursorMark[],
  look: { isHorizontal: boolean; isInverse: boolean },
) => (key: Key, current: CursorMark | null, count: number) => CursorMark | undefined;

const X = ({ at }: CursorMark): number => at?.[0] ?? 0;
const Y = ({ at }: CursorMark): number => at?.[1] ?? 0;

const cellSteps: MakeSteps = (marks, { isInverse }) => {
  const rows = groups(marks, Y, X);
  const columns = groups(marks, X, Y);
  const further = isInverse ? Math.min : Math.max;
  const top = marks.reduce((best, mark) => further(best, Y(mark)), isInverse ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY);
  const first = rows.get(top)?.[0];
  return (key, current, count) => {
    if (!current) return first;
    const row = rows.get(Y(current)) ?? [];
    const column = columns.get(X(current)) ?? [];
    if (key === 'Home') return row[0];
    if (key === 'End') return row.at(-1);
    if (key === 'ArrowLeft' || key === 'ArrowRight') return along(row, current, key === 'ArrowRight' ? count : -count);
    return along(column, current, (key === 'ArrowDown') === isInverse ? count : -count);
  };
};

const pointSteps: MakeSteps = (marks) => {
  const byX = marks.toSorted((one, other) => X(one) - X(other) || Y(one) - Y(other));
  const byY = marks.toSorted((one, other) => Y(one) - Y(other) || X(one) - X(other));
  return (key, current, count) => {
    if (key === 'Home') return byX[0];
    if (key === 'End') return byX.at(-1);
    if (!current) return key === 'ArrowLeft' || key === 'ArrowUp' ? byX.at(-1) : byX[0];
    if (key === 'ArrowLeft' || key === 'ArrowRight') return along(byX, current, key === 'ArrowRight' ? count : -count);
    return along(byY, current, key === 'ArrowUp' ? count : -count);
  };
};

/** Along a series, and to the nearest mark of the next one. */
const seriesSteps: MakeSteps = (marks, { isHorizontal, isInverse }) => {
  const series = [...Map.groupBy(marks, (mark) => mark.series).values()];
  const positionOf = ({ at, index }: CursorMark): number => at?.[isHorizontal ? 1 : 0] ?? index;
  const ordered = new Map(
    series.map((members) => [members[0]?.series, members.toSorted((one, other) => positionOf(one) - positionOf(other))]),
  );
  const isAlong = (key: Key): boolean => (key === 'ArrowUp' || key === 'ArrowDown') === isHorizontal;
  const isForward = (key: Key): boolean =>
    isAlong(key)
      ? key === (isHorizontal ? (isInverse ? 'ArrowDown' : 'ArrowUp') : 'ArrowRight')
      : key === 'ArrowDown' || key === 'ArrowRight';
  return (key, current, count) => {
    const own = ordered.get(current?.series ?? series[0]?.[0]?.series) ?? [];
    if (key === 'Home') return own[0];
    if (key === 'End') return own.at(-1);
    if (!current) return isAlong(key) && !isForward(key) ? own.at(-1) : own[0];
    if (isAlong(key)) return along(own, current, isForward(key) ? count : -count);
    const at = series.findIndex(([first]) => first?.series === current.series);
    const other = series[Math.max(0, Math.min(series.length - 1, at + (isForward(key) ? 1 : -1)))] ?? own;
    return nearest(other, positionOf(current), positionOf);
  };
};

function groups(marks: readonly CursorMark[], by: (mark: CursorMark) => number, order: (mark: CursorMark) => number) {
  return new Map(
    [...Map.groupBy(marks, by)].map(([key, members]) => [key, members.toSorted((one, other) => order(one) - order(other))] as const),
  );
}

/** So many marks further on, at most to the end. */
function along(members: readonly CursorMark[], current: CursorMark, by: number): CursorMark | undefined {
  const at = members.findIndex((mark) => mark.series === current.series && mark.index === current.index);
  return members[Math.max(0, Math.min(members.length - 1, at + by))];
}

function nearest(members: readonly CursorMark[], position: number, positionOf: (mark: CursorMark) => number): CursorMark | undefined {
  const distance = (mark: CursorMark): number => Math.abs(positionOf(mark) - position);
  return members.reduce<CursorMark | undefined>((best, mark) => (!best || distance(mark) < distance(best) ? mark : best), undefined);
}

interface TextOptions {
  series: readonly Series[];
  tooltip: Tooltip;
  xAxis: Axis | undefined;
  yAxis: Axis | undefined;
  isHorizontal: boolean;
}

function textOf({ series: number, index }: CursorMark, { series, tooltip, xAxis, yAxis, isHorizontal }: TextOptions): string[] {
  const of = series[number];
  const value = datumValue(of?.data?.[index]);
  const params = { dataIndex: index, seriesIndex: number, seriesName: of?.name, value };
  const own = of?.tooltip?.formatter;
  if (own) return plainLines(own(params));
  if (tooltip.formatter) return plainLines(tooltip.formatter(tooltip.trigger === 'axis' ? [params] : params));
  const [x, y] = Array.isArray(value) ? value : isHorizontal ? [value, index] : [index, value];
  const [base, amount] = isHorizontal ? [y, x] : [x, y];
  const axis = isHorizontal ? yAxis : xAxis;
  const place = axis?.data?.[Number(base)] ?? [axis?.name, labelOf(axis, base)].filter(Boolean).join(': ');
  const text = tooltip.valueFormatter?.(amount) ?? String(amount);
  return [place, of?.name ? `${of.name}: ${text}` : text];
}

function labelOf(axis: Axis | undefined, value: unknown): string {
  const format = axis?.axisLabel?.formatter;
  return typeof format === 'function' ? String(format(value)) : String(value);
}
