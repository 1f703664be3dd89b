import { useEffect } from 'react';
import { keySettings } from './key-settings.ts';
import { findShortcut } from './shortcuts.ts';

/** Hears the keys of the whole screen. What a field or a list has taken for itself does not come here, nor anything pressed in a dialog. */
export function KeyListener() {
  // Keys are heard outside of React.
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isInDialog(event.target)) return;
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

/** A dialog has the keyboard for itself: Escape closes it alone, and no letter acts on what lies behind it. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-modal="true"]') !== null;
}
