import { LIMITS } from '@solvane/contract/limits';
import { type CostLevel, costLevel, costOf } from '@solvane/contract/widgets/widget-cost';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { useMemo } from 'react';
import type { WidgetQueries, WidgetRegistry } from '../../../shared/widgets/define-widget.ts';
import { ownPage } from '../../../shared/widgets/own-page.ts';

interface CostOptions {
  widgets: readonly StoredWidget[];
  registry: WidgetRegistry;
  page: WidgetPage;
}

/** What all widgets of a dashboard read together; the level is that of the dearest one. */
export function useQueryCost({ widgets, registry, page }: CostOptions): { points: number; level: CostLevel } {
  return useMemo(() => {
    const costs = widgets.flatMap((stored) => {
      const definition = registry[stored.type];
      const read = definition?.settings.read(stored);
      if (!definition || read?.status !== 'complete') return [];
      const own = ownPage(page, read.settings, definition.marks?.(read.settings));
      const needed: WidgetQueries = definition.queries(read.settings, own);
      const optional: WidgetQueries = definition.optionalQueries?.(read.settings, own) ?? {};
      return [costOf([...Object.values(needed), ...Object.values(optional)], own)];
    });
    const levels = new Set(costs.map(costLevel));
    const points = costs.reduce((sum, cost) => sum + cost.points, 0);
    const isMuch = levels.has('high') || points > LIMITS.datapointsPerResponse;
    return { points, level: levels.has('tooMuch') ? 'tooMuch' : isMuch ? 'high' : 'low' };
  }, [widgets, registry, page]);
}
