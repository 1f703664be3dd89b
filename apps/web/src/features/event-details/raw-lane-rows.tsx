import { periodShare } from '@solvane/charts/options/time-series';
import type { TimePlace } from '@solvane/charts/time-series-chart';
import type { Event } from '@solvane/contract/events';
import { useIntl } from 'react-intl';
import { EVENT_COLOURS, EventMark } from '../../shared/events/event-mark.tsx';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import classes from './event-chart.module.css';
import type { RawLane, RawLanes } from './raw-lanes.ts';

interface RawLaneRowsProps {
  place: TimePlace;
  lanes: RawLanes;
  event: Event;
  nowMs: number;
  /** undefined: the boundaries cannot be moved. */
  onTake: ((instantMs: number) => void) | undefined;
}

/** What controllers and detectors reported, on the time axis of the chart; each end can be taken for a boundary of the event. */
export function RawLaneRows({ place, lanes: { shown, hiddenCount }, event, nowMs, onTake }: RawLaneRowsProps) {
  const { formatMessage } = useIntl();
  return (
    <ul className={classes.lanes} aria-label={formatMessage({ id: 'EventDetails_Lanes' })}>
      {shown.map((lane) => (
        <Lane key={lane.key} lane={lane} place={place} event={event} nowMs={nowMs} onTake={onTake} />
      ))}
      {hiddenCount > 0 && <li className={classes.lane}>{formatMessage({ id: 'EventDetails_Lanes_More' }, { count: hiddenCount })}</li>}
    </ul>
  );
}

function Lane({ lane, place, event, nowMs, onTake }: Omit<RawLaneRowsProps, 'lanes'> & { lane: RawLane }) {
  const words = useEventLabels();
  const isOwn = lane.code === event.code;
  const text = lane.message || (words.code(lane.code) === lane.code ? '' : words.code(lane.code));
  const x = (instantMs: number): number => place.left + Math.max(0, Math.min(1, periodShare(place.view, instantMs))) * place.width;
  const first = lane.events[0];
  const last = lane.events.at(-1);
  const firstX = first ? x(first.startMs) : place.left;
  const lastX = last ? x(last.endMs ?? nowMs) : place.left;
  // The name stands in the bar where that is wide, else on the side with more room.
  const isInside = lastX - firstX > place.width * 0.4 && lane.events.length === 1;
  const isBehind = place.left + place.width - lastX > 130;
  const at = isInside ? { left: firstX + 8 } : isBehind ? { left: lastX + 8 } : { right: `calc(100% - ${firstX - 22}px)` };
  return (
    <li className={classes.lane} style={{ '--lane-colour': isOwn ? EVENT_COLOURS[event.type] : 'var(--axis)' } as React.CSSProperties}>
      {isOwn && (
        <span className={classes.laneMark} style={{ left: firstX - 15 }}>
          <EventMark type={event.type} size={10} />
        </span>
      )}
      {lane.events.map((raw) => (
        <span
          key={raw.rawEventId}
          className={classes.bar}
          data-open={raw.endMs === null || undefined}
          style={{ left: x(raw.startMs), width: Math.max(2, x(raw.endMs ?? nowMs) - x(raw.startMs)) }}
        />
      ))}
      <span className={classes.laneName} style={at}>
        <b>{lane.code}</b> {[text, lane.deviceName].filter(Boolean).join(' · ')}
      </span>
      {onTake &&
        lane.events.flatMap((raw) =>
          [raw.startMs, raw.endMs].map(
            (instantMs, index) =>
              instantMs !== null &&
              instantMs > place.view.startMs &&
              instantMs < place.view.endMs && (
                <TakeButton
                  // biome-ignore lint/suspicious/noArrayIndexKey: its start or its end
                  key={`${raw.rawEventId} ${index}`}
                  instantMs={instantMs}
                  left={x(instantMs)}
                  code={lane.code}
                  timezone={event.timezone}
                  onTake={onTake}
                />
              ),
          ),
        )}
    </li>
  );
}

interface TakeButtonProps {
  instantMs: number;
  left: number;
  code: string;
  timezone: string;
  onTake: (instantMs: number) => void;
}

function TakeButton({ instantMs, left, code, timezone, onTake }: TakeButtonProps) {
  const { formatMessage } = useIntl();
  const time = useEventTime(timezone);
  const label = formatMessage({ id: 'EventDetails_Take' }, { time: time(instantMs), code });
  return (
    <button type="button" className={classes.take} style={{ left }} aria-label={label} title={label} onClick={() => onTake(instantMs)} />
  );
}
