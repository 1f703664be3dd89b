import classes from './kpi-table.module.css';

interface PowerBarProps {
  share: number | null;
  /** Expected power by rating; null: not known. */
  expectedShare: number | null;
}

/** Power on the scale of the rating, in ink; a tick at the expected power, and a hatch for the shortfall. Charging runs from the right end: it is the other direction. */
export function PowerBar({ share, expectedShare }: PowerBarProps) {
  const isReverse = (share ?? 0) < 0;
  const width = percentOf(share);
  const expected = expectedShare === null || expectedShare < 0 !== isReverse ? null : percentOf(expectedShare);
  const side = isReverse ? 'insetInlineEnd' : 'insetInlineStart';
  return (
    <span className={classes.bar} aria-hidden="true">
      <span className={classes.barFill} style={{ [side]: 0, inlineSize: `${width}%` }} />
      {expected !== null && expected > width && (
        <span className={classes.barLost} style={{ [side]: `${width}%`, inlineSize: `${expected - width}%` }} />
      )}
      {expected !== null && <span className={classes.barTick} style={{ [side]: `calc(${expected}% - 1px)` }} />}
    </span>
  );
}

function percentOf(share: number | null): number {
  return Math.min(1, Math.abs(share ?? 0)) * 100;
}
