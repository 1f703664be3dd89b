import { useEffect, useState } from 'react';

const LONGEST_WAIT_MS = 1_000;

/** True once the browser has nothing else to do after something was there: what is needed later loads then. */
export function useIdleAfter(isThere: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  // Subscribes to the browser's own idle time.
  useEffect(() => {
    if (!isThere) return;
    const done = (): void => setIdle(true);
    // Safari has none.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(done, LONGEST_WAIT_MS / 4);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(done, { timeout: LONGEST_WAIT_MS });
    return () => cancelIdleCallback(handle);
  }, [isThere]);
  return isIdle;
}
