import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { KIND_PARTS } from './echarts-parts.ts';

use([...KIND_PARTS, SVGRenderer]);

/**
 * A chart as SVG text, drawn without a browser: for reports, print and exports.
 *
 * @param option - of the same builders that the browser draws on a canvas
 */
export function chartSvg(option: EChartsCoreOption, { width, height }: { width: number; height: number }): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption(option);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
