import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { registerSidePanel, useSidePanelSlot } from './screen-slots.ts';

/** What a screen has for the side panel. A screen without one has no handle for it either. */
export function SidePanel({ title, children }: { title: string; children: ReactNode }) {
  const slot = useSidePanelSlot();
  // The side panel belongs to the shell, which lies outside of this tree.
  useEffect(() => registerSidePanel(title), [title]);
  return slot && createPortal(children, slot);
}
