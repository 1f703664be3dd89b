import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { registerSidePanel, useSidePanelSlot } from './screen-slots.ts';

/** What the screen puts into the side panel. A screen without one has no handle for it. */
export function SidePanel({ title, children }: { title: string; children: ReactNode }) {
  const slot = useSidePanelSlot();
  // The panel lies outside of this tree.
  useEffect(() => registerSidePanel(title), [title]);
  return slot && createPortal(children, slot);
}
