import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings, StoredWidget } from '@solvane/contract/widgets/widget-settings';
import type { WidgetRegistry } from './define-widget.ts';
import { ownPage } from './own-page.ts';

interface WidgetsOfPage {
  widgets: readonly StoredWidget[];
  registry: WidgetRegistry;
  page: WidgetPage;
}

/** Widgets that are shown for the sites of a page, moved up where others are left out. */
export function shownWidgets({ widgets, registry, page }: WidgetsOfPage): readonly StoredWidget[] {
  const shown = widgets.filter((stored) => {
    const definition = registry[stored.type];
    const read = definition?.settings.read(stored);
    if (!definition || read?.status !== 'complete') return true;
    const settings: CommonSettings = read.settings;
    const { showFor } = settings;
    if (showFor.length === 0) return true;
    return ownPage(page, settings, definition.marks?.(settings)).sites.some(({ metadata }) => showFor.includes(metadata.energyType));
  });
  return shown.length === widgets.length ? widgets : moveUp(shown);
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
