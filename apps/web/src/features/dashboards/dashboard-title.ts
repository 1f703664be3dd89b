import type { Dashboard } from '@solvane/contract/dashboards';
import { useCallback } from 'react';
import { useServerText } from '../../shared/text/use-server-text.ts';

/** The title of a dashboard; of those that come with the product in the language of the user. */
export function useDashboardTitle(): (dashboard: Pick<Dashboard, 'title' | 'titleKey'>) => string {
  const serverText = useServerText();
  return useCallback(({ title, titleKey }) => (titleKey === null ? title : serverText(titleKey)), [serverText]);
}
