import { useQueryClient } from '@tanstack/react-query';
import { isAnyWaiting } from '../screen/use-in-turn.ts';
import { setPrintMode } from './print-mode.ts';

const STEP_MS = 200;
/** Requests begin with the next picture of the page. */
const FIRST_STEPS = 2;
const LONGEST_MS = 30_000;

/** Loads what is out of sight, then opens the print dialog of the browser: paper or PDF. */
export function usePrint(): () => void {
  const queryClient = useQueryClient();
  return () => void printWhenReady(() => queryClient.isFetching() > 0 || isAnyWaiting());
}

async function printWhenReady(isLoading: () => boolean): Promise<void> {
  setPrintMode(true);
  try {
    for (let waitedMs = 0; waitedMs < LONGEST_MS; waitedMs += STEP_MS) {
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      if (waitedMs >= FIRST_STEPS * STEP_MS && !isLoading()) break;
    }
    window.print();
  } finally {
    setPrintMode(false);
  }
}
