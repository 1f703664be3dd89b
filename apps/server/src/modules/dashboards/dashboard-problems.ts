import { DASHBOARD_COLUMNS, type DashboardDefaults } from '@solvane/contract/dashboards';
import type { Issue } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import { isReserved } from '@solvane/contract/widgets/reserved-types';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { WIDGET_TYPES } from '@solvane/contract/widgets/widget-types';
import { problem } from '../configuration/configuration-checks.ts';
import { fixedDevices, fixedDevicesPath } from './named-devices.ts';

/** What is wrong with the widgets of a dashboard as a whole; their settings may be incomplete. */
export function widgetProblems(widgets: readonly StoredWidget[], path: Issue['path']): Issue[] {
  const allowed = LIMITS.widgetsPerDashboard;
  const seen = new Set<string>();
  return [
    ...(widgets.length > allowed ? [problem('Dashboard_Problem_Widgets', path, { count: widgets.length, allowed })] : []),
    ...widgets.flatMap(({ id, position: { x, y, w } }, index): Issue[] => {
      const isRepeated = seen.has(id);
      seen.add(id);
      return [
        ...(isRepeated ? [problem('Dashboard_Problem_WidgetId', [...path, index, 'id'], { id })] : []),
        ...(x < 0 || y < 0 || x + w > DASHBOARD_COLUMNS ? [problem('Dashboard_Problem_Position', [...path, index, 'position'])] : []),
      ];
    }),
  ];
}

/** Widgets that a newer version of the product stored. */
export function newerWidgets(widgets: readonly StoredWidget[], path: Issue['path']): Issue[] {
  return widgets.flatMap(({ type, version }, index) => {
    const known = knownVersion(type);
    return known !== undefined && version > known ? [problem('Dashboard_Problem_NewerWidget', [...path, index], { type, version })] : [];
  });
}

/** Widgets that this version does not know, not even by name. */
export function unknownWidgets(widgets: readonly StoredWidget[], path: Issue['path']): Issue[] {
  return widgets.flatMap(({ type, version }, index): Issue[] =>
    knownVersion(type) === undefined && !isReserved(type)
      ? [{ ...problem('Dashboard_Problem_UnknownWidget', [...path, index], { type, version }), level: 'warning' }]
      : [],
  );
}

/** As it is stored: settings that can be read are those of the newest version, all others stay untouched. */
export function toNewest(widget: StoredWidget): StoredWidget {
  const settings = Object.hasOwn(WIDGET_TYPES, widget.type) ? WIDGET_TYPES[widget.type] : undefined;
  if (!settings || widget.version >= settings.version) return widget;
  const read = settings.read(widget);
  if (read.status !== 'complete') return widget;
  return { ...widget, version: settings.version, settings: read.settings as StoredWidget['settings'] };
}

/** A device that neither is visible to the editor nor was there before. */
export function deviceProblems(
  { widgets, defaults }: { widgets: readonly StoredWidget[]; defaults: DashboardDefaults },
  isKnown: (id: string) => boolean,
): Issue[] {
  const ofWidgets = widgets.flatMap((widget, index) =>
    (fixedDevices(widget) ?? []).map(
      (id, position) => [id, ['widgets', index, 'settings', ...fixedDevicesPath(widget), position]] as const,
    ),
  );
  const ofDefaults =
    defaults.devices === 'all' ? [] : defaults.devices.map((id, position) => [id, ['defaults', 'devices', position]] as const);
  return [...ofWidgets, ...ofDefaults].flatMap(([device, path]) =>
    isKnown(device) ? [] : [problem('Configuration_Problem_DeviceUnknown', [...path], { device })],
  );
}

function knownVersion(type: string): number | undefined {
  return Object.hasOwn(WIDGET_TYPES, type) ? WIDGET_TYPES[type]?.version : undefined;
}
