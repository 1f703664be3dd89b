import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { KIND_PARTS } from '../options/echarts-parts.ts';

use([...KIND_PARTS, CanvasRenderer]);

/** Draws into an element, and again whenever the element changes its size. @returns the chart, and what ends it */
export function openChart(element: HTMLElement) {
  const chart = init(element);
  const observer = new ResizeObserver(() => chart.resize());
  observer.observe(element);
  return {
    chart,
    close: () => {
      observer.disconnect();
      chart.dispose();
    },
  };
}
