import type { WidgetRegistry } from '../../shared/widgets/define-widget.ts';
import { eventListWidget } from '../../widgets/event-list/event-list.widget.tsx';
import { eventParetoWidget } from '../../widgets/event-pareto/event-pareto.widget.tsx';
import { fleetPowerWidget } from '../../widgets/fleet-power/fleet-power.widget.tsx';
import { gaugeWidget } from '../../widgets/gauge/gauge.widget.tsx';
import { keyMetricWidget } from '../../widgets/key-metric/key-metric.widget.tsx';
import { kpiTableWidget } from '../../widgets/kpi-table/kpi-table.widget.tsx';
import { linkWidget } from '../../widgets/link/link.widget.tsx';
import { lossExplorerWidget } from '../../widgets/loss-explorer/loss-explorer.widget.tsx';
import { lossWalkWidget } from '../../widgets/loss-walk/loss-walk.widget.tsx';
import { textWidget } from '../../widgets/text/text.widget.tsx';

/** Every type of widget. Screens that draw dashboards get this list from their route. */
export const WIDGETS: WidgetRegistry = {
  keyMetric: keyMetricWidget,
  gauge: gaugeWidget,
  kpiTable: kpiTableWidget,
  eventList: eventListWidget,
  eventPareto: eventParetoWidget,
  lossExplorer: lossExplorerWidget,
  fleetPower: fleetPowerWidget,
  lossWalk: lossWalkWidget,
  text: textWidget,
  link: linkWidget,
};
