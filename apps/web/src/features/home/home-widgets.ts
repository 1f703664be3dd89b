import type { PermissionName } from '@solvane/contract/permissions';
import type { KeyMetric } from '@solvane/contract/widgets/key-metric';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';

/** Home as a dashboard: what the user may not read is left out, and without events the number of running sites takes their position. */
export function homeWidgets(can: (permission: PermissionName) => boolean): StoredWidget[] {
  const metrics: KeyMetric[] = [
    'powerNow',
    ...(can('PageEventLogs') ? (['lostCostNow', 'openEvents'] as const) : []),
    ...(can('PageDataStudio') ? (['availability.Technical.time', 'energy'] as const) : []),
    ...(can('PageEventLogs') ? [] : (['runningSites'] as const)),
    'dataAge',
  ];
  return [
    ...metrics.map((metric, index) =>
      widget(metric, 'keyMetric', { position: { x: index * 2, y: 0, w: 2, h: 1 }, phoneOrder: index, settings: { metric } }),
    ),
    widget('sites', 'kpiTable', { position: { x: 0, y: 1, w: 12, h: 1 }, phoneOrder: 10 }),
    widget('events', 'eventList', { position: { x: 0, y: 2, w: 12, h: 1 }, phoneOrder: 11, settings: { rows: 8 } }),
    widget('power', 'fleetPower', { position: { x: 0, y: 3, w: 12, h: 1 }, phoneOrder: 12 }),
  ];
}

/** Types of what Home shows unless the user chose another dashboard: they load while that choice is asked for. */
export const HOME_TYPES = homeWidgets(() => true).map(({ type }) => type);

function widget(
  id: string,
  type: string,
  { settings = {}, ...own }: Pick<StoredWidget, 'position' | 'phoneOrder'> & { settings?: StoredWidget['settings'] },
): StoredWidget {
  return { id, type, version: 1, settings, ...own };
}
