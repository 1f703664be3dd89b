import type { SiteNow } from '../../shared/fleet/fleet-now.ts';
import classes from './kpi-table.module.css';

/** Power on the scale of the rating, a tick at the expected power, and a hatch for the shortfall. Charging runs from the right end: it is the other direction. */
export function PowerBar({ row: { share, expectedKw, ratedPowerKw } }: { row: Pick<SiteNow, 'share' | 'expectedKw' | 'ratedPowerKw'> }) {
  const isReverse = (share ?? 0) < 0;
  const width = percentOf(share);
  const hasExpected = expectedKw !== null && ratedPowerKw && expectedKw < 0 === isReverse;
  const expected = hasExpected ? percentOf(expectedKw / ratedPowerKw) : null;
  const side = isReverse ? 'insetInlineEnd' : 'insetInlineStart';
  return (
    <span className={classes.bar} aria-hidden="true">
      <span className={classes.keyMark} style={{ [side]: 0, inlineSize: `${width}%` }} />
      {expected !== null && expected > width && (
        <span className={classes.keyLost} style={{ [side]: `${width}%`, inlineSize: `${expected - width}%` }} />
      )}
      {expected !== null && <span className={classes.keyTick} style={{ [side]: `calc(${expected}% - 1px)` }} />}
    </span>
  );
}

function percentOf(share: number | null): number {
  return Math.min(1, Math.abs(share ?? 0)) * 100;
}
