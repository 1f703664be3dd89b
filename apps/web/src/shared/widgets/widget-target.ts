import type { PermissionName } from '@solvane/contract/permissions';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings, LinkSettings } from '@solvane/contract/widgets/widget-settings';
import { toPeriodParam } from '../time/period-address.ts';

/** What Data Studio or the event log shows of the data of a widget. */
export interface WidgetSelection {
  signals?: readonly string[];
  /** Devices of the signals. Default: the sites. */
  devices?: readonly string[] | null;
  /** Query of the event log. */
  events?: string;
}

interface TargetSearch {
  devices?: string[];
  signals?: string[];
  period?: string;
  q?: string;
}

/** Where a widget leads: a screen with the same selection, or an address. */
export type WidgetTarget =
  | { to: 'dataStudio' | 'eventLog' | 'siteOverview' | 'deviceState'; search: TargetSearch }
  | { to: 'dashboard'; dashboardId: string }
  | { to: 'url'; url: string };

/** More lines than these tell nothing at first sight. */
const MOST_LINES = 40;
/** Of one address. */
const MOST_DEVICES = 100;

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
  const devices = settings.devices.of === 'page' || sites.length > MOST_DEVICES ? {} : { devices: sites };
  return { ...period, ...devices, ...(to === 'eventLog' && selection?.events && { q: selection.events }) };
}
