import { periodShare } from '@solvane/charts/options/time-series';
import type { TimePlace } from '@solvane/charts/time-series-chart';
import type { EventLane } from '@solvane/contract/event-overview';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { EVENT_COLOURS } from '../event-mark.tsx';
import { useEventLabels } from '../use-event-labels.ts';
import classes from './event-lane-rows.module.css';

export const LANE_ROW_HEIGHT = 20;

interface EventLaneRowsProps {
  lanes: readonly EventLane[];
  place: TimePlace;
  nowMs: number;
}

/** Events of devices on the time axis of a chart, a row for each device. */
export function EventLaneRows({ lanes, place: { left, width, view }, nowMs }: EventLaneRowsProps) {
  const words = useEventLabels();
  const x = (instantMs: number): number => left + Math.max(0, Math.min(1, periodShare(view, instantMs))) * width;
  return (
    <ul className={classes.lanes}>
      {lanes.map(({ segmentId, deviceName, siteName, bars }) => (
        <li key={segmentId} className={classes.lane} style={{ blockSize: LANE_ROW_HEIGHT }}>
          <span className={classes.name} style={{ insetInlineStart: left + 4 }}>
            {deviceName === siteName ? siteName : `${siteName} ${deviceName}`}
          </span>
          {bars
            .filter(({ startMs, endMs }) => startMs < view.endMs && endMs > view.startMs)
            .map(({ type, startMs, endMs, isOpen, count, eventId }) => {
              const [from, to] = [x(startMs), x(isOpen ? nowMs : endMs)];
              const style = {
                '--bar-colour': EVENT_COLOURS[type],
                insetInlineStart: from,
                inlineSize: Math.max(3, to - from),
              } as CSSProperties;
              const title = `${words.type(type)} · ${siteName} ${deviceName}${count > 1 ? ` · ${count}` : ''}`;
              const shared = { className: classes.bar, style, title, 'data-open': isOpen || undefined };
              return eventId === null ? (
                <span key={`${type} ${startMs}`} {...shared} />
              ) : (
                <Link key={`${type} ${startMs}`} to="/event-log/$eventId" params={{ eventId }} aria-label={title} {...shared} />
              );
            })}
        </li>
      ))}
    </ul>
  );
}
