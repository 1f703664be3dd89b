import type { EChartsCoreOption } from 'echarts/core';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useKindPalette } from './internal/palette.ts';
import classes from './kind-chart.module.css';
import type { ChosenMark } from './options/chosen-mark.ts';
import type { KindPalette } from './options/kind-frame.ts';

interface KindChartProps {
  /** Accessible name with what the chart shows, in a sentence. */
  label: string;
  /** One of the builders of `options/kinds.ts`; must be stable between renders. */
  build: (palette: KindPalette) => EChartsCoreOption;
  /** A mark was pressed: its position in the data, and what it is. Absent: marks are not pressed */
  onChoose?: ((index: number, mark: ChosenMark) => void) | undefined;
}

/** A chart drawn by ECharts, which loads with the first of them. Who shows it has the same data as a table beside it. */
export function KindChart({ label, build, onChoose }: KindChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const palette = useKindPalette();
  const option = useMemo(() => build(palette), [build, palette]);
  const choose = useEffectEvent((mark: ChosenMark) => onChoose?.(mark.index, mark));
  // Draws outside of React, on a canvas of ECharts.
  useEffect(() => {
    let isGone = false;
    let close: (() => void) | undefined;
    void import('./internal/canvas-charts.ts').then(({ openChart }) => {
      // A browser without a canvas has the table.
      if (isGone || !element.current || document.createElement('canvas').getContext('2d') === null) return;
      const opened = openChart(element.current, choose);
      opened.chart.setOption(option);
      close = opened.close;
    });
    return () => {
      isGone = true;
      close?.();
    };
  }, [option]);
  return (
    <div ref={element} className={classes.picture} data-choosable={onChoose !== undefined || undefined} role="img" aria-label={label} />
  );
}
