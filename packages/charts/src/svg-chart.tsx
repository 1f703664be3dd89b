import { type ReactNode, useState } from 'react';
import { useKindPalette } from './internal/palette.ts';
import { type Size, useSize } from './internal/use-size.ts';
import type { KindPalette } from './options/kind-frame.ts';
import classes from './svg-chart.module.css';

export interface SvgChartProps {
  /** Accessible name with what the chart shows, in a sentence. */
  label: string;
  /** What is drawn, in pixels: the same drawing goes into exports. */
  draw: (palette: KindPalette, size: Size) => ReactNode;
}

/** A picture of shapes that can be chosen, drawn as SVG in the size of its place. */
export function SvgChart({ label, draw }: SvgChartProps) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const size = useSize(element);
  const palette = useKindPalette();
  return (
    <div ref={setElement} className={classes.place}>
      {size.width > 0 && (
        <svg width={size.width} height={size.height} className={classes.picture}>
          <title>{label}</title>
          {draw(palette, size)}
        </svg>
      )}
    </div>
  );
}
