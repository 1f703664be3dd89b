import type { MessageKey } from '@solvane/i18n/messages';
import { useEffect, useEffectEvent } from 'react';
import { addShortcut } from './shortcuts.ts';

/** Keys that something on the screen acts on while it has the focus, for the list of shortcuts. */
export function useListedKeys(keys: Readonly<Record<string, MessageKey>>): void {
  useEffect(() => {
    const remove = Object.entries(keys).map(([each, label]) => addShortcut({ keys: each, label, run: null }));
    return () => {
      for (const one of remove) one();
    };
  }, [keys]);
}

/** A key of the whole screen while this component is on it; undefined keys do nothing. */
export function useShortcut(keys: string | undefined, run: () => void, label?: MessageKey): void {
  const act = useEffectEvent(run);
  // Keys are heard outside of React.
  useEffect(() => (keys === undefined ? undefined : addShortcut({ keys, label, run: () => act() })), [keys, label]);
}
