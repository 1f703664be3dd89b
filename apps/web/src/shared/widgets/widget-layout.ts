import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import type { Viewport } from '../screen/use-viewport.ts';
import { moveUp } from './shown-widgets.ts';

/** Columns of a stored layout. */
const COLUMNS = 12;

/** Widgets that stand together: cells of one strip, or a widget alone. */
export interface WidgetGroup {
  widgets: readonly StoredWidget[];
  isStrip: boolean;
  /** Columns and rows of the grid, from zero. */
  position: StoredWidget['position'];
}

/**
 * Where widgets stand: on a wide window as they are stored, on a tablet in half as many columns, on a phone one below the other in the order
 * for phones. Metrics beside each other form one strip.
 */
export function widgetLayout(widgets: readonly StoredWidget[], viewport: Viewport, isMetric: (type: string) => boolean): WidgetGroup[] {
  if (viewport === 'phone') return onPhone(widgets, isMetric);
  return strips(viewport === 'narrow' ? onTablet(widgets) : widgets, isMetric);
}

/** Both edges of a widget are halved: what stood side by side still does. */
function onTablet(widgets: readonly StoredWidget[]): StoredWidget[] {
  const halved = widgets.map((widget) => {
    const { x, w } = widget.position;
    const start = Math.min(Math.ceil(x / 2), COLUMNS / 2 - 1);
    const end = Math.max(start + 1, Math.ceil((x + w) / 2));
    return { ...widget, position: { ...widget.position, x: start * 2, w: (end - start) * 2 } };
  });
  return moveUp(halved);
}

/** Metrics that follow each other form a strip. */
function onPhone(widgets: readonly StoredWidget[], isMetric: (type: string) => boolean): WidgetGroup[] {
  const groups: { widgets: StoredWidget[]; isStrip: boolean }[] = [];
  for (const widget of widgets.toSorted((a, b) => a.phoneOrder - b.phoneOrder)) {
    const last = groups.at(-1);
    const isStrip = isMetric(widget.type);
    if (last?.isStrip && isStrip) last.widgets.push(widget);
    else groups.push({ widgets: [widget], isStrip });
  }
  return groups.map((group, y) => ({ ...group, position: { x: 0, y, w: COLUMNS, h: 1 } }));
}

/** From top to bottom, from left to right; metrics of one row and height are together. */
function strips(widgets: readonly StoredWidget[], isMetric: (type: string) => boolean): WidgetGroup[] {
  const sorted = widgets.toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x);
  const keyOf = ({ id, type, position: { y, h } }: StoredWidget) => (isMetric(type) ? `strip ${y} ${h}` : id);
  return [...Map.groupBy(sorted, keyOf).values()].flatMap((group): WidgetGroup[] => {
    const [first] = group;
    if (!first) return [];
    const x = Math.min(...group.map(({ position }) => position.x));
    const end = Math.max(...group.map(({ position }) => position.x + position.w));
    return [{ widgets: group, isStrip: isMetric(first.type), position: { ...first.position, x, w: end - x } }];
  });
}
