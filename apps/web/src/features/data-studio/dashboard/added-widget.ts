import { DASHBOARD_COLUMNS } from '@solvane/contract/dashboards';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';

/** The widgets of a dashboard with one more below all others. */
export function withWidget(
  widgets: readonly StoredWidget[],
  widget: StoredWidget,
  { id, size }: { id: string; size: readonly [number, number] },
): StoredWidget[] {
  const bottom = widgets.reduce((row, { position }) => Math.max(row, position.y + position.h), 0);
  const order = widgets.reduce((last, { phoneOrder }) => Math.max(last, phoneOrder), -1) + 1;
  const [w, h] = size;
  return [...widgets, { ...widget, id, position: { x: 0, y: bottom, w: Math.min(DASHBOARD_COLUMNS, w), h }, phoneOrder: order }];
}
