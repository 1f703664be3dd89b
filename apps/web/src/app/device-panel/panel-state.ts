import { useSelector } from '@tanstack/react-store';
import { z } from 'zod';
import { createStoredStore } from '../../workspace/stored-store.ts';
import { SITE_ORDERS } from './site-order.ts';
import { GROUPINGS } from './tree-rows.ts';

const viewSchema = z.object({ grouping: z.enum(GROUPINGS), order: z.enum(SITE_ORDERS) });

/** How the tree is arranged: the user's, on every tab. */
export const treeView = createStoredStore<z.infer<typeof viewSchema>>({
  key: 'device-tree-view',
  version: 2,
  schema: viewSchema,
  initial: { grouping: 'none', order: 'name' },
  scope: 'device',
  upgrades: [(older) => ({ order: 'name', ...(older as object) })],
});

const stateSchema = z.object({
  open: z.array(z.string()),
  closedGroups: z.array(z.string()),
  selectedOnly: z.boolean(),
  favoritesOnly: z.boolean(),
});

/** What is open and filtered in this tab. */
export const treeState = createStoredStore<z.infer<typeof stateSchema>>({
  key: 'device-tree',
  version: 1,
  schema: stateSchema,
  initial: { open: [], closedGroups: [], selectedOnly: false, favoritesOnly: false },
  scope: 'tab',
});

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function toSet(list: readonly string[]): ReadonlySet<string> {
  const set = sets.get(list) ?? new Set(list);
  sets.set(list, set);
  return set;
}

export function useOpenNodes(): ReadonlySet<string> {
  return useSelector(treeState, ({ open }) => toSet(open));
}

export function useClosedGroups(): ReadonlySet<string> {
  return useSelector(treeState, ({ closedGroups }) => toSet(closedGroups));
}

export function setOpen(ids: readonly string[], isOpen: boolean): void {
  treeState.setState((state) => ({ ...state, open: withIds(state.open, ids, isOpen) }));
}

export function setGroupOpen(key: string, isOpen: boolean): void {
  treeState.setState((state) => ({ ...state, closedGroups: withIds(state.closedGroups, [key], !isOpen) }));
}

export function setSelectedOnly(selectedOnly: boolean): void {
  treeState.setState((state) => (state.selectedOnly === selectedOnly ? state : { ...state, selectedOnly }));
}

export function setFavoritesOnly(favoritesOnly: boolean): void {
  treeState.setState((state) => (state.favoritesOnly === favoritesOnly ? state : { ...state, favoritesOnly }));
}

function withIds(list: readonly string[], ids: readonly string[], isIn: boolean): string[] {
  const changed = new Set(ids);
  const others = list.filter((id) => !changed.has(id));
  return isIn ? [...others, ...changed] : others;
}
