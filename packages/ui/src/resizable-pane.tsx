import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import classes from './resizable-pane.module.css';

export interface ResizablePaneProps {
  /** Name of the pane among the regions of the page. */
  title: string;
  /** Name of the separator for those who cannot see it. */
  label: string;
  /** Side of the content; the separator is at the other edge. */
  side: 'left' | 'right';
  size: number;
  min: number;
  max: number;
  /** Taken on a double click. */
  defaultSize: number;
  /** Called when the size has settled, not while it is dragged. */
  onResize: (size: number) => void;
  className?: string | undefined;
  children: ReactNode;
}

const STEP = 16;
const LARGE_STEP = 64;

/** A pane with a width of its own that can be dragged, or moved by arrow keys at its separator. */
export function ResizablePane({ title, label, side, size, min, max, defaultSize, onResize, className, children }: ResizablePaneProps) {
  const pane = useRef<HTMLElement>(null);
  const drag = useRef<{ startX: number; startSize: number; size: number } | undefined>(undefined);
  const direction = side === 'left' ? 1 : -1;
  const clamp = (wanted: number): number => Math.round(Math.min(max, Math.max(min, wanted)));

  const begin = (event: PointerEvent<HTMLHRElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    // In a narrow window a pane is narrower than its stored size: dragging starts at what is shown.
    const startSize = Math.round(pane.current?.getBoundingClientRect().width ?? 0) || size;
    drag.current = { startX: event.clientX, startSize, size };
  };
  // Written to the element itself: React hears of it once, at the end.
  const move = (event: PointerEvent): void => {
    if (!drag.current) return;
    drag.current.size = clamp(drag.current.startSize + direction * (event.clientX - drag.current.startX));
    pane.current?.style.setProperty('--pane-size', `${drag.current.size}px`);
  };
  const end = (): void => {
    if (drag.current && drag.current.size !== size) onResize(drag.current.size);
    drag.current = undefined;
  };
  const moveByKey = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const wanted: Record<string, number> = { ArrowRight: size + direction * step, ArrowLeft: size - direction * step, Home: min, End: max };
    const next = wanted[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onResize(clamp(next));
  };

  const separator = (
    <hr
      className={classes.separator}
      data-side={side}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onResize(clamp(defaultSize))}
      onKeyDown={moveByKey}
    />
  );
  return (
    <section
      ref={pane}
      aria-label={title}
      className={`${classes.pane} ${className ?? ''}`}
      data-side={side}
      style={{ '--pane-size': `${clamp(size)}px`, '--pane-min': `${min}px` } as CSSProperties}
    >
      {children}
      {separator}
    </section>
  );
}
