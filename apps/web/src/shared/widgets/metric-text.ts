import type { MetricRow, PeriodMetricId } from '@solvane/contract/metric-values';
import { METRICS } from '@solvane/contract/metrics';
import { metricName } from '@solvane/contract/widgets/metric-choices';
import type { MessageKey } from '@solvane/i18n/messages';
import type { WidgetText } from './widget-table.ts';

/** Name of a metric in the language of the user. */
export function metricText(metricId: PeriodMetricId, { formatMessage }: Pick<WidgetText['intl'], 'formatMessage'>): string {
  return formatMessage({ id: metricName(metricId) as MessageKey });
}

/** Unit that values of a metric come in: amounts of money have their currency. */
export function metricUnit(metricId: PeriodMetricId, currency: string | null): string {
  return METRICS[metricId].unit.replace('cur', currency ?? '');
}

/** Why a value is missing, or what it lacks. undefined: it is complete */
export function metricReason(
  { value, reason, have, of, isPartial }: Pick<MetricRow, 'value' | 'reason' | 'have' | 'of' | 'isPartial'>,
  { formatMessage }: Pick<WidgetText['intl'], 'formatMessage'>,
): string | undefined {
  const why = reason === null ? undefined : formatMessage({ id: `MetricReason_${reason}` });
  if (value === null) return why;
  if (!isPartial && have === of) return undefined;
  return (
    [...(have < of ? [formatMessage({ id: 'Widget_HaveOf' }, { have, of })] : []), ...(why === undefined ? [] : [why])].join(': ') ||
    undefined
  );
}
