import { type RefObject, useEffect, useRef, useState } from 'react';

/** True once an element has come within one screen of what the user sees. */
export function useIsNear<E extends Element>(): [ref: RefObject<E | null>, isNear: boolean] {
  const ref = useRef<E>(null);
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined');
  // Subscribes to the browser's own observation of the element.
  useEffect(() => {
    if (isNear || !ref.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: '100% 0px',
      // Pages scroll inside of the shell.
      scrollMargin: '100% 0px',
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isNear]);
  return [ref, isNear];
}
