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
  return new Set([...widgets.flatMap((widget) => fixedSites(widget) ?? []), ...(defaults.devices === 'all' ? [] : defaults.devices)]);
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
    const before = widgetId === undefined ? storedDevices : fixedSites(widgets.get(widgetId));
    const hidden = Array.isArray(before) ? before.filter((id) => !visible.has(id)) : [];
    return [...new Set([...ids, ...hidden])];
  });
}

function fixedSites(widget: StoredWidget | undefined): string[] | undefined {
  const sites = widget?.settings.sites;
  return Array.isArray(sites) && sites.every((site) => typeof site === 'string') ? sites : undefined;
}

/** @param change - of the ids of a widget, or of the defaults without one */
function changeLists<T extends NamingContent>(content: T, change: (ids: string[], widgetId?: string) => string[]): T {
  const { widgets, defaults } = content;
  return {
    ...content,
    widgets: widgets.map((widget) => {
      const sites = fixedSites(widget);
      return sites ? { ...widget, settings: { ...widget.settings, sites: change(sites, widget.id) } } : widget;
    }),
    defaults: defaults.devices === 'all' ? defaults : { ...defaults, devices: change(defaults.devices) as typeof defaults.devices },
  };
}
