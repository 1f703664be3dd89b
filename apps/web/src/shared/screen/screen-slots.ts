import { createStore, useSelector } from '@tanstack/react-store';

/** What the screen in view lends to the header around it. */
const slots = createStore<{ title: string | null; breadcrumb: HTMLElement | null }>({ title: null, breadcrumb: null });

/** @returns how to take it back */
export function setScreenTitle(title: string): () => void {
  slots.setState((state) => ({ ...state, title }));
  return () => slots.setState((state) => (state.title === title ? { ...state, title: null } : state));
}

/** Title the screen gave itself, as the name of a dashboard; null: the route's title holds. */
export function useScreenTitle(): string | null {
  return useSelector(slots, ({ title }) => title);
}

export function setBreadcrumbSlot(breadcrumb: HTMLElement | null): void {
  slots.setState((state) => ({ ...state, breadcrumb }));
}

export function useBreadcrumbSlot(): HTMLElement | null {
  return useSelector(slots, ({ breadcrumb }) => breadcrumb);
}
