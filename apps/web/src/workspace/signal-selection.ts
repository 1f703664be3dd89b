import { type SignalId, signalIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { useSelector } from '@tanstack/react-store';
import { z } from 'zod';
import { showNotice } from './notices.ts';
import { rememberUsed } from './signals-view.ts';
import { createStoredStore } from './stored-store.ts';

/** What a dragged signal is called while it is over a chart. */
export const SIGNAL_MIME = 'application/x-solvane-signal';

const schema = z.object({ signalIds: z.array(signalIdSchema) });

export const signalSelection = createStoredStore({ key: 'signals', version: 1, schema, initial: { signalIds: [] }, scope: 'tab' });

/** Selected signals, in the order they were selected. */
export function useSelectedSignalIds(): readonly SignalId[] {
  return useSelector(signalSelection, ({ signalIds }) => signalIds);
}

export function replaceSignals(signalIds: readonly SignalId[]): void {
  signalSelection.setState(() => ({ signalIds: [...new Set(signalIds)] }));
}

export function clearSignals(): void {
  if (signalSelection.get().signalIds.length > 0) replaceSignals([]);
}

/** Selects one more by hand, from then on it was used lately; too many are refused with a message, and nothing is cut. */
export function addSignal(signalId: SignalId): void {
  const { signalIds } = signalSelection.get();
  if (signalIds.includes(signalId)) return;
  const requested = signalIds.length + 1;
  if (!isWithinSignalLimit(requested)) {
    showNotice({
      id: 'too-many-signals',
      kind: 'error',
      title: 'Signals_TooManySignals_Message',
      values: { requested, allowed: LIMITS.selectedSignals },
    });
    return;
  }
  replaceSignals([...signalIds, signalId]);
  rememberUsed(signalId);
}

export function isWithinSignalLimit(count: number): boolean {
  return count <= LIMITS.selectedSignals;
}
