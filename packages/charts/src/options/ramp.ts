import { type KindPalette, valueText } from './kind-frame.ts';

/** Colours for values between two ends, in equal steps. Values beyond an end have its colour. */
export interface Ramp {
  low: number;
  high: number;
  colours: readonly string[];
}

/** Step of a value, from 0. */
export function rampStep({ low, high, colours }: Ramp, value: number): number {
  const step = high > low ? Math.floor(((value - low) / (high - low)) * colours.length) : 0;
  return Math.min(colours.length - 1, Math.max(0, step));
}

export function rampColour(ramp: Ramp, value: number): string {
  return ramp.colours[rampStep(ramp, value)] ?? '';
}

export interface RampKey {
  ramp: Ramp;
  palette: KindPalette;
  locale: string;
  unit: string;
  /** Before the ramp: what it is. */
  title?: string | undefined;
  /** Texts of the ends. Absent: their numbers, with the unit. */
  ends?: readonly [string, string];
  /** Name of the hatch for missing values. Absent: it is not explained */
  missing?: string | undefined;
  position: Readonly<Record<string, number>>;
}

const STEP = { width: 16, height: 7 };
/** Of a character at the size of labels; a text cannot be measured before it is drawn. */
const CHARACTER = 6.2;
const GAP = 6;
const LONGEST_TITLE = 22;

/** The ramp with both of its ends, as elements of ECharts. */
export function rampKey({ ramp, palette, locale, unit, title, ends, missing, position }: RampKey) {
  const { colours, low, high } = ramp;
  const [lowText, highText] = ends ?? [valueText(low, locale), `${valueText(high, locale)} ${unit}`];
  const children: Record<string, unknown>[] = [];
  let x = 0;
  const write = (text: string): void => {
    children.push(label(text, x, palette));
    x += text.length * CHARACTER + GAP;
  };
  if (title) write(title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title);
  write(lowText);
  for (const fill of colours) {
    children.push({ type: 'rect', shape: { x, y: 0, ...STEP }, style: { fill } });
    x += STEP.width;
  }
  x += GAP;
  write(highText);
  if (missing) {
    x += 2 * GAP;
    const box = { x, y: 0, width: STEP.width, height: STEP.height + 1 };
    children.push({ type: 'rect', shape: box, style: { fill: palette.surface3 } });
    for (const shape of hatchLines(box)) children.push({ type: 'line', shape, style: { stroke: palette.missing, lineWidth: 1 } });
    x += STEP.width + GAP;
    write(missing);
  }
  return { type: 'group', silent: true, ...position, children };
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const HATCH = 6;

/** Lines at 45 degrees through a box; those of boxes side by side meet. One element of ECharts. */
export function hatch(box: Box, stroke: string) {
  const pathData = hatchLines(box)
    .map(({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`)
    .join('');
  return {
    type: 'path',
    silent: true,
    shape: { pathData: pathData || `M${box.x} ${box.y}` },
    style: { stroke, lineWidth: 1, fill: 'none' },
  };
}

function hatchLines({ x, y, width, height }: Box): { x1: number; y1: number; x2: number; y2: number }[] {
  const [right, bottom] = [x + width, y + height];
  const first = Math.ceil((x + y) / HATCH) * HATCH;
  return Array.from({ length: Math.max(0, Math.ceil((right + bottom - first) / HATCH)) }, (_, i) => first + i * HATCH).map((sum) => ({
    ...{ x1: Math.max(x, sum - bottom), y1: Math.min(bottom, sum - x) },
    ...{ x2: Math.min(right, sum - y), y2: Math.max(y, sum - right) },
  }));
}

function label(text: string, x: number, { text2, font }: KindPalette) {
  return { type: 'text', style: { text, x, y: STEP.height / 2, fill: text2, fontSize: 11, fontFamily: font, verticalAlign: 'middle' } };
}
