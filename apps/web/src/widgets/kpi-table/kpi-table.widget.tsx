import { type KpiTableSettings, kpiTableOptionalQueries, kpiTableQueries, kpiTableSettings } from '@solvane/contract/widgets/kpi-table';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { OPEN_EVENTS } from '../../shared/fleet/fleet-text.ts';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import { kpiTable } from './kpi-table-parts.tsx';
import { KpiTableHead, KpiTableView, kpiTableState } from './kpi-table-view.tsx';

export const kpiTableWidget = defineWidget<
  CommonSettings & KpiTableSettings,
  ReturnType<typeof kpiTableQueries>,
  ReturnType<typeof kpiTableOptionalQueries>
>({
  settings: kpiTableSettings,
  catalogue: { name: 'Widget_Type_kpiTable', about: 'Widget_About_kpiTable' },
  size: { least: [4, 4], initial: [12, 8] },
  frame: 'panel',
  marks: ({ rows }) => (rows === 'sites' ? 'sites' : 'devices'),
  selection: (_settings, { powerDeviceIds }) => ({ signals: ['ActivePower||Raw'], devices: powerDeviceIds, events: OPEN_EVENTS }),
  title: ({ rows, sort }) => (rows === 'sites' && sort === 'attention' ? 'Home_Attention' : 'Widget_Type_kpiTable'),
  queries: kpiTableQueries,
  optionalQueries: kpiTableOptionalQueries,
  isTable: true,
  state: kpiTableState,
  View: KpiTableView,
  table: kpiTable,
  Head: KpiTableHead,
});
