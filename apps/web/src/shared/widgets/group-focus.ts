import type { WidgetPage } from '@solvane/contract/widgets/widget-page';

/** What the page shows when a group of events or losses is chosen: its site or its device. undefined: it stands for neither */
export function groupFocus(groupBy: string, key: string | undefined, { sites }: Pick<WidgetPage, 'sites'>): string | undefined {
  if (groupBy === 'device') return key;
  return groupBy === 'site' ? sites.find(({ siteId }) => siteId === key)?.siteSegmentId : undefined;
}
