import { useIntl } from 'react-intl';
import type { SiteNow } from './fleet-now.ts';
import classes from './power-bar.module.css';

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

const LEGEND = { keyMark: 'Home_Legend_Power', keyTick: 'Home_Legend_Expected', keyLost: 'Home_Legend_Short' } as const;

/** What the marks of the bars mean. */
export function PowerBarLegend() {
  const { formatMessage } = useIntl();
  return (
    <span className={classes.key}>
      {(['keyMark', 'keyTick', 'keyLost'] as const).map((mark) => (
        <span key={mark}>
          <span className={classes[mark]} aria-hidden="true" /> {formatMessage({ id: LEGEND[mark] })}
        </span>
      ))}
    </span>
  );
}

function percentOf(share: number | null): number {
  return Math.min(1, Math.abs(share ?? 0)) * 100;
}
