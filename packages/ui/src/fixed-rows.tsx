import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';

export interface FixedRowsOptions {
  count: number;
  /** Every row has this height, so that nothing has to be measured: 100,000 rows cost no more than 50. */
  rowHeight: number;
  /** Rows drawn beyond the edge that is scrolled to; beyond the other one a few will do. */
  overscan?: number;
  /**
   * Rows the window moves by at once. More: fewer renders while scrolling slowly. One: every frame draws as many rows as came into view, and none
   * draws the rows of the next one, too, which rows that cost much do not allow.
   */
  stride?: number;
  /** `flushSync` of react-dom: rows that scroll into view are drawn before the frame is laid out, which is then done once and not twice. */
  drawNow?: ((change: () => void) => void) | undefined;
}

export interface FixedRows {
  /** For the element that scrolls. */
  scrollRef: RefCallback<HTMLElement>;
  /** First row to draw. */
  first: number;
  /** Row after the last one to draw. */
  end: number;
  totalHeight: number;
  /** Distance of the first drawn row from the top. */
  offset: number;
  /** @param options.after - rows that stay in view after it, as far as there is room */
  scrollToRow: (index: number, options?: { align?: 'nearest' | 'start'; after?: number }) => void;
}

const BEHIND = 2;

/** Which rows of a long list are in view. */
export function useFixedRows({ count, rowHeight, overscan = 8, stride = 4, drawNow = atLeisure }: FixedRowsOptions): FixedRows {
  const element = useRef<HTMLElement | null>(null);
  const [view, setView] = useState({ first: 0, visible: 0, isUp: false });

  const measure = useCallback(() => {
    const scroller = element.current;
    if (!scroller) return;
    const first = Math.floor(scroller.scrollTop / rowHeight / stride) * stride;
    const visible = Math.ceil(scroller.clientHeight / rowHeight) + stride;
    setView((before) => (before.first === first && before.visible === visible ? before : { first, visible, isUp: first < before.first }));
  }, [rowHeight, stride]);

  const follow = useCallback(() => drawNow(measure), [drawNow, measure]);

  const cleanUp = useRef<() => void>(undefined);
  const scrollRef = useCallback(
    (scroller: HTMLElement | null) => {
      cleanUp.current?.();
      element.current = scroller;
      if (!scroller) return;
      const observer = new ResizeObserver(measure);
      observer.observe(scroller);
      scroller.addEventListener('scroll', follow, { passive: true });
      cleanUp.current = () => {
        observer.disconnect();
        scroller.removeEventListener('scroll', follow);
      };
      measure();
    },
    [measure, follow],
  );

  // A shorter list makes the browser scroll up by itself, without an event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of rows is the reason to measure again
  useEffect(measure, [measure, count]);

  const scrollToRow = useCallback(
    (index: number, { align = 'nearest', after = 0 }: { align?: 'nearest' | 'start'; after?: number } = {}) => {
      const scroller = element.current;
      if (!scroller) return;
      const top = index * rowHeight;
      const bottom = top + (1 + after) * rowHeight;
      if (align === 'start' || top < scroller.scrollTop) scroller.scrollTop = top;
      else if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = Math.min(top, bottom - scroller.clientHeight);
      measure();
    },
    [rowHeight, measure],
  );

  const behind = Math.min(overscan, BEHIND);
  const first = Math.max(0, Math.min(view.first - (view.isUp ? overscan : behind), count));
  const end = Math.min(count, view.first + view.visible + (view.isUp ? behind : overscan));
  return { scrollRef, first, end: Math.max(first, end), totalHeight: count * rowHeight, offset: first * rowHeight, scrollToRow };
}

function atLeisure(change: () => void): void {
  change();
}
