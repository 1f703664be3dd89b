import {
  isOfMonth,
  KEY_METRIC_NAMES,
  type KeyMetric,
  keyMetricOptionalQueries,
  keyMetricQueries,
  keyMetricSettings,
} from '@solvane/contract/widgets/key-metric';
import { matchingThreshold } from '@solvane/contract/widgets/widget-thresholds';
import type { MessageKey } from '@solvane/i18n/messages';
import { useMemo } from 'react';
import { OPEN_EVENTS } from '../../shared/fleet/fleet-text.ts';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import { MetricFigure } from '../../shared/widgets/metric-figure.tsx';
import { formattedNumber } from '../../shared/widgets/number-format.ts';
import { thresholdText } from '../../shared/widgets/threshold-text.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import { type KeyMetricProps, readingOf, stateOf } from './metric-readings.tsx';

const TITLES: Partial<Record<KeyMetric, MessageKey>> = {
  'availability.Technical.time': 'Home_Strip_Availability',
  energy: 'Home_Strip_Energy',
};

export const keyMetricWidget = defineWidget({
  settings: keyMetricSettings,
  catalogue: { name: 'Widget_Type_keyMetric', about: 'Widget_About_keyMetric' },
  size: { least: [2, 2], initial: [2, 2] },
  frame: 'metric',
  selection: ({ metric }, { powerDeviceIds }) => {
    if (metric === 'powerNow') return { signals: ['ActivePower||Raw'], devices: powerDeviceIds };
    return metric === 'openEvents' || metric === 'lostCostNow' ? { events: OPEN_EVENTS } : {};
  },
  title: (settings) => (isOfMonth(settings) ? TITLES[settings.metric] : undefined) ?? nameOf(settings),
  titleValues: (settings, { nowMs, zone }, { intl }) => ({
    metric: intl.formatMessage({ id: nameOf(settings) }),
    month: intl.formatDate(nowMs, { month: 'short', timeZone: zone }),
  }),
  queries: keyMetricQueries,
  optionalQueries: keyMetricOptionalQueries,
  state: stateOf,
  View: KeyMetricView,
  table: keyMetricTable,
});

function nameOf({ metric }: { metric: KeyMetric }): MessageKey {
  return KEY_METRIC_NAMES[metric] as MessageKey;
}

/** One number, and below it what it is compared with. */
function KeyMetricView({ settings, page, data }: KeyMetricProps) {
  const text = useWidgetText();
  const reading = useMemo(() => readingOf({ settings, page, data }, text), [settings, page, data, text]);
  const { value, unit, shown } = reading;
  const isNumber = value !== null && typeof shown === 'string';
  const formatted = isNumber ? formattedNumber({ value, unit }, settings.numberFormat, text.intl.locale) : null;
  return <MetricFigure {...reading} {...formatted} threshold={thresholdOf(settings, reading)} />;
}

function thresholdOf({ thresholds }: KeyMetricProps['settings'], { value, percentages }: ReturnType<typeof readingOf>) {
  return matchingThreshold(thresholds, { value, ...percentages });
}

function keyMetricTable(props: KeyMetricProps, text: WidgetText): WidgetTable {
  const { formatMessage } = text.intl;
  const { metric, thresholds } = props.settings;
  const reading = readingOf(props, text);
  const { value, unit, reason } = reading;
  const rule = thresholdOf(props.settings, reading);
  return {
    columns: [
      { id: 'metric', header: formatMessage({ id: 'Widget_Form_Metric' }) },
      { id: 'value', header: formatMessage({ id: 'Widget_Value' }), unit },
      ...(thresholds.length > 0 ? [{ id: 'rule', header: formatMessage({ id: 'Widget_Rule' }) }] : []),
    ],
    rows: [
      {
        id: metric,
        values: { metric: formatMessage({ id: nameOf({ metric }) }), value, rule: rule ? thresholdText(rule, text.intl) : '' },
        reason,
      },
    ],
  };
}
