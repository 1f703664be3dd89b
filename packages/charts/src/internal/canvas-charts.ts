import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { ChosenMark } from '../options/chosen-mark.ts';
import { KIND_PARTS } from '../options/echarts-parts.ts';

use([...KIND_PARTS, CanvasRenderer]);

/** Draws into an element, and again whenever the element changes its size. @returns the chart, and what ends it */
export function openChart(element: HTMLElement, onChoose: (mark: ChosenMark) => void) {
  const chart = init(element);
  chart.on('click', ({ componentType, seriesId = '', dataIndex = -1, value, event }) => {
    onChoose({ isName: componentType !== 'series', seriesId, index: dataIndex, value, inNewTab: isModified(event?.event) });
  });
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

function isModified(event: unknown): boolean {
  return event instanceof MouseEvent && (event.ctrlKey || event.metaKey);
}
