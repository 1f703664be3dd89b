import type { CSSProperties } from 'react';
import classes from './scale-bar.module.css';

export interface ScaleLimit {
  /** Position on the bar, 0 to 1. */
  at: number;
  color: string;
  mark: string;
}

interface ScaleBarProps {
  /** The filled part, 0 to 1. null: there is no value. */
  fill: { from: number; to: number } | null;
  /** Position of the target, 0 to 1. null: none */
  target: number | null;
  limits: readonly ScaleLimit[];
  /** Texts of both ends. */
  ends: readonly [string, string];
}

/** A value on its scale, with target and limits. Only the ends are read out: the number stands beside it. */
export function ScaleBar({ fill, target, limits, ends }: ScaleBarProps) {
  return (
    <>
      <div className={classes.track} aria-hidden="true">
        {fill && <span className={classes.fill} style={spanOf(fill.from, fill.to)} />}
        {limits.map(({ at, color, mark }) => (
          <span key={`${at} ${color}`} className={classes.limit} data-color={color} data-mark={mark} style={spanOf(at)} />
        ))}
        {target !== null && <span className={classes.target} style={spanOf(target)} />}
      </div>
      <div className={classes.ends}>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </>
  );
}

function spanOf(from: number, to?: number): CSSProperties {
  return { insetInlineStart: `${from * 100}%`, ...(to !== undefined && { inlineSize: `${(to - from) * 100}%` }) };
}
