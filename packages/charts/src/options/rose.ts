import type { SectorCounts } from '@solvane/series/sectors';
import type { EChartsCoreOption } from 'echarts/core';
import { escapeText } from './escape-text.ts';
import { type KindPalette, tooltip, valueText } from './kind-frame.ts';
import { numberText } from './number-text.ts';

export interface RoseKind {
  palette: KindPalette;
  locale: string;
  /** As `sectorCounts` makes them. */
  counts: SectorCounts;
  sectors: number;
  /** Of the classes, from the lowest. */
  classNames: readonly string[];
  /** Above the classes: what is classed, with its unit. */
  classTitle: string;
  /** North, east, south, west. */
  compass: readonly [string, string, string, string];
  /** Name of what has no direction. */
  calm: string;
  /** Below the classes: main direction, mean. */
  facts?: readonly string[];
}

/** Steps of the ramp for up to eight classes: neither the faintest nor the darkest. */
const STEPS: Readonly<Record<number, readonly number[]>> = { 2: [3, 7], 3: [2, 5, 8], 4: [2, 4, 6, 8], 5: [2, 3, 5, 7, 8] };
const FILL = 0.836;
const KEY_WIDTH = 168;
const LEAST_WITH_KEY = 320;
/** Lower than this the directions cannot be told apart: then the key is left out. */
const LEAST_ROSE = 132;
/** Of the key beside the rose, and of the one below it, which has no facts. [px] */
const ROW = 21;
const LOW_ROW = 18;
const RING_CHOICES = [1, 2, 5, 10, 15, 20, 25, 50] as const;
const MOST_RINGS = 3;
const CALM_SHARE = 0.12;

/** How much comes from which direction, by class. Shares of all, what is calm in the middle. */
export function roseOption(kind: RoseKind): EChartsCoreOption {
  const { palette, counts, sectors } = kind;
  const cells = shares(kind);
  return {
    animation: false,
    textStyle: { color: palette.text2, fontFamily: palette.font, fontSize: 12 },
    tooltip: { ...tooltip(palette), formatter: ({ dataIndex }: { dataIndex: number }) => sectorText(dataIndex, kind) },
    series: [
      {
        type: 'custom',
        coordinateSystem: 'none',
        silent: true,
        data: [0],
        renderItem: (_params: unknown, api: Screen) => ({ type: 'group', children: background(kind, geometryOf(kind, api)) }),
      },
      {
        type: 'custom',
        coordinateSystem: 'none',
        data: Array.from({ length: sectors }, (_, sector) => sector),
        renderItem: ({ dataIndex }: { dataIndex: number }, api: Screen) => {
          const geometry = geometryOf(kind, api);
          const classes = cells.slice(dataIndex * counts.classes, (dataIndex + 1) * counts.classes);
          return { type: 'group', children: sectorShapes(classes, { kind, geometry, sector: dataIndex }) };
        },
      },
    ],
  };
}

/** Colours of the classes, from the lowest. */
export function roseColours({ heat }: KindPalette, classes: number): string[] {
  const steps = STEPS[classes] ?? Array.from({ length: classes }, (_, i) => Math.round(1 + (i * 8) / Math.max(1, classes - 1)));
  return steps.map((step) => heat[step - 1] ?? '');
}

interface Screen {
  getWidth(): number;
  getHeight(): number;
}

interface Geometry {
  cx: number;
  cy: number;
  /** Of the calm in the middle, and of the outermost ring. [px] */
  inner: number;
  outer: number;
  /** Shares of the rings. [%] */
  rings: readonly number[];
  /** Left edge and middle of the key, and how high its rows are; null: no space for it. */
  key: { x: number; y: number; row: number } | null;
}

/** Percent of all by sector and class. */
function shares({ counts: { weights, total } }: RoseKind): number[] {
  return Array.from(weights, (weight) => (total > 0 ? (100 * weight) / total : 0));
}

function geometryOf(kind: RoseKind, api: Screen): Geometry {
  const { counts, sectors } = kind;
  const [width, height] = [api.getWidth(), api.getHeight()];
  const keyHeight = (counts.classes + 2) * LOW_ROW + 8;
  const isBeside = width >= LEAST_WITH_KEY;
  const isBelow = !isBeside && height >= keyHeight + LEAST_ROSE;
  const space = isBeside ? width - KEY_WIDTH : width;
  const heightOfRose = isBelow ? height - keyHeight : height;
  const cells = shares(kind);
  const sums = Array.from({ length: sectors }, (_, sector) =>
    cells.slice(sector * counts.classes, (sector + 1) * counts.classes).reduce((sum, each) => sum + each, 0),
  );
  const most = Math.max(1, ...sums);
  const step = RING_CHOICES.find((choice) => choice * MOST_RINGS >= most) ?? 50;
  const rings = Array.from({ length: Math.ceil(most / step) }, (_, i) => (i + 1) * step);
  const outer = Math.max(10, Math.min(space, heightOfRose) / 2 - 22);
  const cy = heightOfRose / 2;
  const beside = isBeside ? { x: space + 4, y: cy, row: ROW } : null;
  const key = isBelow ? { x: Math.max(0, (width - KEY_WIDTH) / 2), y: height - keyHeight / 2, row: LOW_ROW } : beside;
  return { cx: space / 2, cy, inner: outer * CALM_SHARE, outer, rings, key };
}

