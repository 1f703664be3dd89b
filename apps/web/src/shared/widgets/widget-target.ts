import type { PermissionName } from '@solvane/contract/permissions';
import type { PointFilter } from '@solvane/contract/point-filters';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings, LinkSettings } from '@solvane/contract/widgets/widget-settings';
import type { EventType } from '@solvane/energy/events/event-types';
import type { PeriodSelection } from '@solvane/energy/time/period';
import { toPeriodParam } from '../time/period-address.ts';

/** What Data Studio or the event log shows of the data of a widget. */
export interface WidgetSelection {
  signals?: readonly string[];
  /** Devices of the signals. Default: the sites. */
  devices?: readonly string[] | null;
  /** Query of the event log. */
  events?: string;
  /** Types that the event log shows. Default: its own */
  eventTypes?: readonly EventType[];
}

interface TargetSearch {
  devices?: string[];
  signals?: string[];
  period?: string;
  q?: string;
  types?: EventType[];
  /** Of the points in Data Studio. */
  filters?: PointFilter[];
}

/** Where a widget leads: a screen with the same selection, or an address. */
export type WidgetTarget =
  | { to: 'dataStudio' | 'eventLog' | 'siteOverview' | 'deviceState'; search: TargetSearch }
  | { to: 'dashboard'; dashboardId: string }
  | { to: 'url'; url: string };

/** What a mark stands for: a site or device or a period for the whole page, or a screen with the same data. */
export type WidgetChoice = { focus: string } | { period: PeriodSelection } | { open: WidgetTarget };

/** More lines than these tell nothing at first sight. */
const MOST_LINES = 40;
/** Of one address. */
export const MOST_DEVICES = 100;

export const TARGET_PERMISSIONS: Partial<Record<WidgetTarget['to'], PermissionName>> = {
  dataStudio: 'PageDataStudio',
  eventLog: 'PageEventLogs',
  siteOverview: 'PageSiteOverviewMonitor',
  deviceState: 'PageDeviceStateMonitor',
};

interface TargetRequest {
  settings: Pick<CommonSettings, 'devices' | 'period'>;
  page: WidgetPage;
  selection: WidgetSelection | undefined;
}

/** The target of the title; undefined: it is no link. */
export function titleTarget(link: LinkSettings, request: TargetRequest): WidgetTarget | undefined {
  if (link.to === 'auto' || link.to === 'none') return undefined;
  return link.to === 'dashboard' || link.to === 'url' ? link : { to: link.to, search: searchOf(link.to, request) };
}

/** Where a mark leads in a tab of its own: what it opens by itself, else where the title or the menu leads, about what was chosen. undefined: nowhere */
export function markTarget(choice: WidgetChoice, link: LinkSettings, request: TargetRequest): WidgetTarget | undefined {
  if ('open' in choice) return choice.open;
  if (link.to === 'none') return undefined;
  const target = titleTarget(link, request) ?? menuTargets(request)[0];
  if (!target || !('search' in target)) return target;
  const chosen = 'focus' in choice ? { devices: [choice.focus] } : { period: toPeriodParam(choice.period) ?? 'today' };
  return { ...target, search: { ...target.search, ...chosen } };
}

/** Screens that show the same data, for the menu. */
export function menuTargets(request: TargetRequest): (WidgetTarget & { to: 'dataStudio' | 'eventLog' })[] {
  const { selection } = request;
  return [
    ...(selection?.signals ? [{ to: 'dataStudio' as const, search: searchOf('dataStudio', request) }] : []),
    ...(selection?.events === undefined ? [] : [{ to: 'eventLog' as const, search: searchOf('eventLog', request) }]),
  ];
}

/** The period and, where the widget has its own, the sites: what follows the page needs not be stated. */
function searchOf(
  to: 'dataStudio' | 'eventLog' | 'siteOverview' | 'deviceState',
  { settings, page, selection }: TargetRequest,
): TargetSearch {
  const sites: string[] = page.sites.map(({ siteSegmentId }) => siteSegmentId);
  // The default has no word of its own, and without a word the period of the page would stay.
  const period = settings.period === 'page' ? {} : { period: toPeriodParam(settings.period) ?? 'today' };
  if (to === 'dataStudio') {
    const devices = [...(selection?.devices ?? sites)].slice(0, MOST_LINES);
    return { ...period, devices, signals: [...(selection?.signals ?? [])] };
  }
  const devices = isFocused(page)
    ? { devices: [page.focus.segmentId] }
    : settings.devices.of === 'page' || sites.length > MOST_DEVICES
      ? {}
      : { devices: sites };
  const events = {
    ...(selection?.events && { q: selection.events }),
    ...(selection?.eventTypes && { types: [...selection.eventTypes] }),
  };
  return { ...period, ...devices, ...(to === 'eventLog' && events) };
}

/** Whether the widget shows what is chosen on the page: other screens do not know of it. */
function isFocused(page: WidgetPage): page is WidgetPage & { focus: NonNullable<WidgetPage['focus']> } {
  return page.focus != null && page.sites.length === 1 && page.sites[0]?.siteId === page.focus.site.siteId;
}
