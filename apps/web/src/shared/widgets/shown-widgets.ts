import type { PermissionName } from '@solvane/contract/permissions';
import { isLeftOut } from '@solvane/contract/widgets/reserved-types';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings, StoredWidget } from '@solvane/contract/widgets/widget-settings';
import type { AnyWidget, WidgetRegistry } from './define-widget.ts';
import { ownPage } from './own-page.ts';

interface WidgetsOfPage {
  widgets: readonly StoredWidget[];
  registry: WidgetRegistry;
  page: WidgetPage;
  /** Absent: the editor shows what any user could see. */
  can?: (permission: PermissionName) => boolean;
}

/** Widgets that are shown to a user for the sites of a page, moved up where others are left out. */
export function shownWidgets({ widgets, registry, page, can = () => true }: WidgetsOfPage): readonly StoredWidget[] {
  const shown = widgets.filter((stored) => {
    if (isLeftOut(stored.type)) return false;
    const definition = registry[stored.type];
    const read = definition?.settings.read(stored);
    if (!definition || read?.status !== 'complete') return true;
    const settings: CommonSettings = read.settings;
    const permission = permissionOf(definition, settings);
    if (permission !== undefined && !can(permission)) return false;
    const { showFor } = settings;
    if (showFor.length === 0) return true;
    return ownPage(page, settings, definition.marks?.(settings)).sites.some(({ metadata }) => showFor.includes(metadata.energyType));
  });
  return shown.length === widgets.length ? widgets : moveUp(shown);
}

/** Without which a widget with these settings is left out; undefined: none. */
export function permissionOf({ permission }: AnyWidget, settings: CommonSettings): PermissionName | undefined {
  return typeof permission === 'function' ? permission(settings) : permission;
}

/** Closes the gaps between rows: each widget moves up to the ones above it that share a column with it. */
export function moveUp(widgets: readonly StoredWidget[]): StoredWidget[] {
  const sorted = widgets.toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x);
  const moved: StoredWidget[] = [];
  for (const widget of sorted) {
    const { x, w } = widget.position;
    const above = moved.filter(({ position }) => position.x < x + w && x < position.x + position.w);
    const y = Math.max(0, ...above.map(({ position }) => position.y + position.h));
    moved.push({ ...widget, position: { ...widget.position, y } });
  }
  return moved;
}