function radiusOf(share: number, { inner, outer, rings }: Geometry): number {
  return inner + ((outer - inner) * share) / (rings.at(-1) ?? 1);
}

interface SectorContext {
  kind: RoseKind;
  geometry: Geometry;
  sector: number;
}

/** Angles of ECharts are clockwise from east. */
function sectorShapes(classes: readonly number[], { kind, geometry, sector }: SectorContext) {
  const { palette, sectors } = kind;
  const colours = roseColours(palette, classes.length);
  const middle = (sector / sectors) * 2 * Math.PI - Math.PI / 2;
  const half = (Math.PI / sectors) * FILL;
  let sum = 0;
  return classes.flatMap((share, index) => {
    const from = sum;
    sum += share;
    if (share === 0) return [];
    const shape = {
      ...{ cx: geometry.cx, cy: geometry.cy, r0: radiusOf(from, geometry), r: radiusOf(sum, geometry) },
      ...{ startAngle: middle - half, endAngle: middle + half, clockwise: true },
    };
    return [{ type: 'sector', shape, style: { fill: colours[index] } }];
  });
}

function background(kind: RoseKind, geometry: Geometry) {
  const { palette, locale, compass, counts, calm } = kind;
  const { cx, cy, inner, outer, rings } = geometry;
  const text = (content: string, x: number, y: number, look: object = {}) => ({
    type: 'text',
    style: { text: content, x, y, fill: palette.text2, fontSize: 11, fontFamily: palette.font, verticalAlign: 'middle', ...look },
  });
  const strong = { align: 'center', fill: palette.text1, fontWeight: 600 };
  const calmShare = counts.total > 0 ? (100 * counts.calm) / counts.total : 0;
  return [
    ...rings.map((share) => ({
      type: 'circle',
      shape: { cx, cy, r: radiusOf(share, geometry) },
      style: { fill: 'none', stroke: palette.grid, lineWidth: 1 },
    })),
    ...rings.map((share) => {
      const r = radiusOf(share, geometry);
      return text(`${valueText(share, locale)} %`, cx + r * Math.SQRT1_2 + 3, cy - r * Math.SQRT1_2 - 3);
    }),
    text(compass[0], cx, cy - outer - 11, strong),
    text(compass[1], cx + outer + 12, cy, strong),
    text(compass[2], cx, cy + outer + 11, strong),
    text(compass[3], cx - outer - 12, cy, strong),
    { type: 'circle', shape: { cx, cy, r: inner }, style: { fill: palette.surface, stroke: palette.axis, lineWidth: 1 } },
    ...(inner > 12 ? [text(`${numberText(calmShare, 0, locale)} %`, cx, cy, { align: 'center', fontSize: 10 })] : []),
    ...(geometry.key ? key(kind, { ...geometry.key, calmShare, calm }) : []),
  ];
}

function key(kind: RoseKind, { x, y, row: high, calmShare, calm }: NonNullable<Geometry['key']> & { calmShare: number; calm: string }) {
  const { palette, locale, counts, classNames, classTitle } = kind;
  const facts = high === ROW ? (kind.facts ?? []) : [];
  const cells = shares(kind);
  const colours = roseColours(palette, counts.classes);
  const shareOf = (at: number) => cells.reduce((sum, share, cell) => (cell % counts.classes === at ? sum + share : sum), 0);
  const rows = [
    ...classNames.map((name, at) => ({ name, colour: colours[at] ?? '', share: shareOf(at) })),
    { name: calm, colour: null, share: calmShare },
  ];
  const top = y - ((rows.length + 1 + facts.length) * high) / 2 + high / 2;
  const text = (content: string, atX: number, row: number, look: object = {}) => ({
    type: 'text',
    style: {
      ...{ text: content, x: atX, y: top + row * high, fill: palette.text2, fontSize: 11, fontFamily: palette.font },
      ...{ verticalAlign: 'middle', ...look },
    },
  });
  return [
    text(classTitle, x, 0),
    ...rows.flatMap(({ name, colour, share }, index) => {
      const row = index + 1;
      const style = colour === null ? { fill: palette.surface, stroke: palette.axis, lineWidth: 1 } : { fill: colour };
      return [
        { type: 'rect', shape: { x, y: top + row * high - 5, width: 10, height: 10 }, style },
        text(name, x + 17, row),
        text(`${numberText(share, 1, locale)} %`, x + KEY_WIDTH - 20, row, { align: 'right', fill: palette.text1, fontWeight: 600 }),
      ];
    }),
    ...facts.map((fact, index) => text(fact, x, rows.length + 1 + index, index === 0 ? { fill: palette.text1, fontWeight: 600 } : {})),
  ];
}

function sectorText(sector: number, kind: RoseKind): string {
  const { counts, sectors, classNames, locale } = kind;
  const width = 360 / sectors;
  const cells = shares(kind).slice(sector * counts.classes, (sector + 1) * counts.classes);
  const angle = (value: number) => valueText((value + 360) % 360, locale);
  const sum = cells.reduce((all, each) => all + each, 0);
  return [
    `${angle(sector * width - width / 2)}° – ${angle(sector * width + width / 2)}°: ${numberText(sum, 1, locale)} %`,
    ...cells.map((share, at) => `${classNames[at] ?? ''}: ${numberText(share, 1, locale)} %`),
  ]
    .map(escapeText)
    .join('<br>');
}
