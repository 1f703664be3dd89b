import { causeMetricId, isCauseMetric, type PeriodMetricId } from '@solvane/contract/metric-ids';
import type { FormChoice } from '@solvane/contract/widgets/widget-form';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../access/permission-gate.tsx';
import { eventGroupsQuery } from '../events/event-groups.queries.ts';
import type { AnyWidget } from './define-widget.ts';
import { metricText } from './metric-text.ts';

const DAY_MS = 86_400_000;
/** What happened in a year is what a fleet knows. */
const YEAR_MS = 366 * DAY_MS;
/** The costliest; others are named by importing a dashboard. */
const MOST_CAUSES = 500;

interface ChoicesRequest {
  definition: AnyWidget;
  stored: StoredWidget;
  page: WidgetPage;
}

/** Lost energy of the categories and codes of events of the last year, and of those that a widget names already. Empty for widgets without metrics. */
export function useCauseChoices({ definition, stored, page }: ChoicesRequest): FormChoice[] {
  const intl = useIntl();
  const mayRead = usePermission('PageEventLogs');
  const { form, lists } = definition.settings;
  const hasMetrics = form.some(({ isMetric }) => isMetric) || lists.some(({ columns }) => columns.some(isMetricColumn));
  const { sites } = page;
  // The same question all day.
  const endMs = Math.ceil(page.nowMs / DAY_MS) * DAY_MS;
  const filter = useMemo(
    () => ({ siteIds: sites.map(({ siteId }) => siteId), startMs: endMs - YEAR_MS, endMs, members: 'hidden' as const }),
    [sites, endMs],
  );
  const enabled = hasMetrics && mayRead;
  const { data: categories } = useQuery({ ...eventGroupsQuery({ filter, groupBy: 'category', limit: MOST_CAUSES }), enabled });
  const { data: codes } = useQuery({ ...eventGroupsQuery({ filter, groupBy: 'code', limit: MOST_CAUSES }), enabled });
  return useMemo(() => {
    if (!hasMetrics) return [];
    const known = [
      ...(categories?.items ?? []).map(({ key, name }) => ({ by: 'category' as const, key, name })),
      ...(codes?.items ?? []).map(({ key, name }) => ({ by: 'code' as const, key, name })),
    ].filter(({ key }) => key !== '');
    const labels = new Map<PeriodMetricId, string>(
      known.map(({ by, key, name }) => {
        const metricId = causeMetricId({ by, name: key });
        const text = metricText(metricId, intl);
        // Codes of machines say nothing by themselves.
        return [metricId, by === 'code' && name !== key ? `${text} ${name.replace(key, '').trim()}` : text];
      }),
    );
    for (const metricId of causesIn(stored.settings)) if (!labels.has(metricId)) labels.set(metricId, metricText(metricId, intl));
    return [...labels].map(([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label, intl.locale));
  }, [hasMetrics, categories, codes, stored, intl]);
}

function isMetricColumn(column: AnyWidget['settings']['lists'][number]['columns'][number]): boolean {
  return column.kind === 'choice' && column.isMetric === true;
}

/** Wherever settings name them: alone, in a list, or in columns. */
function causesIn(value: unknown): PeriodMetricId[] {
  if (typeof value === 'string') return isCauseMetric(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(causesIn) : [];
}
