import { addUnits, unitStart } from '@solvane/energy/time/bucket';
import { localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import type { Enterprise, Site } from '../fleet.ts';
import type { SegmentId } from '../ids.ts';
import type { WidgetQuery } from './widget-queries.ts';

/** What a page gives its widgets: the selection, the period and the instant that counts as now. */
export interface WidgetPage {
  sites: readonly Site[];
  /** Names for titles. Absent: titles do without. */
  enterprises?: readonly Enterprise[];
  period: Period;
  /** Common time zone of the sites, else UTC. */
  zone: string;
  nowMs: number;
  /** Where the net power of the sites is read; null: not known yet. */
  powerDeviceIds: readonly SegmentId[] | null;
}

/** Power, age of data and open events of every site. */
export const SITE_STATUS_QUERY = { kind: 'siteStatus', body: {} } as const satisfies WidgetQuery;

/** Results of every site in the current month. */
export function currentMonthQuery({ nowMs, zone }: Pick<WidgetPage, 'nowMs' | 'zone'>) {
  const first = unitStart(localDayOf(nowMs, zone), 'month');
  const body = { fromDay: toIsoDate(first), toDay: toIsoDate(addUnits(first, 'month', 1)) };
  return { kind: 'fleetResults', body } as const satisfies WidgetQuery;
}
