import type { EChartsCoreOption } from 'echarts/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import type { OpenedChart, ShownMark } from './internal/canvas-charts.ts';
import { useKindPalette } from './internal/palette.ts';
import classes from './kind-chart.module.css';
import type { ChosenMark } from './options/chosen-mark.ts';
import type { KindPalette } from './options/kind-frame.ts';

interface KindChartProps {
  /** Accessible name with what the chart shows, in a sentence. */
  label: string;
  /** How to use it by keyboard. */
  keys: string;
  /** One of the builders of `options/kinds.ts`; must be stable between renders. */
  build: (palette: KindPalette) => EChartsCoreOption;
  /** A mark was pressed: its position in the data, and what it is. Absent: marks are not pressed */
  onChoose?: ((index: number, mark: ChosenMark) => void) | undefined;
}

/** A chart drawn by ECharts, which loads with the first of them. Who shows it has the same data as a table beside it. */
export function KindChart({ label, keys, build, onChoose }: KindChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const opened = useRef<OpenedChart | null>(null);
  const palette = useKindPalette();
  const option = useMemo(() => build(palette), [build, palette]);
  const [cursor, setCursor] = useState<{ of: EChartsCoreOption; shown: ShownMark } | null>(null);
  const keysId = useId();
  const choose = useEffectEvent((mark: ChosenMark) => onChoose?.(mark.index, mark));
  // Draws outside of React, on a canvas of ECharts.
  useEffect(() => {
    let isGone = false;
    void import('./internal/canvas-charts.ts').then(({ openChart }) => {
      // A browser without a canvas has the table.
      if (isGone || !element.current || document.createElement('canvas').getContext('2d') === null) return;
      opened.current = openChart(element.current, option, choose);
    });
    return () => {
      isGone = true;
      opened.current?.close();
      opened.current = null;
    };
  }, [option]);
  // The cursor belongs to the picture it was moved in.
  const shown = cursor?.of === option ? cursor.shown : null;

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, shiftKey, altKey } = event;
    const chart = opened.current;
    if (!chart || altKey) return;
    const inNewTab = event.ctrlKey || event.metaKey;
    if (key === 'Enter' && shown && onChoose) {
      const mark = chart.chosen(shown, inNewTab);
      onChoose(mark.index, mark);
    } else if (key === 'Escape' && shown) setCursor(null);
    else {
      const next = inNewTab ? undefined : chart.step(key, shown, shiftKey);
      if (!next) return;
      setCursor({ of: option, shown: next });
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={classes.frame}>
      <div
        ref={element}
        className={classes.picture}
        data-choosable={onChoose !== undefined || undefined}
        role="img"
        aria-label={label}
        aria-describedby={keysId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture has a keyboard cursor
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(null)}
      />
      {shown && <Cursor {...shown} />}
      <p id={keysId} className={classes.unseen}>
        {keys}
      </p>
      <p className={classes.unseen} aria-live="polite">
        {shown?.lines.join(', ')}
      </p>
    </div>
  );
}

/** A ring around the mark, and beside it what it says. */
function Cursor({ at, lines, isRight, isLow }: ShownMark) {
  return (
    <div className={classes.cursor} style={at ? { transform: `translate(${at.x}px, ${at.y}px)` } : undefined} aria-hidden>
      {at && <div className={classes.ring} />}
      <div className={classes.tip} data-right={isRight || undefined} data-low={isLow || undefined}>
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    </div>
  );
}
