import { PANES } from '@solvane/contract/limits';

/** Widths of the panels beside the screen; undefined: this screen has no such panel. */
export interface OpenPanes {
  isNavigationExpanded: boolean;
  device: number | undefined;
  signals: number | undefined;
  /** Whether the panel of the screen's own options is open; undefined: the screen has none. */
  isSideOpen: boolean | undefined;
  isFormOpen: boolean;
  hasDetails: boolean;
}

export interface PaneArrangement {
  /** The navigation shows icons only. */
  isNavigationCollapsed: boolean;
  /** The panel fits beside the screen; otherwise its rail is shown and the panel opens over the screen. */
  isBeside: { device: boolean; signals: boolean };
  /** Minimum width of the screen. */
  mainMin: number;
}

const NAVIGATION = { expanded: 208, collapsed: 56 };
/** Width of a closed panel. */
export const RAIL = 32;
/** Width at which details are drawn (look.md): four facts in a row. */
const DETAILS_SHOWN = 560;
const MAIN = { min: 420, wanted: 520 };

/** Fits what is open into the window: the navigation collapses first, then signals, then devices. */
export function arrangePanes(windowWidth: number, panes: OpenPanes): PaneArrangement {
  const navigation = panes.isNavigationExpanded ? NAVIGATION.expanded : NAVIGATION.collapsed;
  // Beside open details a closed panel has no rail.
  const side = panes.isSideOpen ? PANES.side : panes.hasDetails ? 0 : RAIL;
  const fixed = (panes.isSideOpen === undefined ? 0 : side) + (panes.isFormOpen ? PANES.form.min : 0);
  const { device = 0, signals = 0 } = panes;
  let rest = windowWidth - navigation - fixed - device - signals;
  const details = panes.hasDetails ? { min: PANES.details.min, shown: DETAILS_SHOWN } : { min: 0, shown: 0 };
  const wanted = MAIN.min + details.shown;

  const isNavigationCollapsed = !panes.isNavigationExpanded || rest < wanted;
  if (isNavigationCollapsed) rest += navigation - NAVIGATION.collapsed;
  const hasSignals = rest >= wanted;
  if (!hasSignals) rest += Math.max(0, signals - RAIL);
  // Devices collapse last, only where details would be narrower than their minimum.
  const hasDevice = rest >= MAIN.min + details.min;
  if (!hasDevice) rest += Math.max(0, device - RAIL);
  return {
    isNavigationCollapsed,
    isBeside: { device: hasDevice, signals: hasSignals },
    mainMin: Math.min(MAIN.wanted, Math.max(MAIN.min, rest - details.shown)),
  };
}
