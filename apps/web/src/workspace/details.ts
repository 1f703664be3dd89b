import { type DetailsPanel, detailsPanelSchema } from '@solvane/contract/shell';
import { useSelector } from '@tanstack/react-store';
import { z } from 'zod';
import { createStoredStore } from './stored-store.ts';

const schema = z.object({
  content: detailsPanelSchema.nullable(),
  isMaximized: z.boolean(),
  /** Name of the page it was opened on; null until a page shows it. */
  page: z.string().nullable(),
});

export const detailsPanel = createStoredStore<z.infer<typeof schema>>({
  key: 'details',
  version: 2,
  schema,
  initial: { content: null, isMaximized: false, page: null },
  scope: 'tab',
  upgrades: [(older) => ({ ...(older as object), page: null })],
});

/** Shows something in the details panel; `app` knows which component draws it. */
export function openDetails(content: DetailsPanel): void {
  detailsPanel.setState(({ isMaximized }) => ({ content, isMaximized, page: null }));
}

export function closeDetails(): void {
  detailsPanel.setState(() => ({ content: null, isMaximized: false, page: null }));
}

export function setDetailsMaximized(isMaximized: boolean): void {
  detailsPanel.setState((state) => ({ ...state, isMaximized }));
}

/** Details belong to the page that first shows them; a shared link names its page before it gets there. */
export function assignDetailsTo(page: string): void {
  detailsPanel.setState((state) => (state.content === null || state.page !== null ? state : { ...state, page }));
}

/** Closes details of another page. The assistant stays open: it is about all of them. */
export function closeDetailsOfOtherPage(page: string): void {
  const { content, page: openedOn } = detailsPanel.get();
  if (content !== null && content.kind !== 'chatbot' && openedOn !== page) closeDetails();
}

/** What is open in the details panel: rows, bars and marks that show the same thing highlight themselves by it. */
export function useDetails(): DetailsPanel | null {
  return useSelector(detailsPanel, ({ content }) => content);
}
