import type { DetailsPanel } from '@solvane/contract/shell';

export interface DetailsContentProps {
  content: DetailsPanel;
  /** Slot in the panel's head: a content with its own head shows it there, in place of the title. null: not mounted yet. */
  headSlot: HTMLElement | null;
}
