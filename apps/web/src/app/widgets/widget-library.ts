import type { WidgetLibrary } from '../../shared/widgets/define-widget.ts';

/** Every type of widget. Screens that draw dashboards get this list from their route. */
export const WIDGETS: WidgetLibrary = {
  keyMetric: async () => (await import('../../widgets/key-metric/key-metric.widget.tsx')).keyMetricWidget,
  gauge: async () => (await import('../../widgets/gauge/gauge.widget.tsx')).gaugeWidget,
  kpiTable: async () => (await import('../../widgets/kpi-table/kpi-table.widget.tsx')).kpiTableWidget,
  bar: async () => (await import('../../widgets/bar/bar.widget.tsx')).barWidget,
  eventList: async () => (await import('../../widgets/event-list/event-list.widget.tsx')).eventListWidget,
  eventPareto: async () => (await import('../../widgets/event-pareto/event-pareto.widget.tsx')).eventParetoWidget,
  lossExplorer: async () => (await import('../../widgets/loss-explorer/loss-explorer.widget.tsx')).lossExplorerWidget,
  eventTimeline: async () => (await import('../../widgets/event-timeline/event-timeline.widget.tsx')).eventTimelineWidget,
  timeSeries: async () => (await import('../../widgets/time-series/time-series.widget.tsx')).timeSeriesWidget,
  fleetPower: async () => (await import('../../widgets/fleet-power/fleet-power.widget.tsx')).fleetPowerWidget,
  lossWalk: async () => (await import('../../widgets/loss-walk/loss-walk.widget.tsx')).lossWalkWidget,
  powerCurve: async () => (await import('../../widgets/power-curve/power-curve.widget.tsx')).powerCurveWidget,
  periodTable: async () => (await import('../../widgets/period-table/period-table.widget.tsx')).periodTableWidget,
  fleetMap: async () => (await import('../../widgets/fleet-map/fleet-map.widget.tsx')).fleetMapWidget,
  calendar: async () => (await import('../../widgets/calendar/calendar.widget.tsx')).calendarWidget,
  treeMap: async () => (await import('../../widgets/tree-map/tree-map.widget.tsx')).treeMapWidget,
  budget: async () => (await import('../../widgets/budget/budget.widget.tsx')).budgetWidget,
  availability: async () => (await import('../../widgets/availability/availability.widget.tsx')).availabilityWidget,
  batteryState: async () => (await import('../../widgets/battery-state/battery-state.widget.tsx')).batteryStateWidget,
  weather: async () => (await import('../../widgets/weather/weather.widget.tsx')).weatherWidget,
  statusGrid: async () => (await import('../../widgets/status-grid/status-grid.widget.tsx')).statusGridWidget,
  text: async () => (await import('../../widgets/text/text.widget.tsx')).textWidget,
  link: async () => (await import('../../widgets/link/link.widget.tsx')).linkWidget,
};
