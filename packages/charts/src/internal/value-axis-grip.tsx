import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import { FREE_RANGE, movedRange, tidyRange, type ValueRange, zoomedRange } from '../options/value-range.ts';
import classes from '../time-series-chart.module.css';

interface ValueAxisGripProps {
  /** Pixels. */
  left: number;
  width: number;
  height: number;
  /** Ends of the axis as drawn. */
  min: number;
  max: number;
  label: string;
  /** What is in force, in words. */
  valueText: string;
  onRange: (range: ValueRange) => void;
}

const STEP = 0.1;
const ZOOM = 1.25;
const WHEEL = 0.0016;

/** The value axis as something to take hold of: dragging moves it, the wheel zooms, a double click frees it; keys do the same. */
export function ValueAxisGrip({ left, width, height, min, max, label, valueText, onRange }: ValueAxisGripProps) {
  const element = useRef<HTMLDivElement>(null);
  const held = useRef<{ y: number; min: number; max: number } | null>(null);
  const zoom = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const box = element.current?.getBoundingClientRect();
    const share = box ? (event.clientY - box.top) / Math.max(1, box.height) : 0.5;
    onRange(tidyRange(zoomedRange({ min, max }, max - share * (max - min), Math.exp(event.deltaY * WHEEL))));
  });
  // React's wheel listeners cannot keep the page from scrolling.
  useEffect(() => {
    const { current } = element;
    const listen = (event: WheelEvent): void => zoom(event);
    current?.addEventListener('wheel', listen, { passive: false });
    return () => current?.removeEventListener('wheel', listen);
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    const middle = (min + max) / 2;
    if (event.key === 'ArrowUp') onRange(tidyRange(movedRange({ min, max }, STEP)));
    else if (event.key === 'ArrowDown') onRange(tidyRange(movedRange({ min, max }, -STEP)));
    else if (event.key === '+') onRange(tidyRange(zoomedRange({ min, max }, middle, 1 / ZOOM)));
    else if (event.key === '-') onRange(tidyRange(zoomedRange({ min, max }, middle, ZOOM)));
    else if (event.key === '0') onRange(FREE_RANGE);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { y: event.clientY, min, max };
  }

  function onPointerMove(event: PointerEvent): void {
    const from = held.current;
    if (from && Math.abs(event.clientY - from.y) > 2) onRange(tidyRange(movedRange(from, (event.clientY - from.y) / Math.max(1, height))));
  }

  function onRelease(): void {
    held.current = null;
  }

  return (
    <div
      ref={element}
      role="slider"
      tabIndex={0}
      className={classes.axisGrip}
      style={{ insetInlineStart: left, width, height }}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={max}
      aria-valuetext={valueText}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onRelease}
      onPointerCancel={onRelease}
      onDoubleClick={() => onRange(FREE_RANGE)}
    />
  );
}
