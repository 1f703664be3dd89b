import { type RefObject, useEffect, useRef, useState } from 'react';
import { usePrintMode } from './print-mode.ts';

/** Whether an element is within one screen of what the user sees, or about to be printed. */
export function useIsNear<E extends Element>(): [ref: RefObject<E | null>, isNear: boolean] {
  const ref = useRef<E>(null);
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined');
  const isPrinting = usePrintMode();
  // Subscribes to the browser's own observation of the element.
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined' || !ref.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      rootMargin: '100% 0px',
      // Pages scroll inside of the shell.
      scrollMargin: '100% 0px',
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, isNear || isPrinting];
}
