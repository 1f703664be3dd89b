import { timeSeriesOptionalQueries, timeSeriesQueries, timeSeriesSettings } from '@solvane/contract/widgets/time-series';
import { devicesAt } from '@solvane/contract/widgets/widget-devices';
import { lazy } from 'react';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import { quantityNames, timeSeriesPlots, timeSeriesState, timeSeriesTable } from './time-series.ts';
import { TimeSeriesHead } from './time-series-head.tsx';

export const timeSeriesWidget = defineWidget({
  settings: timeSeriesSettings,
  permission: 'PageDataStudio',
  catalogue: { name: 'Widget_Type_timeSeries', about: 'Widget_About_timeSeries' },
  size: { least: [3, 4], initial: [6, 7], phone: 6 },
  frame: 'panel',
  selection: ({ signals, level }, page) => ({ signals, devices: devicesAt(page, level)?.map(({ segmentId }) => segmentId) ?? null }),
  title: () => 'TimeSeries_Title',
  titleValues: ({ signals }, _page, text) => ({ metric: quantityNames(signals, text) }),
  queries: timeSeriesQueries,
  optionalQueries: timeSeriesOptionalQueries,
  // The painter of charts comes when something is drawn: Home is the first page of a visit.
  View: lazy(() => import('./time-series-view.tsx')),
  timePlots: timeSeriesPlots,
  state: timeSeriesState,
  table: timeSeriesTable,
  Head: TimeSeriesHead,
});
