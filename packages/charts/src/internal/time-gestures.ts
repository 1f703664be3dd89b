import type { Period } from '../options/time-series.ts';
import { pan, pinch, span, zoomAround } from '../options/zoom.ts';

export interface GestureTarget {
  /** Distance of the time frame from the element's left edge, and its width: `width` pixels show `view`. */
  left: number;
  width: number;
  view: Period;
  domain: Period;
  /** The wheel zooms by itself; else only with the control key, so that a page with a chart in it still scrolls. */
  wheelZooms: boolean;
  /** The cursor follows the pointer; null: it left. */
  onCursor: (instantMs: number | null) => void;
  /** A span is being picked; null: no longer. */
  onPick: (span: Period | null) => void;
  /** A press without a drag, with Shift or without; null: it means nothing. */
  onClick: ((instantMs: number, isShift: boolean) => void) | null;
  /** The view while a gesture goes on. */
  onMove: (view: Period) => void;
  /** The view a gesture ended with. */
  onSettle: (view: Period) => void;
  /** A drag chose this span; null: a drag zooms. */
  onSpan: ((span: Period) => void) | null;
  onUndo: () => void;
}

type Gesture =
  | { kind: 'none' }
  | { kind: 'pick'; fromMs: number; fromX: number }
  | { kind: 'pan'; fromX: number; view: Period }
  | { kind: 'scrub' }
  | { kind: 'pinch'; held: [number, number] };

const WHEEL_SETTLE_MS = 160;
const CLICK_PX = 4;
const WHEEL_ZOOM = 0.0016;
/** A pinch on a trackpad arrives as small wheel steps with the control key. */
const TRACKPAD_PINCH = 6;

/**
 * Wheel and pinch zoom, dragging picks a span, dragging with shift pans, one finger moves the cursor, a double click undoes. Listens natively: React's wheel
 * listeners cannot keep the page from scrolling.
 */
export function listenForTimeGestures(element: HTMLElement, now: () => GestureTarget): () => void {
  const fingers = new Map<number, number>();
  let gesture: Gesture = { kind: 'none' };
  let moved: Period | null = null;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;

  function xOf(event: MouseEvent): number {
    return event.clientX - element.getBoundingClientRect().left - now().left;
  }

  function move(view: Period): void {
    moved = view;
    now().onMove(view);
  }

  function settle(): void {
    clearTimeout(settleTimer);
    if (moved) now().onSettle(moved);
    moved = null;
  }

  function cancel(): void {
    gesture = { kind: 'none' };
    now().onPick(null);
  }

  function onWheel(event: WheelEvent): void {
    if (!now().wheelZooms && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    move(viewAfterWheel(event, now(), moved ?? now().view, xOf(event)));
    clearTimeout(settleTimer);
    settleTimer = setTimeout(settle, WHEEL_SETTLE_MS);
  }

  function onDown(event: PointerEvent): void {
    const x = xOf(event);
    const target = now();
    if (event.button !== 0 || x < 0 || x > target.width) return;
    fingers.set(event.pointerId, x);
    element.setPointerCapture(event.pointerId);
    if (fingers.size === 2) {
      const [first = 0, second = 0] = sorted(fingers);
      target.onCursor(null);
      gesture = { kind: 'pinch', held: [instantAt(target, first), instantAt(target, second)] };
    } else if (event.pointerType === 'touch') {
      gesture = { kind: 'scrub' };
      target.onCursor(instantAt(target, x));
    } else
      gesture = event.shiftKey ? { kind: 'pan', fromX: x, view: target.view } : { kind: 'pick', fromMs: instantAt(target, x), fromX: x };
  }

  function onMove(event: PointerEvent): void {
    const x = xOf(event);
    const target = now();
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, x);
    if (gesture.kind === 'pinch') {
      const [first = 0, second = 0] = sorted(fingers);
      move(pinch({ held: gesture.held, at: [first, second], width: target.width, domain: target.domain }));
    } else if (gesture.kind === 'pan') move(pan(gesture.view, target.domain, (gesture.fromX - x) * msPerPixel(gesture.view, target.width)));
    else target.onCursor(x < 0 || x > target.width ? null : instantAt(target, x));
    if (gesture.kind === 'pick' && Math.abs(x - gesture.fromX) > CLICK_PX) target.onPick(inOrder(gesture.fromMs, instantAt(target, x)));
  }

  function onUp(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    const x = xOf(event);
    const target = now();
    if (event.type === 'pointerup' && (gesture.kind === 'pick' || gesture.kind === 'pan')) finish(gesture, x, target);
    settle();
    cancel();
  }

  function finish({ kind, fromX }: Extract<Gesture, { kind: 'pick' | 'pan' }>, x: number, target: GestureTarget): void {
    if (Math.abs(x - fromX) <= CLICK_PX) target.onClick?.(instantAt(target, fromX), kind === 'pan');
    else if (kind === 'pick') (target.onSpan ?? target.onSettle)(span(instantAt(target, fromX), instantAt(target, x), target.domain));
  }

  function onLeave(): void {
    if (fingers.size === 0) now().onCursor(null);
  }

  function onDouble(): void {
    now().onUndo();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || gesture.kind !== 'pick') return;
    event.stopPropagation();
    cancel();
  }

  element.addEventListener('wheel', onWheel, { passive: false });
  element.addEventListener('pointerdown', onDown);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', onUp);
  element.addEventListener('pointercancel', onUp);
  element.addEventListener('pointerleave', onLeave);
  element.addEventListener('dblclick', onDouble);
  window.addEventListener('keydown', onKey, true);
  return () => {
    clearTimeout(settleTimer);
    element.removeEventListener('wheel', onWheel);
    element.removeEventListener('pointerdown', onDown);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', onUp);
    element.removeEventListener('pointercancel', onUp);
    element.removeEventListener('pointerleave', onLeave);
    element.removeEventListener('dblclick', onDouble);
    window.removeEventListener('keydown', onKey, true);
  };
}

function viewAfterWheel(event: WheelEvent, { domain, width }: GestureTarget, view: Period, x: number): Period {
  const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
  const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
  if (isSideways) return pan(view, domain, (event.deltaX || event.deltaY) * pixels * msPerPixel(view, width));
  const speed = WHEEL_ZOOM * pixels * (event.ctrlKey ? TRACKPAD_PINCH : 1);
  const aroundMs = view.startMs + Math.max(0, Math.min(x, width)) * msPerPixel(view, width);
  return zoomAround({ view, domain, aroundMs, factor: Math.exp(event.deltaY * speed) });
}

function instantAt({ view, width }: GestureTarget, x: number): number {
  return view.startMs + Math.max(0, Math.min(x, width)) * msPerPixel(view, width);
}

function msPerPixel({ startMs, endMs }: Period, width: number): number {
  return (endMs - startMs) / Math.max(1, width);
}

function inOrder(firstMs: number, secondMs: number): Period {
  return { startMs: Math.min(firstMs, secondMs), endMs: Math.max(firstMs, secondMs) };
}

function sorted(fingers: ReadonlyMap<number, number>): number[] {
  return [...fingers.values()].sort((a, b) => a - b);
}
