import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

export interface Size {
  width: number;
  height: number;
}

/** Size of an element in CSS pixels, followed while it changes. */
export function useSize(element: HTMLElement | null): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  // Subscribes to the browser's layout: nothing else knows the size.
  useLayoutEffect(() => {
    if (!element) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Device pixels per CSS pixel: changes with browser zoom and when the window moves to another screen. */
export function usePixelRatio(): number {
  return useSyncExternalStore(watchPixelRatio, () => window.devicePixelRatio || 1);
}

function watchPixelRatio(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  const query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  query.addEventListener('change', onChange);
  return () => {
    window.removeEventListener('resize', onChange);
    query.removeEventListener('change', onChange);
  };
}
