import { useSelector } from '@tanstack/react-store';
import { useSyncExternalStore } from 'react';
import { usePage } from '../../shared/routing/use-page.ts';
import { useSidePanelTitle } from '../../shared/screen/screen-slots.ts';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { detailsPanel } from '../../workspace/details.ts';
import { useOpenForm } from '../../workspace/form-panel.ts';
import { navigationState, openPanels, paneSizes, useSidePanelOpen } from '../../workspace/panels.ts';
import { arrangePanes, type PaneArrangement, RAIL } from './pane-arrangement.ts';

/** Layout of the panels beside the screen; undefined where the window is too narrow to have any there. */
export function usePaneArrangement(): PaneArrangement | undefined {
  const page = usePage();
  const isWide = useViewport() === 'wide';
  const hasDetails = useSelector(detailsPanel, ({ content, isMaximized }) => content !== null && !isMaximized);
  const windowWidth = useSyncExternalStore(subscribeToResize, () => window.innerWidth);
  const sizes = useSelector(paneSizes);
  const open = useSelector(openPanels);
  const isNavigationExpanded = useSelector(navigationState, ({ isCollapsed }) => !isCollapsed);
  const hasSide = useSidePanelTitle() !== null;
  const isSideOpen = useSidePanelOpen(page.name);
  const isFormOpen = useOpenForm() !== null;
  if (!isWide) return undefined;
  return arrangePanes(windowWidth, {
    isNavigationExpanded,
    device: page.devicePanel ? (open.isDevicePanelOpen ? sizes.device : RAIL) : undefined,
    signals: page.signalsPanel ? (open.isSignalPanelOpen ? sizes.signals : RAIL) : undefined,
    isSideOpen: hasSide ? isSideOpen : undefined,
    isFormOpen,
    hasDetails,
  });
}

function subscribeToResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}
