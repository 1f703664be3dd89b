import { causeOf, isCauseMetric, type PeriodMetricId } from '@solvane/contract/metric-ids';
import type { MetricRow } from '@solvane/contract/metric-values';
import { metricName } from '@solvane/contract/widgets/metric-choices';
import type { MessageKey } from '@solvane/i18n/messages';
import { causeText } from '../events/cause-text.ts';
import type { WidgetText } from './widget-table.ts';

/** Name of a metric in the language of the user. */
export function metricText(metricId: PeriodMetricId, intl: Pick<WidgetText['intl'], 'formatMessage' | 'messages'>): string {
  if (!isCauseMetric(metricId)) return intl.formatMessage({ id: metricName(metricId) as MessageKey });
  const cause = causeOf(metricId);
  return intl.formatMessage({ id: `Metric_lossOf_${cause.by}` }, { name: causeText(cause, intl) });
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
