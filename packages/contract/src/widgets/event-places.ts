import type { WidgetPage } from './widget-page.ts';

/** Where events of a page are: at its sites, or at the selected segments with everything below them. */
export function eventPlaces({ sites, segmentIds }: Pick<WidgetPage, 'sites' | 'segmentIds'>) {
  return segmentIds ? { segmentIds: [...segmentIds] } : { siteIds: sites.map(({ siteId }) => siteId) };
}
