import { useEffect, useState } from 'react';

/** For a dialog that is there only while it is open: once it is gone the keyboard is where it was before, unless it went on elsewhere. */
export function useFocusBack(): void {
  const [before] = useState(() => placeOf(document.activeElement));
  // The focus belongs to the document, not to React.
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before?.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}

/** An entry of a menu is gone with its menu: the button that opened it stays. */
function placeOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]');
  const place = menu ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : element;
  return place instanceof HTMLElement ? place : null;
}
