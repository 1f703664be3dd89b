import type { EChartsCoreOption } from 'echarts/core';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { ChosenMark } from '../options/chosen-mark.ts';
import { KIND_PARTS } from '../options/echarts-parts.ts';
import { type CursorMark, markCursor } from '../options/mark-cursor.ts';

use([...KIND_PARTS, CanvasRenderer]);

/** Where the keyboard cursor stands in a picture, and what the mark there says. */
export interface ShownMark {
  mark: CursorMark;
  lines: readonly string[];
  /** In pixels of the picture; null: it has no axes. */
  at: { x: number; y: number } | null;
  /** The text goes to the left of it, or above: there is more space. */
  isRight: boolean;
  isLow: boolean;
}

export interface OpenedChart {
  /** The mark after a key; undefined: the key is none of the cursor. */
  step: (key: string, current: ShownMark | null, isBig: boolean) => ShownMark | undefined;
  /** The mark under the cursor as if it was pressed. */
  chosen: (shown: ShownMark, inNewTab: boolean) => ChosenMark;
  close: () => void;
}

/** Draws into an element, and again whenever the element changes its size. */
export function openChart(element: HTMLElement, option: EChartsCoreOption, onChoose: (mark: ChosenMark) => void): OpenedChart {
  const chart = init(element);
  chart.setOption(option);
  chart.on('click', ({ componentType, seriesId = '', dataIndex = -1, value, event }) => {
    onChoose({ isName: componentType !== 'series', seriesId, index: dataIndex, value, inNewTab: isModified(event?.event) });
  });
  const observer = new ResizeObserver(() => chart.resize());
  observer.observe(element);
  const cursor = markCursor(option);
  return {
    step: (key, current, isBig) => {
      const mark = cursor.next(key, current?.mark ?? null, isBig);
      if (!mark) return undefined;
      const [x, y] = mark.at === null ? [] : chart.convertToPixel({ seriesIndex: mark.series }, [...mark.at]);
      const at = x === undefined || y === undefined ? null : { x, y };
      return {
        ...{ mark, at, lines: cursor.textOf(mark) },
        ...{ isRight: (at?.x ?? 0) > chart.getWidth() / 2, isLow: (at?.y ?? 0) > chart.getHeight() / 2 },
      };
    },
    chosen: ({ mark }, inNewTab) => ({ isName: false, index: mark.index, ...cursor.datumOf(mark), inNewTab }),
    close: () => {
      observer.disconnect();
      chart.dispose();
    },
  };
}

function isModified(event: unknown): boolean {
  return event instanceof MouseEvent && (event.ctrlKey || event.metaKey);
}
