import { KEY_METRIC_NAMES, keyMetricOptionalQueries, keyMetricQueries, keyMetricSettings } from '@solvane/contract/widgets/key-metric';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import { keyMetricTable } from './key-metric-table.ts';
import { KeyMetricView } from './key-metric-view.tsx';

export const keyMetricWidget = defineWidget({
  settings: keyMetricSettings,
  frame: 'metric',
  title: ({ metric }) => KEY_METRIC_NAMES[metric],
  queries: keyMetricQueries,
  optionalQueries: keyMetricOptionalQueries,
  View: KeyMetricView,
  table: keyMetricTable,
});
