import { periodShare } from '@solvane/charts/options/time-series';
import type { TimePlace } from '@solvane/charts/time-series-chart';
import type { EventLane } from '@solvane/contract/event-overview';
import type { CSSProperties } from 'react';
import { useIntl } from 'react-intl';
import { EVENT_COLOURS, EventMark } from '../../../shared/events/event-mark.tsx';
import { useEventLabels } from '../../../shared/events/use-event-labels.ts';
import type { PeriodText } from '../../../shared/time/period-text.ts';
import { openDetails } from '../../../workspace/details.ts';
import classes from './event-lanes.module.css';
import { LANE_HEIGHT, type LaneRow } from './lane-rows.ts';

/** Wide enough for a mark and a word. */
const NAMED_PX = 64;
const LEAST_PX = 3;

interface EventLanesProps {
  place: TimePlace;
  rows: readonly LaneRow[];
  text: PeriodText;
  /** Several events lie too close to be told apart. */
  onZoom: (view: { startMs: number; endMs: number }) => void;
}

type Bar = EventLane['bars'][number];

/** Events and resets of the devices under the plots, on their time axis. */
export default function EventLanes({ place, rows, text, onZoom }: EventLanesProps) {
  const { formatMessage } = useIntl();
  return (
    <ul className={classes.lanes} aria-label={formatMessage({ id: 'DataStudio_Lanes' })}>
      {rows.map((row) => (
        <li key={row.id} className={classes.lane} style={{ blockSize: LANE_HEIGHT }}>
          <span className={classes.label} style={{ inlineSize: place.left - 6 }} title={row.label}>
            {row.label}
          </span>
          {row.bars.map((bar) => (
            <LaneBar key={`${bar.startMs} ${bar.type}`} bar={bar} device={row.label} place={place} text={text} onZoom={onZoom} />
          ))}
          {row.resets
            .filter(({ resetTimeMs }) => resetTimeMs >= place.view.startMs && resetTimeMs <= place.view.endMs)
            .map(({ remoteResetId, resetTimeMs, resetStatus }) => {
              const name = formatMessage({ id: 'DataStudio_Lanes_Reset' }, { time: text.time(resetTimeMs) });
              return (
                <span
                  key={remoteResetId}
                  className={classes.reset}
                  data-status={resetStatus}
                  style={{ left: xOf(place, resetTimeMs) }}
                  role="img"
                  aria-label={name}
                  title={name}
                />
              );
            })}
        </li>
      ))}
    </ul>
  );
}

interface LaneBarProps extends Omit<EventLanesProps, 'rows'> {
  bar: Bar;
  device: string;
}

function LaneBar({ bar, device, place, text, onZoom }: LaneBarProps) {
  const { formatMessage } = useIntl();
  const labels = useEventLabels();
  const left = xOf(place, bar.startMs);
  const width = Math.max(LEAST_PX, xOf(place, bar.endMs) - left);
  if (bar.endMs < place.view.startMs || bar.startMs > place.view.endMs) return null;
  const kind = labels.type(bar.type);
  const what = bar.count > 1 ? formatMessage({ id: 'DataStudio_Lanes_Count' }, { count: bar.count, type: kind }) : kind;
  const name = formatMessage(
    { id: bar.isOpen ? 'DataStudio_Lanes_OpenBar' : 'DataStudio_Lanes_Bar' },
    { device, what, from: text.time(bar.startMs), to: text.time(bar.endMs) },
  );
  const { eventId } = bar;
  return (
    <button
      type="button"
      className={classes.bar}
      data-open={bar.isOpen || undefined}
      style={{ left, width, '--bar': EVENT_COLOURS[bar.type] } as CSSProperties}
      aria-label={name}
      title={name}
      onClick={() => (eventId === null ? onZoom({ startMs: bar.startMs, endMs: bar.endMs }) : openDetails({ kind: 'event', eventId }))}
    >
      {width > 14 && <EventMark type={bar.type} size={10} />}
      {width > NAMED_PX && <span>{what}</span>}
    </button>
  );
}

function xOf({ left, width, view }: TimePlace, atMs: number): number {
  return left + Math.max(0, Math.min(1, periodShare(view, atMs))) * width;
}
