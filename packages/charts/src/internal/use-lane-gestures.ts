import { useEffect, useEffectEvent, useState } from 'react';
import { barAt, type Lane, type LaneSpan, placeBars, spanBetween } from '../options/lanes.ts';
import type { Period } from '../options/time-series.ts';
import { pan, zoomAround } from '../options/zoom.ts';

interface LaneTarget {
  lanes: readonly Lane[];
  domain: Period;
  view: Period;
  width: number;
  laneHeight: number;
  onView: (view: Period) => void;
  onBar: (lane: number, bar: number) => void;
  onSpan: (span: LaneSpan) => void;
  onCursor: (instantMs: number | null) => void;
}

interface Place {
  lane: number;
  atMs: number;
  x: number;
}

type Gesture = { kind: 'none' } | { kind: 'draw'; from: Place } | { kind: 'pan'; fromX: number; view: Period };

const CLICK_PX = 4;
const WHEEL_ZOOM = 0.0016;

export interface LaneGestures {
  hover: { lane: number; bar: number } | null;
  drawn: LaneSpan | null;
  cursorMs: number | null;
}

/** Clicks on bars, rectangles, zoom and moving. Listens natively: React's wheel listeners cannot keep the page from scrolling. */
export function useLaneGestures(area: HTMLElement | null, target: LaneTarget): LaneGestures {
  const [hover, setHover] = useState<LaneGestures['hover']>(null);
  const [drawn, setDrawn] = useState<LaneSpan | null>(null);
  const [cursorMs, setCursorMs] = useState<number | null>(null);
  const now = useEffectEvent(() => target);

  // Pointers and wheels are heard outside of React.
  useEffect(() => {
    if (!area) return undefined;
    let gesture: Gesture = { kind: 'none' };
    const placeOf = (event: MouseEvent): Place => {
      const { view, width, laneHeight } = now();
      const box = area.getBoundingClientRect();
      const x = Math.max(0, Math.min(width, event.clientX - box.left));
      return {
        x,
        lane: Math.floor((event.clientY - box.top) / laneHeight),
        atMs: Math.round(view.startMs + (x / Math.max(1, width)) * (view.endMs - view.startMs)),
      };
    };
    const barUnder = ({ lane, x }: Place): LaneGestures['hover'] => {
      const { lanes, view, width } = now();
      const bar = barAt(placeBars(lanes[lane]?.bars ?? [], view, width), x);
      return bar === undefined ? null : { lane, bar };
    };
    const onDown = (event: PointerEvent): void => {
      if (event.button !== 0) return;
      event.preventDefault();
      area.setPointerCapture(event.pointerId);
      const place = placeOf(event);
      gesture = event.shiftKey ? { kind: 'pan', fromX: event.clientX, view: now().view } : { kind: 'draw', from: place };
    };
    const onMove = (event: PointerEvent): void => {
      const place = placeOf(event);
      const { domain, width, lanes, onView, onCursor } = now();
      setCursorMs(place.atMs);
      onCursor(place.atMs);
      if (gesture.kind === 'pan') {
        const perPixel = (gesture.view.endMs - gesture.view.startMs) / Math.max(1, width);
        onView(pan(gesture.view, domain, (gesture.fromX - event.clientX) * perPixel));
      } else if (gesture.kind === 'draw' && Math.abs(place.x - gesture.from.x) > CLICK_PX)
        setDrawn(spanBetween(gesture.from, place, lanes.length));
      else if (gesture.kind === 'none') setHover(barUnder(place));
    };
    const onUp = (event: PointerEvent): void => {
      const place = placeOf(event);
      const { lanes, onSpan, onBar } = now();
      if (gesture.kind === 'draw') {
        const bar = barUnder(place);
        if (Math.abs(place.x - gesture.from.x) > CLICK_PX) onSpan(spanBetween(gesture.from, place, lanes.length));
        else if (bar) onBar(bar.lane, bar.bar);
      }
      cancel();
    };
    const cancel = (): void => {
      gesture = { kind: 'none' };
      setDrawn(null);
    };
    const onLeave = (): void => {
      setHover(null);
      setCursorMs(null);
    };
    const onWheel = (event: WheelEvent): void => {
      const { view, domain, width, onView } = now();
      const perPixel = (view.endMs - view.startMs) / Math.max(1, width);
      if (event.ctrlKey || event.metaKey)
        onView(zoomAround({ view, domain, aroundMs: placeOf(event).atMs, factor: Math.exp(event.deltaY * WHEEL_ZOOM * 3) }));
      else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
        onView(pan(view, domain, (event.deltaX || event.deltaY) * perPixel));
      else return;
      event.preventDefault();
    };
    const onDouble = (): void => now().onView(now().domain);
    area.addEventListener('pointerdown', onDown);
    area.addEventListener('pointermove', onMove);
    area.addEventListener('pointerup', onUp);
    area.addEventListener('pointercancel', cancel);
    area.addEventListener('pointerleave', onLeave);
    area.addEventListener('wheel', onWheel, { passive: false });
    area.addEventListener('dblclick', onDouble);
    return () => {
      area.removeEventListener('pointerdown', onDown);
      area.removeEventListener('pointermove', onMove);
      area.removeEventListener('pointerup', onUp);
      area.removeEventListener('pointercancel', cancel);
      area.removeEventListener('pointerleave', onLeave);
      area.removeEventListener('wheel', onWheel);
      area.removeEventListener('dblclick', onDouble);
    };
  }, [area]);

  return { hover, drawn, cursorMs };
}
