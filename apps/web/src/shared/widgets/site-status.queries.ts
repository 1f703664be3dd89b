import { SITE_STATUS_QUERY } from '@solvane/contract/widgets/widget-page';
import { widgetDataQuery } from './widget-data.queries.ts';

/** Power now, age of data and open events of every site. The device panel reads it too. */
export function siteStatusQuery() {
  return widgetDataQuery(SITE_STATUS_QUERY);
}
