import type { DetailsPanel } from '@solvane/contract/workspace';

export interface DetailsContentProps {
  content: DetailsPanel;
}
