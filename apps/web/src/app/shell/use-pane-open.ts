import { useSelector } from '@tanstack/react-store';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { openPanels, overlayPane, setDevicePanelOpen, setSignalPanelOpen, showOverlay } from '../../workspace/panels.ts';

export type LeftPane = 'device' | 'signals';

/** Whether a panel is open, and how to change it: remembered where it stands beside the screen, for the moment where it lies over it. */
export function usePaneOpen(pane: LeftPane): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const isBeside = useViewport() === 'wide';
  const isOpenBeside = useSelector(openPanels, (state) => (pane === 'device' ? state.isDevicePanelOpen : state.isSignalPanelOpen));
  const isOver = useSelector(overlayPane, (state) => state.pane === pane);
  if (!isBeside) return [isOver, (isOpen) => showOverlay(isOpen ? pane : null)];
  return [isOpenBeside, pane === 'device' ? setDevicePanelOpen : setSignalPanelOpen];
}
