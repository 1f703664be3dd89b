import { visibleRange } from '../options/line-path.ts';
import { paintLine, paintQuietLines, quietLines } from './paint-plot.ts';
import type { PlotPicture } from './plot-picture.ts';

/** Above this many corners lines are not redrawn in each frame of a movement. */
const DENSE_CORNERS = 20_000;
/** How long a frame redraws lines, and how many corners at least before it looks at the clock. */
const BUDGET_MS = 3;
const CORNERS_AT_ONCE = 2_000;
/** Share of the view that is drawn beyond each of its edges, so that a pan finds lines there. */
const MARGIN_SHARE = 0.25;

/** Lines of a plot as they were drawn once. */
interface DrawnLines {
  canvas: OffscreenCanvas;
  context: OffscreenCanvasRenderingContext2D;
  /** What they were drawn for. */
  picture: PlotPicture;
  /** The same without the axis and with what lies beyond the edges. */
  drawn: PlotPicture;
  /** How many of them are drawn. */
  count: number;
}

/**
 * Draws the lines of plots so that they follow the hand. Where there are many, a frame moves and scales them as they were last drawn, and the next frames
 * redraw them, some at a time.
 */
export class MovingLines {
  readonly #drawn = new Map<string, DrawnLines>();
  #next: DrawnLines | undefined;
  #spare: OffscreenCanvas | undefined;
  #reader: OffscreenCanvasRenderingContext2D | null = null;
  #frame = 0;
  readonly #onDrawn: () => void;

  /** @param onDrawn Lines have been redrawn: what shows them paints again. */
  constructor(onDrawn: () => void) {
    this.#onDrawn = onDrawn;
  }

  /** Draws the lines of a plot that are not pointed at. */
  paint(context: CanvasRenderingContext2D, picture: PlotPicture): void {
    const { id } = picture.plot;
    const known = this.#drawn.get(id);
    const drawn = known && hasSameContent(known.picture, picture) ? known : this.#drawWhole(picture);
    if (!drawn) {
      this.#drawn.delete(id);
      paintQuietLines(context, picture);
      return;
    }
    this.#drawn.set(id, drawn);
    paintMoved(context, drawn, picture);
    if (isSamePlace(drawn.picture, picture) || this.#next) return;
    this.#next = this.#begin(picture, MARGIN_SHARE);
    this.#frame = requestAnimationFrame(this.#drawSome);
  }

  /** Nothing is drawn any more. */
  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#next = undefined;
  }

  readonly #drawSome = (): void => {
    const next = this.#next;
    if (!next) return;
    const endMs = performance.now() + BUDGET_MS;
    let isDone = false;
    while (!isDone && performance.now() < endMs) {
      isDone = drawLines(next, CORNERS_AT_ONCE);
      this.#settle(next.canvas);
    }
    if (!isDone) {
      this.#frame = requestAnimationFrame(this.#drawSome);
      return;
    }
    this.#next = undefined;
    const { id } = next.picture.plot;
    const before = this.#drawn.get(id);
    // Meanwhile something else may have come to be shown.
    if (before && hasSameContent(before.picture, next.picture)) {
      this.#spare = before.canvas;
      this.#drawn.set(id, next);
    }
    this.#onDrawn();
  };

  /** Browsers put off drawing until a canvas is read: then all lines would be drawn in one frame after all. */
  #settle(canvas: OffscreenCanvas): void {
    this.#reader ??= new OffscreenCanvas(1, 1).getContext('2d');
    this.#reader?.drawImage(canvas, 0, 0, 1, 1, 0, 0, 1, 1);
  }

  /** undefined: the lines are few, or the browser has no canvas beside the screen. */
  #drawWhole(picture: PlotPicture): DrawnLines | undefined {
    if (typeof OffscreenCanvas === 'undefined' || picture.pixel === undefined || !isDense(picture)) return undefined;
    const drawn = this.#begin(picture, 0);
    if (drawn) drawLines(drawn, Number.POSITIVE_INFINITY);
    return drawn;
  }

  #begin(picture: PlotPicture, marginShare: number): DrawnLines | undefined {
    const drawn = widened(picture, marginShare);
    const { pixel = 1, frame, layout } = drawn;
    const [width, height] = [Math.ceil(frame.width / pixel), Math.ceil((layout.bottom + 8) / pixel)];
    const canvas = this.#spare ?? new OffscreenCanvas(width, height);
    this.#spare = undefined;
    // Setting a size clears, too.
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext('2d');
    context?.setTransform(1 / pixel, 0, 0, 1 / pixel, 0, 0);
    return context ? { canvas, context, picture, drawn, count: 0 } : undefined;
  }
}

