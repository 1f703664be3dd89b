import { useEffect } from 'react';
import { keySettings } from './key-settings.ts';
import { findShortcut } from './shortcuts.ts';

/** Hears the keys of the whole screen. What a field or a list has taken for itself does not come here, nor anything pressed in a dialog. */
export function KeyListener() {
  // Keys are heard outside of React.
  useEffect(() => {
    let hadDialog = false;
    // Before the dialog hears it too: Escape would leave none behind.
    const note = (): void => {
      hadDialog = hasDialog();
    };
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || hadDialog) return;
      const shortcut = findShortcut(event, keySettings.get());
      if (!shortcut) return;
      event.preventDefault();
      shortcut.run?.();
    };
    window.addEventListener('keydown', note, true);
    document.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', note, true);
      document.removeEventListener('keydown', listen);
    };
  }, []);
  return null;
}

/** A dialog has the keyboard for itself, also while nothing in it has the focus: Escape closes it alone, and no letter acts on what lies behind it. */
function hasDialog(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}
