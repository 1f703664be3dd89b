import type { DetailsPanel } from '@solvane/contract/shell';

export interface DetailsContentProps {
  content: DetailsPanel;
}
