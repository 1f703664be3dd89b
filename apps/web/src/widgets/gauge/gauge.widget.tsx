import { GAUGE_METRIC_NAMES, gaugeQueries, gaugeSettings } from '@solvane/contract/widgets/gauge';
import { matchingThreshold } from '@solvane/contract/widgets/widget-thresholds';
import { lazy } from 'react';
import { fleetState, monthState, pageFleet, pageMonth } from '../../shared/fleet/page-fleet.ts';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import { thresholdText } from '../../shared/widgets/threshold-text.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import { type GaugeProps, gaugeOf, gaugeReason } from './gauge.ts';

export const gaugeWidget = defineWidget({
  settings: gaugeSettings,
  catalogue: { name: 'Widget_Type_gauge', about: 'Widget_About_gauge' },
  size: { least: [2, 2], initial: [2, 3] },
  frame: 'metric',
  selection: ({ metric }, { powerDeviceIds }) => (metric === 'powerNow' ? { signals: ['ActivePower||Raw'], devices: powerDeviceIds } : {}),
  title: ({ metric }) => GAUGE_METRIC_NAMES[metric],
  titleValues: ({ metric }, _page, { intl }) => ({ metric: intl.formatMessage({ id: GAUGE_METRIC_NAMES[metric] }) }),
  queries: gaugeQueries,
  state: ({ settings, page: { sites }, data }) =>
    settings.metric === 'powerNow'
      ? fleetState(pageFleet(sites, data.status))
      : settings.metric === 'availability.Technical.time'
        ? monthState(pageMonth(sites, data.month).whole)
        : {},
  View: lazy(() => import('./gauge-view.tsx')),
  table: gaugeTable,
});

function gaugeTable(props: GaugeProps, text: WidgetText): WidgetTable {
  const { intl } = text;
  const { formatMessage } = intl;
  const { metric, thresholds } = props.settings;
  const gauge = gaugeOf(props);
  const { value, unit, min, max, target, timeMs } = gauge;
  const rule = matchingThreshold(thresholds, { value });
  const number = (id: 'min' | 'max' | 'target') => ({ id, header: formatMessage({ id: `Gauge_Column_${id}` }), unit });
  return {
    columns: [
      { id: 'metric', header: formatMessage({ id: 'Widget_Form_Metric' }) },
      { id: 'value', header: formatMessage({ id: 'Widget_Value' }), unit },
      number('min'),
      number('max'),
      ...(target === null ? [] : [number('target')]),
      ...(timeMs === null ? [] : [{ id: 'time', header: formatMessage({ id: 'Gauge_Column_time' }), isTime: true }]),
      ...(thresholds.length > 0 ? [{ id: 'rule', header: formatMessage({ id: 'Widget_Rule' }) }] : []),
    ],
    rows: [
      {
        id: metric,
        values: {
          metric: formatMessage({ id: GAUGE_METRIC_NAMES[metric] }),
          value,
          min,
          max,
          target,
          time: timeMs,
          rule: rule ? thresholdText(rule, intl) : '',
        },
        reason: value === null ? gaugeReason(gauge, text) : undefined,
      },
    ],
  };
}
