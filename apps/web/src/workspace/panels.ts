import { PANES } from '@solvane/contract/limits';
import { Store, useSelector } from '@tanstack/react-store';
import { z } from 'zod';
import { createStoredStore } from './stored-store.ts';

const sizesSchema = z.object({ device: z.number(), signals: z.number(), form: z.number(), details: z.number() });
export type SizedPane = keyof z.infer<typeof sizesSchema>;

export const paneSizes = createStoredStore({
  key: 'pane-sizes',
  version: 2,
  schema: sizesSchema,
  initial: {
    device: PANES.device.default,
    signals: PANES.signals.default,
    form: PANES.form.default,
    details: PANES.details.default,
  },
  scope: 'device',
  upgrades: [(older) => ({ form: PANES.form.default, ...(older as object) })],
});

const openSchema = z.object({
  isDevicePanelOpen: z.boolean(),
  isSignalPanelOpen: z.boolean(),
  /** By page name; a page that is absent has its default. */
  sidePanelOpenByPage: z.record(z.string(), z.boolean()),
});

export const openPanels = createStoredStore({
  key: 'open-panels',
  version: 1,
  schema: openSchema,
  initial: { isDevicePanelOpen: true, isSignalPanelOpen: true, sidePanelOpenByPage: {} },
  scope: 'tabFirst',
});

const navigationSchema = z.object({ isCollapsed: z.boolean(), openGroups: z.array(z.string()) });

export const navigationState = createStoredStore({
  key: 'navigation',
  version: 1,
  schema: navigationSchema,
  initial: { isCollapsed: false, openGroups: [] },
  scope: 'device',
});

/** Closed where tables and charts need the width (spec §4). */
const SIDE_PANEL_CLOSED_ON = new Set(['event-log', 'data-studio']);

export function setPaneSize(pane: SizedPane, size: number): void {
  const { min, max } = PANES[pane];
  paneSizes.setState((sizes) => ({ ...sizes, [pane]: Math.round(Math.min(max, Math.max(min, size))) }));
}

export function setDevicePanelOpen(isDevicePanelOpen: boolean): void {
  showOverlay(isDevicePanelOpen ? 'device' : null);
  openPanels.setState((state) => ({ ...state, isDevicePanelOpen }));
}

export function setSignalPanelOpen(isSignalPanelOpen: boolean): void {
  showOverlay(isSignalPanelOpen ? 'signals' : null);
  openPanels.setState((state) => ({ ...state, isSignalPanelOpen }));
}

export function setSidePanelOpen(pageName: string, isOpen: boolean): void {
  openPanels.setState((state) => ({ ...state, sidePanelOpenByPage: { ...state.sidePanelOpenByPage, [pageName]: isOpen } }));
}

export function isSidePanelOpen(pageName: string): boolean {
  return openPanels.get().sidePanelOpenByPage[pageName] ?? !SIDE_PANEL_CLOSED_ON.has(pageName);
}

export function useSidePanelOpen(pageName: string): boolean {
  return useSelector(openPanels, () => isSidePanelOpen(pageName));
}

/** The one panel that is open over the screen; not stored. */
export const overlayPane = new Store<{ pane: 'device' | 'signals' | null }>({ pane: null });

export function showOverlay(pane: 'device' | 'signals' | null): void {
  overlayPane.setState(() => ({ pane }));
}
