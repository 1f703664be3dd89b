import { useSelector } from '@tanstack/react-store';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { openPanels, overlayPane, setDevicePanelOpen, setSignalPanelOpen, showOverlay } from '../../workspace/panels.ts';
import { usePaneArrangement } from './use-pane-arrangement.ts';

export type LeftPane = 'device' | 'signals';

/** Whether the panel is beside the screen: the window and open details must leave it enough width. */
export function useIsBeside(pane: LeftPane): boolean {
  const isWide = useViewport() === 'wide';
  const isBeside = usePaneArrangement()?.isBeside[pane] ?? true;
  return isWide && isBeside;
}

/** Whether a panel is open, and how to change it. Stored for a panel beside the screen; an overlay closes with the page. */
export function usePaneOpen(pane: LeftPane): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const isBeside = useIsBeside(pane);
  const isOpenBeside = useSelector(openPanels, (state) => (pane === 'device' ? state.isDevicePanelOpen : state.isSignalPanelOpen));
  const isOver = useSelector(overlayPane, (state) => state.pane === pane);
  if (!isBeside) return [isOver, (isOpen) => showOverlay(isOpen ? pane : null)];
  return [isOpenBeside, pane === 'device' ? setDevicePanelOpen : setSignalPanelOpen];
}
