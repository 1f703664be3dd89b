import type { MessageKey } from '@solvane/i18n/messages';
import { Store, useSelector } from '@tanstack/react-store';
import { useEffect, useEffectEvent } from 'react';

export interface ScreenAction {
  label: MessageKey;
  run: () => void;
}

const actions = new Store<{ items: readonly ScreenAction[] }>({ items: [] });

/** What can be done on the screen in view by its name, from the command palette; not while it is not possible. */
export function useScreenAction(label: MessageKey, run: () => void, { isPossible }: { isPossible: boolean }): void {
  const act = useEffectEvent(run);
  // The palette lies outside of this tree.
  useEffect(() => {
    if (!isPossible) return;
    const action = { label, run: () => act() };
    actions.setState(({ items }) => ({ items: [...items, action] }));
    return () => actions.setState(({ items }) => ({ items: items.filter((item) => item !== action) }));
  }, [label, isPossible]);
}

export function useScreenActions(): readonly ScreenAction[] {
  return useSelector(actions, ({ items }) => items);
}
