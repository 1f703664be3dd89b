import { type SignalId, signalIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { useSelector } from '@tanstack/react-store';
import { z } from 'zod';
import { createStoredStore } from './stored-store.ts';

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

export function isWithinSignalLimit(count: number): boolean {
  return count <= LIMITS.selectedSignals;
}
