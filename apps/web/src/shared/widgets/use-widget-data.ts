import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { NetworkError } from '../../api/network-error.ts';
import type { AnyWidget, WidgetQueries } from './define-widget.ts';
import { widgetDataQuery } from './widget-data.queries.ts';

export interface WidgetData {
  /** undefined: something that the widget needs is not there. */
  data: Record<string, unknown> | undefined;
  error: Error | null;
  /** The data belong to an earlier selection or period. */
  isOld: boolean;
  /** When the oldest of them came, where a newer request did not reach the server. */
  offlineSinceMs: number | undefined;
  retry: () => void;
}

interface WidgetDataRequest {
  definition: AnyWidget;
  settings: CommonSettings;
  page: WidgetPage;
  /** False requests nothing: the widget is far from what the user sees. */
  isNear: boolean;
}

/** Results of the queries of a widget. */
export function useWidgetData({ definition, settings, page, isNear }: WidgetDataRequest): WidgetData {
  const needed: WidgetQueries = definition.queries(settings, page);
  const optional: WidgetQueries = definition.optionalQueries?.(settings, page) ?? {};
  const all = Object.entries({ ...optional, ...needed });
  // What is not asked for has no key of its own.
  const named = all.flatMap(([name, query]) => (query === null ? [] : [[name, query] as const]));
  const results = useQueries({
    queries: named.map(([, query]) => ({
      ...widgetDataQuery(query, settings.refresh, page.refreshMinutes),
      enabled: isNear,
      placeholderData: keepPreviousData,
    })),
  });
  const required = results.filter((_, index) => Object.hasOwn(needed, named[index]?.[0] ?? ''));
  const isComplete = Object.values(needed).every((query) => query !== null) && required.every(({ data }) => data !== undefined);
  return {
    data: isComplete ? Object.fromEntries(named.map(([name], index) => [name, results[index]?.data])) : undefined,
    error: required.find(({ error }) => error)?.error ?? null,
    offlineSinceMs:
      isComplete && required.some(({ error }) => error instanceof NetworkError)
        ? Math.min(...required.map(({ dataUpdatedAt }) => dataUpdatedAt))
        : undefined,
    isOld: results.some(({ isPlaceholderData, data }) => isPlaceholderData && data !== undefined),
    retry: () => void Promise.all(results.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}
