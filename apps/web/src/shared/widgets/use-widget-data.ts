import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { NetworkError } from '../../api/network-error.ts';
import { lastOf } from '../fleet/last-of.ts';
import type { AnyWidget, WidgetQueries } from './define-widget.ts';
import { widgetDataQuery } from './widget-data.queries.ts';

export interface WidgetData {
  /** The same object while what was found is the same. undefined: something that the widget needs is not there. */
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
  const needed: WidgetQueries = useMemo(() => definition.queries(settings, page), [definition, settings, page]);
  const optional: WidgetQueries = useMemo(() => definition.optionalQueries?.(settings, page) ?? {}, [definition, settings, page]);
  const [dataOf] = useState(() => lastOf(namedData));
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
    data: isComplete ? dataOf(named.map(([name]) => name).join(' '), ...results.map(({ data }) => data)) : undefined,
    error: required.find(({ error }) => error)?.error ?? null,
    offlineSinceMs:
      isComplete && required.some(({ error }) => error instanceof NetworkError)
        ? Math.min(...required.map(({ dataUpdatedAt }) => dataUpdatedAt))
        : undefined,
    isOld: results.some(({ isPlaceholderData, data }) => isPlaceholderData && data !== undefined),
    retry: () => void Promise.all(results.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}

/** What was found, by the names of the queries. */
function namedData(names: string, ...found: readonly unknown[]): Record<string, unknown> {
  const each = names.split(' ');
  return Object.fromEntries(found.map((value, index) => [each[index], value]));
}
