import { quantile } from '@solvane/series/quantile';
import type { EChartsCoreOption } from 'echarts/core';
import { escapeText } from './escape-text.ts';
import { extent } from './extent.ts';
import { categoryAxis, frame, GRID, type KindBase, type KindPalette, tooltip, valueText } from './kind-frame.ts';
import type { CursorPath } from './mark-cursor.ts';
import { type Box, hatch, type Ramp, rampColour, rampKey } from './ramp.ts';

/** Which part of its position a cell fills: an hour that a clock shows twice is two cells, one above the other. */
export const CELL_PARTS = { whole: 0, first: 1, second: 2 } as const;

/** Cells as columns, shape (n) each. What has no cell is not drawn: it does not exist, or not yet. */
export interface HeatCells {
  column: ArrayLike<number>;
  row: ArrayLike<number>;
  /** NaN: no value, hatched. */
  value: Float64Array;
  /** 1: on less data than it should be, with a corner. Absent: all are complete */
  isPartial?: Uint8Array;
  /** As `CELL_PARTS`. Absent: whole ones */
  part?: Uint8Array;
}

export interface HeatMapKind extends KindBase {
  columns: readonly string[];
  rows: readonly string[];
  cells: HeatCells;
  /** From little to much, or below and above a reference in the middle of the range. */
  scale?: 'sequential' | 'diverging';
  /** Values at the ends of the ramp. Absent: the smallest and largest one; for `diverging` as far below zero as above, without the wildest values */
  range?: readonly [low: number, high: number] | undefined;
  /** Much has the colour of little, and little that of much. */
  isReversed?: boolean;
  /** Name of the hatch. */
  missing: string;
  /** What a cell says under the pointer, a line each. Absent: row, column and value */
  describe?: ((cell: number) => readonly string[]) | undefined;
}

/** One value as colour over two axes. */
export function heatMapOption(kind: HeatMapKind): EChartsCoreOption {
  const { columns, rows, cells, missing, ...base } = kind;
  const { palette, locale, unit } = base;
  const ramp = heatRamp(kind);
  return {
    ...frame(base),
    cursorPath: 'cells' satisfies CursorPath,
    tooltip: { ...tooltip(palette), formatter: ({ dataIndex }: { dataIndex: number }) => textOf(dataIndex, kind) },
    grid: { ...GRID, top: 12, bottom: 28 },
    xAxis: { ...categoryAxis(columns, palette), splitArea: { show: false }, axisLine: { show: false } },
    yAxis: {
      ...categoryAxis(rows, palette),
      inverse: true,
      axisLine: { show: false },
      triggerEvent: true,
      axisLabel: { color: palette.text2, fontSize: 11, hideOverlap: true, width: 140, overflow: 'truncate' },
    },
    graphic: [
      rampKey({ ramp, palette, locale, unit, missing: hasMissing(cells) ? missing : undefined, position: { left: 12, bottom: 4 } }),
    ],
    series: [
      {
        type: 'custom',
        clip: true,
        encode: { x: 0, y: 1, tooltip: 2 },
        data: Array.from(cells.value, (value, i) => [cells.column[i] ?? 0, cells.row[i] ?? 0, Number.isNaN(value) ? '-' : value]),
        renderItem: ({ dataIndex }: { dataIndex: number }, api: CellApi) => cellShape(dataIndex, { cells, ramp, palette }, api),
      },
    ],
  };
}

/** Colours of the values. */
export function heatRamp({
  cells,
  palette,
  range,
  scale = 'sequential',
  isReversed = false,
}: Pick<HeatMapKind, 'cells' | 'palette' | 'range' | 'scale' | 'isReversed'>): Ramp {
  const [least, most] = range ?? extent(cells.value);
  const ends = scale === 'diverging' && !range ? symmetric(cells.value) : { low: least, high: most };
  const colours = scale === 'diverging' ? palette.diverging : palette.heat;
  return { ...ends, colours: isReversed ? colours.toReversed() : colours };
}

/** What ECharts hands to a shape of a series of our own. */
interface CellApi {
  coord(position: readonly [number, number]): [number, number];
  size(length: readonly [number, number]): [number, number];
}

interface CellLook {
  cells: HeatCells;
  ramp: Ramp;
  palette: KindPalette;
}

const HIGH_SHARE = 0.97;
const CORNER = 7;
const LEAST_GAPPED = 3;

function cellShape(index: number, { cells, ramp, palette }: CellLook, api: CellApi) {
  const box = boxOf(index, cells, api);
  const value = cells.value[index] ?? Number.NaN;
  if (Number.isNaN(value))
    return {
      type: 'group',
      children: [{ type: 'rect', shape: box, style: { fill: palette.surface3 } }, hatch(box, palette.missing)],
    };
  const fill = value === 0 && ramp.low === 0 ? palette.surface2 : rampColour(ramp, value);
  const cell = { type: 'rect', shape: box, style: { fill } };
  if (cells.isPartial?.[index] !== 1) return cell;
  const side = Math.min(CORNER, box.width / 2, box.height / 2);
  const right = box.x + box.width;
  const points = [
    [right - side, box.y],
    [right, box.y],
    [right, box.y + side],
  ];
  return {
    type: 'group',
    children: [cell, { type: 'polygon', shape: { points }, style: { fill: palette.partial, stroke: palette.surface, lineWidth: 0.5 } }],
  };
}

/** With a gap of one pixel to the next cell where there is space for it. */
function boxOf(index: number, { column, row, part }: HeatCells, api: CellApi): Box {
  const [x, y] = api.coord([column[index] ?? 0, row[index] ?? 0]);
  const [width, height] = api.size([1, 1]);
  const half = part?.[index] ?? CELL_PARTS.whole;
  const top = half === CELL_PARTS.second ? y : y - height / 2;
  const tall = half === CELL_PARTS.whole ? height : height / 2;
  const gap = (length: number) => (length >= LEAST_GAPPED ? 1 : 0);
  return { x: x - width / 2, y: top, width: Math.max(0.5, width - gap(width)), height: Math.max(0.5, tall - gap(tall)) };
}

function textOf(index: number, { columns, rows, cells, describe, locale, unit, missing }: HeatMapKind): string {
  const value = cells.value[index] ?? Number.NaN;
  const place = `${rows[cells.row[index] ?? 0]}, ${columns[cells.column[index] ?? 0]}`;
  const lines = describe?.(index) ?? [place, Number.isNaN(value) ? missing : `${valueText(value, locale)} ${unit}`];
  return lines.map(escapeText).join('<br>');
}

function hasMissing({ value }: HeatCells): boolean {
  return value.some(Number.isNaN);
}

/** As far below zero as above it. A few wild values do not take the colours: they have those of the ends. */
function symmetric(values: Float64Array): { low: number; high: number } {
  const far = quantile(values.map(Math.abs), HIGH_SHARE) || 1;
  return { low: -far, high: far };
}
