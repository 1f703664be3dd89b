import { addUnits, unitStart } from '@solvane/energy/time/bucket';
import { dayStart, localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import type { PeriodSelection } from '@solvane/energy/time/period';
import type { Enterprise, Site } from '../fleet.ts';
import type { SegmentId } from '../ids.ts';
import type { DeviceTree } from './device-tree.ts';
import type { WidgetQuery } from './widget-queries.ts';

/** The site or device that the widgets of a page are about while the user looks at it. */
export interface PageFocus {
  segmentId: SegmentId;
  name: string;
  site: Site;
}

/** What a page gives its widgets: the selection, the period and the instant that counts as now. */
export interface WidgetPage {
  sites: readonly Site[];
  /** Selected parts of the sites; the own segment of a site stands for all of it. null or absent: the sites as a whole */
  segmentIds?: readonly SegmentId[] | null;
  /** Every site that the user sees. Absent: `sites` */
  allSites?: readonly Site[];
  /** Device trees by site, as far as they are loaded. */
  trees?: ReadonlyMap<string, DeviceTree>;
  /** null or absent: the user chose none. */
  focus?: PageFocus | null;
  /** The period in words; absent: instants only. */
  periodSelection?: PeriodSelection;
  /** When the user last asked for the newest data. */
  askedMs?: number;
  /** How often the page refreshes; 0 while it is paused. Absent: only on request */
  refreshMinutes?: number;
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
  const [first, next] = monthDays({ nowMs, zone });
  const body = { fromDay: toIsoDate(first), toDay: toIsoDate(next) };
  return { kind: 'fleetResults', body } as const satisfies WidgetQuery;
}

/** The current month, its whole days. */
export function currentMonth({ nowMs, zone }: Pick<WidgetPage, 'nowMs' | 'zone'>): WidgetPage['period'] {
  const [first, next] = monthDays({ nowMs, zone });
  return { startMs: dayStart(first, zone), endMs: dayStart(next, zone) };
}

function monthDays({ nowMs, zone }: Pick<WidgetPage, 'nowMs' | 'zone'>): [first: number, next: number] {
  const first = unitStart(localDayOf(nowMs, zone), 'month');
  return [first, addUnits(first, 'month', 1)];
}
