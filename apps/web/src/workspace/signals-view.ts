import type { SignalId } from '@solvane/contract/ids';
import { signalIdSchema } from '@solvane/contract/ids';
import { z } from 'zod';
import { createStoredStore } from './stored-store.ts';

export const SIGNAL_GROUPINGS = ['measurementTypeName', 'deviceType', 'calcType', 'unit', 'none'] as const;
export type SignalGrouping = (typeof SIGNAL_GROUPINGS)[number];

const viewSchema = z.object({
  grouping: z.enum(SIGNAL_GROUPINGS),
  closedGroups: z.array(z.string()),
  /** Only signals that all of the devices have. */
  commonOnly: z.boolean(),
  favorites: z.array(signalIdSchema),
  /** Newest first. */
  recent: z.array(signalIdSchema),
});

const RECENT_KEPT = 20;

export const signalsView = createStoredStore<z.infer<typeof viewSchema>>({
  key: 'signals-view',
  version: 1,
  schema: viewSchema,
  initial: { grouping: 'measurementTypeName', closedGroups: [], commonOnly: false, favorites: [], recent: [] },
  scope: 'device',
});

export function toggleSignalGroup(key: string): void {
  signalsView.setState((state) => ({ ...state, closedGroups: toggled(state.closedGroups, key) }));
}

export function toggleFavoriteSignal(signalId: SignalId): void {
  signalsView.setState((state) => ({ ...state, favorites: toggled(state.favorites, signalId) }));
}

export function rememberUsed(signalId: SignalId): void {
  signalsView.setState((state) => ({
    ...state,
    recent: [signalId, ...state.recent.filter((id) => id !== signalId)].slice(0, RECENT_KEPT),
  }));
}

function toggled<T>(list: readonly T[], item: T): T[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}
