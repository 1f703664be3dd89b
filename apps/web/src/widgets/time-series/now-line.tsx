import { periodShare } from '@solvane/charts/options/time-series';
import type { TimePlace } from '@solvane/charts/time-series-chart';
import { useIntl } from 'react-intl';
import classes from './time-series.module.css';

interface NowLineProps {
  place: TimePlace;
  nowMs: number;
  /** Of the period: where it is over there is no now in it. */
  endMs: number;
  zone: string;
}

/** Pixels that the name of the value axis takes at most, at the left above the plot. */
const AXIS_NAME = 200;

/** Where the period goes on: what is left of it is known. */
export function NowLine({ place: { left, width, view }, nowMs, endMs, zone }: NowLineProps) {
  const { formatMessage, formatTime } = useIntl();
  if (nowMs >= endMs || nowMs <= view.startMs || nowMs >= view.endMs) return null;
  const share = periodShare(view, nowMs);
  const at = left + share * width;
  const time = formatTime(nowMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone });
  return (
    <div
      className={classes.now}
      data-side={share > 0.5 ? 'left' : 'right'}
      data-below={at < AXIS_NAME || undefined}
      style={{ insetInlineStart: at }}
    >
      <span>{formatMessage({ id: 'TimeSeries_Now' }, { time })}</span>
    </div>
  );
}
