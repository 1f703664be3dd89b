import { SITE_STATUS_QUERY } from '@solvane/contract/widgets/widget-page';
import { widgetDataQuery } from './widget-data.queries.ts';

const POLL_MS = 60_000;

/** Power now, age of data and open events of every site. The device panel reads it too: another screen is no reason to request it before its time. */
export function siteStatusQuery() {
  return { ...widgetDataQuery(SITE_STATUS_QUERY), staleTime: POLL_MS };
}
