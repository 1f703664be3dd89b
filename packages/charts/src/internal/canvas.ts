import type { PaintContext } from './paint-context.ts';

/** Clears a canvas at the screen's own resolution and hands it over in CSS pixels; null where the browser has no canvas. */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  pixelRatio: number,
): CanvasRenderingContext2D | null {
  const [deviceWidth, deviceHeight] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
  if (canvas.width !== deviceWidth) canvas.width = deviceWidth;
  if (canvas.height !== deviceHeight) canvas.height = deviceHeight;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** Traces corners given as x, y pairs; a NaN pair lifts the pen. */
export function tracePath(context: PaintContext, corners: Float64Array, left: number, top = 0): void {
  context.beginPath();
  let down = false;
  for (let index = 0; index < corners.length; index += 2) {
    const x = corners[index] ?? Number.NaN;
    const y = corners[index + 1] ?? Number.NaN;
    if (Number.isNaN(x)) down = false;
    else if (down) context.lineTo(left + x, top + y);
    else {
      context.moveTo(left + x, top + y);
      down = true;
    }
  }
}

/** A horizontal line of one crisp pixel. */
export function horizontalLine(context: PaintContext, y: number, fromX: number, toX: number, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(fromX, Math.round(y) + 0.5);
  context.lineTo(toX, Math.round(y) + 0.5);
  context.stroke();
}

/** Text cut to a width, with an ellipsis where something was left out. */
export function fitText(context: PaintContext, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let kept = text.length - 1;
  while (kept > 0 && context.measureText(`${text.slice(0, kept)}…`).width > width) kept -= 1;
  return `${text.slice(0, kept)}…`;
}