/** Whole pixels of the screen are added: between them lines at rest would be blurred. */
function widened(picture: PlotPicture, share: number): PlotPicture {
  const { layout, frame, pixel = 1 } = picture;
  const { view, width } = layout.geometry;
  const margin = Math.round((width * share) / pixel) * pixel;
  const marginMs = ((view.endMs - view.startMs) / width) * margin;
  const wide = { view: { startMs: view.startMs - marginMs, endMs: view.endMs + marginMs }, width: width + 2 * margin };
  return { ...picture, frame: { ...frame, left: 0, width: wide.width }, layout: { ...layout, geometry: { ...layout.geometry, ...wide } } };
}

/** Draws lines until they have so many corners; true: all are drawn. */
function drawLines(lines: DrawnLines, mostCorners: number): boolean {
  let corners = 0;
  for (const line of quietLines(lines.drawn).slice(lines.count)) {
    if (corners >= mostCorners) return false;
    corners += cornersOf(line, lines.drawn);
    paintLine(lines.context, lines.drawn, line);
    lines.count += 1;
  }
  return true;
}

function isDense(picture: PlotPicture): boolean {
  return quietLines(picture).reduce((sum, line) => sum + cornersOf(line, picture), 0) > DENSE_CORNERS;
}

function cornersOf(line: PlotPicture['lines'][number], { layout: { geometry } }: PlotPicture): number {
  const [from, to] = visibleRange(line, geometry.view);
  return Math.min(to - from, (geometry.width * 2) / geometry.columnWidth);
}

/** Moved and scaled from where the lines were drawn to where they belong now. */
function paintMoved(context: CanvasRenderingContext2D, { canvas, drawn: from }: DrawnLines, to: PlotPicture): void {
  const { scaleX, scaleY, moveX, moveY } = placeOf(from, to);
  const pixel = from.pixel ?? 1;
  context.save();
  context.transform(scaleX, 0, 0, scaleY, moveX, moveY);
  context.imageSmoothingQuality = 'low';
  context.drawImage(canvas, 0, 0, canvas.width * pixel, canvas.height * pixel);
  context.restore();
}

/** Where what was drawn at x, y of one picture belongs in another: at x * scaleX + moveX, y * scaleY + moveY. [px] */
export function placeOf(
  { layout: { geometry: before }, frame: from }: Pick<PlotPicture, 'layout' | 'frame'>,
  { layout: { geometry: now }, frame: to }: Pick<PlotPicture, 'layout' | 'frame'>,
): { scaleX: number; scaleY: number; moveX: number; moveY: number } {
  const perMs = now.width / (now.view.endMs - now.view.startMs);
  const scaleX = (perMs * (before.view.endMs - before.view.startMs)) / before.width;
  const scaleY = now.perUnit / before.perUnit;
  return {
    scaleX,
    scaleY,
    moveX: to.left - from.left * scaleX + (before.view.startMs - now.view.startMs) * perMs,
    moveY: now.zeroY - before.zeroY * scaleY,
  };
}

/** Everything but where on the screen they stand. */
function hasSameContent(before: PlotPicture, now: PlotPicture): boolean {
  return (
    before.lines === now.lines &&
    before.palette === now.palette &&
    before.strong === now.strong &&
    before.pixel === now.pixel &&
    before.frame.left === now.frame.left &&
    before.frame.width === now.frame.width &&
    before.layout.bottom === now.layout.bottom
  );
}

function isSamePlace({ layout: { geometry: before } }: PlotPicture, { layout: { geometry: now } }: PlotPicture): boolean {
  return (
    before.view.startMs === now.view.startMs &&
    before.view.endMs === now.view.endMs &&
    before.zeroY === now.zeroY &&
    before.perUnit === now.perUnit
  );
}
