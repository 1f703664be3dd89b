import { Store, useSelector } from '@tanstack/react-store';

export interface ScreenTitle {
  title: string;
  /** The screen stands where there is no page. */
  isStandIn: boolean;
}

interface Slots {
  /** Title the screen gave itself; null: that of its route holds. */
  title: ScreenTitle | null;
  /** Title of what the screen has for the side panel; null: nothing. */
  sidePanelTitle: string | null;
  breadcrumb: HTMLElement | null;
  sidePanel: HTMLElement | null;
}

/** What the screen in view lends to the shell around it, and where the shell takes it. */
const slots = new Store<Slots>({ title: null, sidePanelTitle: null, breadcrumb: null, sidePanel: null });

/** @returns how to take it back */
export function setScreenTitle(title: ScreenTitle): () => void {
  slots.setState((state) => ({ ...state, title }));
  return () => slots.setState((state) => (state.title === title ? { ...state, title: null } : state));
}

/** @returns how to take it back */
export function registerSidePanel(sidePanelTitle: string): () => void {
  slots.setState((state) => ({ ...state, sidePanelTitle }));
  return () => slots.setState((state) => (state.sidePanelTitle === sidePanelTitle ? { ...state, sidePanelTitle: null } : state));
}

/** Title the screen gave itself, as the name of a dashboard; null: the route's title holds. */
export function useScreenTitle(): ScreenTitle | null {
  return useSelector(slots, ({ title }) => title);
}

export function useSidePanelTitle(): string | null {
  return useSelector(slots, ({ sidePanelTitle }) => sidePanelTitle);
}

export function setBreadcrumbSlot(breadcrumb: HTMLElement | null): void {
  slots.setState((state) => ({ ...state, breadcrumb }));
}

export function useBreadcrumbSlot(): HTMLElement | null {
  return useSelector(slots, ({ breadcrumb }) => breadcrumb);
}

export function setSidePanelSlot(sidePanel: HTMLElement | null): void {
  slots.setState((state) => ({ ...state, sidePanel }));
}

export function useSidePanelSlot(): HTMLElement | null {
  return useSelector(slots, ({ sidePanel }) => sidePanel);
}
