import { type DetailsPanel, detailsPanelSchema } from '@solvane/contract/shell';
import { useSelector } from '@tanstack/react-store';
import { z } from 'zod';
import { createStoredStore } from './stored-store.ts';

const schema = z.object({ content: detailsPanelSchema.nullable(), isMaximized: z.boolean() });

export const detailsPanel = createStoredStore<z.infer<typeof schema>>({
  key: 'details',
  version: 1,
  schema,
  initial: { content: null, isMaximized: false },
  scope: 'tab',
});

/** Shows something in the details panel; `app` knows which component draws it. */
export function openDetails(content: DetailsPanel): void {
  detailsPanel.setState(({ isMaximized }) => ({ content, isMaximized }));
}

export function closeDetails(): void {
  detailsPanel.setState(() => ({ content: null, isMaximized: false }));
}

export function setDetailsMaximized(isMaximized: boolean): void {
  detailsPanel.setState((state) => ({ ...state, isMaximized }));
}

/** What is open in the details panel: rows, bars and marks that show the same thing highlight themselves by it. */
export function useDetails(): DetailsPanel | null {
  return useSelector(detailsPanel, ({ content }) => content);
}
