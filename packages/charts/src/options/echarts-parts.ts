import { BarChart, CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import { GraphicComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';

/** What the kinds are made of; nothing else of ECharts is loaded. */
export const KIND_PARTS = [
  BarChart,
  CustomChart,
  LineChart,
  ScatterChart,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  LabelLayout,
];
