import { escapeText } from '../options/escape-text.ts';
import type { PaintContext } from './paint-context.ts';

/** What `save` keeps: styles, the place of the origin and the area that is drawn in. */
interface State {
  fillStyle: PaintContext['fillStyle'];
  strokeStyle: PaintContext['strokeStyle'];
  lineWidth: number;
  lineJoin: CanvasLineJoin;
  lineCap: CanvasLineCap;
  globalAlpha: number;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
  dash: readonly number[];
  x: number;
  y: number;
  scaleX: number;
  scaleY: number;
  clipId: string | null;
}

const ANCHORS: Readonly<Record<string, string>> = { center: 'middle', right: 'end', end: 'end' };
/** Shift of the base line from the given height [em]: viewers do not agree on the names of base lines. */
const SHIFTS: Readonly<Record<string, number>> = { middle: 0.35, bottom: -0.22, top: 0.78, hanging: 0.78 };
/** Of a letter, where nothing can be measured [em]. */
const LETTER = 0.55;

/** A canvas that writes elements of SVG instead of pixels: the same painters draw both. */
export class SvgContext implements PaintContext {
  fillStyle: PaintContext['fillStyle'] = 'black';
  strokeStyle: PaintContext['strokeStyle'] = 'black';
  lineWidth = 1;
  lineJoin: CanvasLineJoin = 'miter';
  lineCap: CanvasLineCap = 'butt';
  globalAlpha = 1;
  font = '400 10px sans-serif';
  textAlign: CanvasTextAlign = 'start';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  #dash: readonly number[] = [];
  #x = 0;
  #y = 0;
  #scaleX = 1;
  #scaleY = 1;
  #clipId: string | null = null;
  #clips = 0;
  #path: string[] = [];
  readonly #saved: State[] = [];
  readonly #elements: string[] = [];
  readonly #measure: (font: string, text: string) => number;

  /** @param measure - width of a text in a font [px]; default: guessed from its length */
  constructor(measure: (font: string, text: string) => number = guessedWidth) {
    this.#measure = measure;
  }

  /** All that was painted. */
  elements(): string {
    return this.#elements.join('');
  }

  save(): void {
    const { fillStyle, strokeStyle, lineWidth, lineJoin, lineCap, globalAlpha, font, textAlign, textBaseline } = this;
    const styles = { fillStyle, strokeStyle, lineWidth, lineJoin, lineCap, globalAlpha, font, textAlign, textBaseline };
    const place = { x: this.#x, y: this.#y, scaleX: this.#scaleX, scaleY: this.#scaleY, clipId: this.#clipId };
    this.#saved.push({ ...styles, ...place, dash: this.#dash });
  }

  restore(): void {
    const state = this.#saved.pop();
    if (!state) return;
    const { dash, x, y, scaleX, scaleY, clipId, ...styles } = state;
    Object.assign(this, styles);
    [this.#dash, this.#x, this.#y, this.#scaleX, this.#scaleY, this.#clipId] = [dash, x, y, scaleX, scaleY, clipId];
  }

  translate(x: number, y: number): void {
    this.#x += x * this.#scaleX;
    this.#y += y * this.#scaleY;
  }

  scale(x: number, y: number): void {
    this.#scaleX *= x;
    this.#scaleY *= y;
  }

  beginPath(): void {
    this.#path = [];
  }

  closePath(): void {
    this.#path.push('Z');
  }

  moveTo(x: number, y: number): void {
    this.#path.push(`M${this.#at(x, y)}`);
  }

  lineTo(x: number, y: number): void {
    this.#path.push(`${this.#path.length === 0 ? 'M' : 'L'}${this.#at(x, y)}`);
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#path.push(this.#box(x, y, width, height));
  }

  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    const r = Math.min(radius, width / 2, height / 2);
    const corner = (toX: number, toY: number) => `A${short(r * this.#scaleX)} ${short(r * this.#scaleY)} 0 0 1 ${this.#at(toX, toY)}`;
    const [right, bottom] = [x + width, y + height];
    this.#path.push(
      `M${this.#at(x + r, y)}L${this.#at(right - r, y)}${corner(right, y + r)}L${this.#at(right, bottom - r)}${corner(right - r, bottom)}`,
      `L${this.#at(x + r, bottom)}${corner(x, bottom - r)}L${this.#at(x, y + r)}${corner(x + r, y)}Z`,
    );
  }

