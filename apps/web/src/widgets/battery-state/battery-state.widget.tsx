import { batteryStateOptionalQueries, batteryStateQueries, batteryStateSettings } from '@solvane/contract/widgets/battery-state';
import { lazy } from 'react';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import { type BatteryStateProps, batteryRows } from './battery-state.ts';

export const batteryStateWidget = defineWidget({
  settings: batteryStateSettings,
  catalogue: { name: 'Widget_Type_batteryState', about: 'Widget_About_batteryState' },
  size: { least: [3, 4], initial: [4, 6] },
  frame: 'panel',
  selection: () => ({ signals: ['StateOfCharge||Calculated', 'ActivePower||Validated'] }),
  title: () => 'BatteryState_Title',
  queries: batteryStateQueries,
  optionalQueries: batteryStateOptionalQueries,
  View: lazy(() => import('./battery-state-view.tsx')),
  table: batteryStateTable,
});

function batteryStateTable({ settings, data }: BatteryStateProps, { intl }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const columns = [
    ['stateOfCharge', 'Signal_StateOfCharge', '%'],
    ['powerKw', 'DeviceState_Column_Power', 'kW'],
    ['setpointKw', 'BatteryState_Column_Setpoint', 'kW'],
    ['availableChargeKw', 'BatteryState_AvailableCharge', 'kW'],
    ['availableDischargeKw', 'BatteryState_AvailableDischarge', 'kW'],
    ['storedKwh', 'Signal_StoredEnergy', 'kWh'],
    ['usableKwh', 'BatteryState_Usable', 'kWh'],
    ['stateOfHealth', 'Metric_soh', '%'],
    ['cycles', 'BatteryState_Fact_cyclesToday', ''],
    ['roundTrip', 'BatteryState_Fact_rte30d', '%'],
    ['adherence', 'BatteryState_Fact_adherence', '%'],
    ['cellSpreadMv', 'BatteryState_Fact_spread', 'mV'],
    ['cellTemperatureMax', 'BatteryState_Fact_temperature', '°C'],
  ] as const;
  return {
    columns: [
      { id: 'unit', header: formatMessage({ id: 'BatteryState_Column_Unit' }) },
      ...columns.map(([id, header, unit]) => ({ id, header: formatMessage({ id: header }), unit })),
      { id: 'time', header: formatMessage({ id: 'Gauge_Column_time' }), isTime: true },
    ],
    rows: batteryRows({ settings, data }).map((row) => ({
      id: row.segmentId,
      values: { unit: row.name, ...Object.fromEntries(columns.map(([id]) => [id, row[id]])), time: row.atMs },
    })),
  };
}
