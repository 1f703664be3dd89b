import { kpiTableOptionalQueries, kpiTableQueries, kpiTableSettings } from '@solvane/contract/widgets/kpi-table';
import { OPEN_EVENTS } from '../../shared/fleet/fleet-text.ts';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import { KpiTableHead, KpiTableView, kpiTable, kpiTableState } from './kpi-table-view.tsx';

export const kpiTableWidget = defineWidget({
  settings: kpiTableSettings,
  catalogue: { name: 'Widget_Type_kpiTable', about: 'Widget_About_kpiTable' },
  size: { least: [4, 4], initial: [12, 8] },
  frame: 'panel',
  marks: () => 'sites',
  selection: (_settings, { powerDeviceIds }) => ({ signals: ['ActivePower||Raw'], devices: powerDeviceIds, events: OPEN_EVENTS }),
  title: () => 'Home_Attention',
  queries: kpiTableQueries,
  optionalQueries: kpiTableOptionalQueries,
  isTable: true,
  state: kpiTableState,
  View: KpiTableView,
  table: kpiTable,
  Head: KpiTableHead,
});
