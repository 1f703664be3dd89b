import { currentMonthQuery, SITE_STATUS_QUERY, type WidgetPage } from './widget-page.ts';
import { widgetSettings } from './widget-settings.ts';

/** Sites as rows, those that need attention first. */
export const kpiTableSettings = widgetSettings({ type: 'kpiTable', shape: {}, without: ['period', 'numbers'] });

export function kpiTableQueries() {
  return { status: SITE_STATUS_QUERY };
}

/** Columns of the month are left out while their query is open or where it is refused. */
export function kpiTableOptionalQueries(_settings: unknown, page: WidgetPage) {
  return { month: currentMonthQuery(page) };
}
