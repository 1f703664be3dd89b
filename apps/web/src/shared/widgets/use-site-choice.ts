import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import { useSetFocus } from './use-focus.ts';

/** Focuses the page on a site of it by its id. */
export function useSiteChoice({ sites }: Pick<WidgetPage, 'sites'>): (siteId: string) => void {
  const setFocus = useSetFocus();
  return (siteId) => {
    const site = sites.find((each) => each.siteId === siteId);
    if (site) setFocus(site.siteSegmentId);
  };
}