  arc(x: number, y: number, radius: number, from: number, to: number): void {
    const at = (angle: number) => this.#at(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    const radii = `${short(radius * this.#scaleX)} ${short(radius * this.#scaleY)}`;
    const start = `${this.#path.length === 0 ? 'M' : 'L'}${at(from)}`;
    // A whole circle ends where it begins, which one arc cannot say.
    const middle = (from + to) / 2;
    this.#path.push(`${start}A${radii} 0 0 1 ${at(middle)}A${radii} 0 0 1 ${at(to)}`);
  }

  clip(): void {
    this.#clips += 1;
    const id = `clip-${this.#clips}`;
    this.#elements.push(`<clipPath id="${id}"${this.#clipped()}><path d="${this.#path.join('')}"/></clipPath>`);
    this.#clipId = id;
  }

  fill(): void {
    this.#write(`<path d="${this.#path.join('')}"${this.#filled()}`);
  }

  stroke(): void {
    this.#write(`<path d="${this.#path.join('')}"${this.#stroked()}`);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#write(`<path d="${this.#box(x, y, width, height)}"${this.#filled()}`);
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.#write(`<path d="${this.#box(x, y, width, height)}"${this.#stroked()}`);
  }

  fillText(text: string, x: number, y: number): void {
    const { weight, size, family } = fontOf(this.font);
    const base = y + (SHIFTS[this.textBaseline] ?? 0) * size;
    const [left, top] = this.#at(x, base).split(' ');
    const anchor = ANCHORS[this.textAlign] ?? 'start';
    const look = `font-family="${escapeText(family)}" font-size="${short(size * this.#scaleY)}" font-weight="${weight}" text-anchor="${anchor}"`;
    this.#elements.push(`<text x="${left}" y="${top}" ${look}${this.#filled()}${this.#clipped()}>${escapeText(text)}</text>`);
  }

  measureText(text: string): { width: number } {
    return { width: this.#measure(this.font, text) };
  }

  setLineDash(segments: Iterable<number>): void {
    this.#dash = [...segments];
  }

  #write(element: string): void {
    this.#elements.push(`${element}${this.#clipped()}/>`);
  }

  #at(x: number, y: number): string {
    return `${short(this.#x + x * this.#scaleX)} ${short(this.#y + y * this.#scaleY)}`;
  }

  #box(x: number, y: number, width: number, height: number): string {
    return `M${this.#at(x, y)}L${this.#at(x + width, y)}L${this.#at(x + width, y + height)}L${this.#at(x, y + height)}Z`;
  }

  #filled(): string {
    return ` fill="${String(this.fillStyle)}"${this.globalAlpha < 1 ? ` fill-opacity="${short(this.globalAlpha)}"` : ''}`;
  }

  #stroked(): string {
    const dash = this.#dash.length > 0 ? ` stroke-dasharray="${this.#dash.join(' ')}"` : '';
    const opacity = this.globalAlpha < 1 ? ` stroke-opacity="${short(this.globalAlpha)}"` : '';
    const ends = `stroke-linejoin="${this.lineJoin}" stroke-linecap="${this.lineCap}"`;
    return ` fill="none" stroke="${String(this.strokeStyle)}" stroke-width="${short(this.lineWidth)}" ${ends}${dash}${opacity}`;
  }

  #clipped(): string {
    return this.#clipId === null ? '' : ` clip-path="url(#${this.#clipId})"`;
  }
}

function guessedWidth(font: string, text: string): number {
  return text.length * fontOf(font).size * LETTER;
}

/** Parts of a font as painters write it: weight, size in pixels, families. */
function fontOf(font: string): { weight: string; size: number; family: string } {
  const [, weight = '400', size = '10', family = 'sans-serif'] = /^(\d+) ([\d.]+)px (.+)$/.exec(font) ?? [];
  return { weight, size: Number(size), family };
}

/** A hundredth of a pixel is finer than any screen or printer shows. */
function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
