import { useMemo, useState } from 'react';
import { useKindPalette } from './internal/palette.ts';
import { useSize } from './internal/use-size.ts';
import classes from './kind-chart.module.css';
import type { chartSvg } from './options/chart-svg.ts';
import type { KindOption, KindPalette } from './options/kind-frame.ts';

interface PrintedChartProps {
  /** What the chart shows, in a sentence. */
  label: string;
  /** One of the builders of `options/kinds.ts`. */
  build: (palette: KindPalette) => KindOption;
  /** Draws it: who shows it brings it, as it loads with the first print only. */
  draw: typeof chartSvg;
}

/** A chart as a vector picture: paper has more dots than a canvas. */
export function PrintedChart({ label, build, draw }: PrintedChartProps) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const { width, height } = useSize(element);
  const palette = useKindPalette();
  const source = useMemo(() => {
    if (width <= 0 || height <= 0) return undefined;
    // ECharts writes the font into attributes as it is.
    const svg = draw(build({ ...palette, font: palette.font.replaceAll('"', "'") }), { width, height });
    return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  }, [draw, build, palette, width, height]);
  return (
    <div ref={setElement} className={classes.picture}>
      {source !== undefined && <img src={source} width={width} height={height} alt={label} />}
    </div>
  );
}
