import { DASHBOARD_COLUMNS } from '@solvane/contract/dashboards';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { moveUp } from '../../../shared/widgets/shown-widgets.ts';

type Widgets = readonly StoredWidget[];
type Position = StoredWidget['position'];

/** Columns and rows. */
export type WidgetSize = readonly [width: number, height: number];
export type Direction = 'left' | 'right' | 'up' | 'down';

/** Stands before what begins in the same row: others give way to it. */
const FIRST_OF_ROW = 0.25;

/** One step by keyboard. Left and right by a column; up and down past the widget that stands there. */
export function movedWidget(widgets: Widgets, id: string, direction: Direction): Widgets {
  const widget = widgets.find((each) => each.id === id);
  if (!widget) return widgets;
  const { position } = widget;
  if (direction === 'left' || direction === 'right') {
    const x = clamp(position.x + (direction === 'left' ? -1 : 1), 0, DASHBOARD_COLUMNS - position.w);
    return x === position.x ? widgets : replaced(widgets, id, { ...position, x, y: position.y - FIRST_OF_ROW });
  }
  const beside = widgets.filter((each) => each.id !== id && sharesColumns(each.position, position));
  if (direction === 'up') {
    const above = beside.filter((each) => each.position.y < position.y).toSorted((a, b) => b.position.y - a.position.y)[0];
    return above ? replaced(widgets, id, { ...position, y: above.position.y - FIRST_OF_ROW }) : widgets;
  }
  const below = beside.filter((each) => each.position.y > position.y).toSorted((a, b) => a.position.y - b.position.y)[0];
  return below ? replaced(widgets, id, { ...position, y: below.position.y + FIRST_OF_ROW }) : widgets;
}

/** One step by keyboard: a column or a row more or less, within the grid and not below the least size. */
export function resizedWidget(widgets: Widgets, id: string, direction: Direction, [leastWidth, leastHeight]: WidgetSize): Widgets {
  const position = widgets.find((each) => each.id === id)?.position;
  if (!position) return widgets;
  const steps = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const;
  const [wider, higher] = steps[direction];
  const w = wider === 0 ? position.w : clamp(position.w + wider, Math.min(leastWidth, position.w), DASHBOARD_COLUMNS - position.x);
  const h = higher === 0 ? position.h : Math.max(Math.min(leastHeight, position.h), position.h + higher);
  if (w === position.w && h === position.h) return widgets;
  return replaced(widgets, id, { ...position, w, h, y: position.y - FIRST_OF_ROW });
}

/** Positions as they were dragged to. */
export function arrangedWidgets(widgets: Widgets, layout: readonly (Position & { i: string })[]): Widgets {
  const positions = new Map(layout.map(({ i, x, y, w, h }) => [i, { x, y, w, h }]));
  return inOrderOf(widgets, moveUp(widgets.map((widget) => ({ ...widget, position: positions.get(widget.id) ?? widget.position }))));
}

/** A widget below all others, or where there is room for it beside the last ones. */
export function addedWidget(
  widgets: Widgets,
  { size: [width, height], ...widget }: Pick<StoredWidget, 'id' | 'type' | 'version' | 'settings'> & { size: WidgetSize },
): Widgets {
  const w = Math.min(width, DASHBOARD_COLUMNS);
  const bottom = Math.max(0, ...widgets.map(({ position }) => position.y + position.h));
  const last = widgets.toSorted((a, b) => b.position.y + b.position.h - (a.position.y + a.position.h) || b.position.x - a.position.x)[0];
  const x = last ? last.position.x + last.position.w : 0;
  const isBeside = last !== undefined && x + w <= DASHBOARD_COLUMNS;
  const phoneOrder = Math.max(0, ...widgets.map((each) => each.phoneOrder)) + 1;
  const position = { x: isBeside ? x : 0, y: isBeside ? last.position.y : bottom, w, h: height };
  return inOrderOf([...widgets], moveUp([...widgets, { ...widget, phoneOrder, position }]));
}

/** The same widget once more, below itself. */
export function duplicatedWidget(widgets: Widgets, id: string, newId: string): Widgets {
  const widget = widgets.find((each) => each.id === id);
  if (!widget) return widgets;
  const { position, phoneOrder } = widget;
  const copy = { ...widget, id: newId, position: { ...position, y: position.y + FIRST_OF_ROW }, phoneOrder: phoneOrder + 0.5 };
  const ordered = [...widgets, copy].toSorted((a, b) => a.phoneOrder - b.phoneOrder).map(({ id: each }) => each);
  return inOrderOf(
    widgets,
    moveUp([...widgets, copy]).map((each) => ({ ...each, phoneOrder: ordered.indexOf(each.id) + 1 })),
  );
}

export function removedWidget(widgets: Widgets, id: string): Widgets {
  return inOrderOf(widgets, moveUp(widgets.filter((each) => each.id !== id)));
}

export function configuredWidget(widgets: Widgets, stored: StoredWidget): Widgets {
  return widgets.map((each) => (each.id === stored.id ? stored : each));
}

function replaced(widgets: Widgets, id: string, position: Position): Widgets {
  return inOrderOf(widgets, moveUp(widgets.map((each) => (each.id === id ? { ...each, position } : each))));
}

/** Widgets keep their order in the list, and stay the same objects where nothing changed: what did not move is not drawn again. */
function inOrderOf(before: Widgets, after: Widgets): Widgets {
  const byId = new Map(after.map((widget) => [widget.id, widget]));
  const known = before.flatMap((widget) => {
    const next = byId.get(widget.id);
    byId.delete(widget.id);
    return next ? [isSame(widget, next) ? widget : next] : [];
  });
  const all = [...known, ...byId.values()];
  return all.length === before.length && all.every((widget, index) => widget === before[index]) ? before : all;
}

function isSame(a: StoredWidget, b: StoredWidget): boolean {
  const keys = ['x', 'y', 'w', 'h'] as const;
  return keys.every((key) => a.position[key] === b.position[key]) && a.phoneOrder === b.phoneOrder && a.settings === b.settings;
}

function sharesColumns(a: Position, b: Position): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
