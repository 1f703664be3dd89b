import type { Site } from '@solvane/contract/fleet';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import type { WidgetRegistry } from './define-widget.ts';

interface WidgetsOfPage {
  widgets: readonly StoredWidget[];
  registry: WidgetRegistry;
  sites: readonly Site[];
}

/** Widgets that are shown for these sites, moved up where others are left out. */
export function shownWidgets({ widgets, registry, sites }: WidgetsOfPage): readonly StoredWidget[] {
  const shown = widgets.filter((stored) => {
    const read = registry[stored.type]?.settings.read(stored);
    if (read?.status !== 'complete') return true;
    const { showFor, sites: chosen } = read.settings as { showFor: readonly string[]; sites: 'page' | readonly string[] };
    const own = chosen === 'page' ? sites : sites.filter(({ siteId }) => chosen.includes(siteId));
    return showFor.length === 0 || own.some(({ metadata }) => metadata.energyType !== null && showFor.includes(metadata.energyType));
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
