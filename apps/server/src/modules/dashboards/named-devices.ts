import type { Dashboard } from '@solvane/contract/dashboards';
import type { SiteId } from '@solvane/contract/ids';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { and } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { segments } from '../../db/schema/fleet.ts';

/** The parts of a dashboard that name sites and devices. */
export type NamingContent = Pick<Dashboard, 'widgets' | 'defaults'>;

/** Sites and devices that a dashboard names itself, in contrast to those that its page selects. */
export function namedDevices({ widgets, defaults }: NamingContent): Set<string> {
  return new Set([...widgets.flatMap((widget) => fixedDevices(widget) ?? []), ...(defaults.devices === 'all' ? [] : defaults.devices)]);
}

/** Those of them that lie in a scope. What does not exist lies in none. */
export async function findInScope(db: Db, scope: ReadonlySet<SiteId>, named: ReadonlySet<string>): Promise<Set<string>> {
  const sites: ReadonlySet<string> = scope;
  const others = [...named].filter((id) => !sites.has(id));
  const found =
    others.length === 0
      ? []
      : await db
          .select({ id: segments.id })
          .from(segments)
          .where(and(isOneOf(segments.id, others), isOneOf(segments.siteId, scope)));
  return new Set([...[...named].filter((id) => sites.has(id)), ...found.map(({ id }) => id)]);
}

/** What is not visible is left out; a list of devices may become empty. */
export function withoutHidden<T extends NamingContent>(content: T, visible: ReadonlySet<string>): T {
  return changeLists(content, (ids) => ids.filter((id) => visible.has(id)));
}

/** An edited dashboard together with the devices that its editor does not see. Where the editor chose other than a list, they go. */
export function withHidden<T extends NamingContent>(edited: T, stored: NamingContent, visible: ReadonlySet<string>): T {
  const widgets = new Map(stored.widgets.map((widget) => [widget.id, widget]));
  const storedDevices = stored.defaults.devices;
  return changeLists(edited, (ids, widgetId) => {
    const before = widgetId === undefined ? storedDevices : fixedDevices(widgets.get(widgetId));
    const hidden = Array.isArray(before) ? before.filter((id) => !visible.has(id)) : [];
    return [...new Set([...ids, ...hidden])];
  });
}

/** Ids of sites and devices that the settings of a widget name, as this version stores them or as the first one did. */
export function fixedDevices(widget: StoredWidget | undefined): string[] | undefined {
  const { devices, sites } = widget?.settings ?? {};
  return textsOf(isFixed(devices) ? devices.ids : sites);
}

/** Where in the settings they stand. */
export function fixedDevicesPath({ settings }: StoredWidget): string[] {
  return isFixed(settings.devices) ? ['devices', 'ids'] : ['sites'];
}

function withDevices(widget: StoredWidget, ids: string[]): StoredWidget {
  const { devices } = widget.settings;
  const changed = isFixed(devices) ? { devices: { ...devices, ids } } : { sites: ids };
  return { ...widget, settings: { ...widget.settings, ...changed } };
}

function isFixed(devices: unknown): devices is { of: 'fixed'; ids: unknown } {
  return typeof devices === 'object' && devices !== null && 'of' in devices && devices.of === 'fixed' && 'ids' in devices;
}

function textsOf(ids: unknown): string[] | undefined {
  return Array.isArray(ids) && ids.every((id) => typeof id === 'string') ? ids : undefined;
}

/** @param change - of the ids of a widget, or of the defaults without one */
function changeLists<T extends NamingContent>(content: T, change: (ids: string[], widgetId?: string) => string[]): T {
  const { widgets, defaults } = content;
  return {
    ...content,
    widgets: widgets.map((widget) => {
      const ids = fixedDevices(widget);
      return ids ? withDevices(widget, change(ids, widget.id)) : widget;
    }),
    defaults: defaults.devices === 'all' ? defaults : { ...defaults, devices: change(defaults.devices) as typeof defaults.devices },
  };
}
