import { useEffect } from 'react';
import { keySettings } from './key-settings.ts';
import { findShortcut } from './shortcuts.ts';

/** Hears the keys of the whole screen. What a field, a dialog or a list has taken for itself does not come here. */
export function KeyListener() {
  // Keys are heard outside of React.
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const shortcut = findShortcut(event, keySettings.get());
      if (!shortcut) return;
      event.preventDefault();
      shortcut.run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return null;
}
