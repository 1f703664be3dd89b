import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { resolvePeriod } from '@solvane/energy/time/period';

/** The sites and the period that the settings name, as far as the page shows them. */
export function ownPage(page: WidgetPage, { sites, period }: Pick<CommonSettings, 'sites' | 'period'>): WidgetPage {
  return {
    ...page,
    ...(sites !== 'page' && { sites: page.sites.filter(({ siteId }) => sites.includes(siteId)) }),
    ...(period !== 'page' && { period: resolvePeriod(period, page.zone, page.nowMs) }),
  };
}
