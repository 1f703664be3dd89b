import { periodShare } from '@solvane/charts/options/time-series';
import type { TimePlace } from '@solvane/charts/time-series-chart';
import type { Event } from '@solvane/contract/events';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { EVENT_COLOURS } from '../../shared/events/event-mark.tsx';
import { lostEnergyText } from '../../shared/events/event-text.ts';
import { type BoundaryDraft, type BoundaryLimits, draftOf, type Edge, moveEdge } from './boundary-draft.ts';
import classes from './event-chart.module.css';

interface BoundaryMarksProps {
  place: TimePlace;
  event: Event;
  draft: BoundaryDraft | null;
  limits: BoundaryLimits;
  canMove: boolean;
  onDraft: (draft: BoundaryDraft | null) => void;
}

/** The event over the chart: tinted from edge to edge, with grips to move them. An open end is dashed and has no grip. */
export function BoundaryMarks({ place, event, draft, limits, canMove, onDraft }: BoundaryMarksProps) {
  const { formatMessage, locale } = useIntl();
  const { startMs, endMs } = draft ?? event;
  const x = (instantMs: number): number => place.left + periodShare(place.view, instantMs) * place.width;
  const right = place.left + place.width;
  const [fromX, toX] = [Math.max(place.left, x(startMs)), Math.min(right, x(endMs ?? limits.nowMs))];
  if (toX < place.left || fromX > right) return null;
  const shared = { place, event, draft, limits, canMove, isNarrow: toX - fromX < 220, onDraft };
  return (
    <div className={classes.marks} data-marks style={{ '--event-colour': EVENT_COLOURS[event.type] } as CSSProperties}>
      <div className={classes.tint} style={{ left: fromX, width: Math.max(0, toX - fromX) }} />
      <EdgeMark edge="start" instantMs={startMs} {...shared} />
      <EdgeMark edge="end" instantMs={endMs} {...shared} />
      {draft === null && event.lostEnergyKwh !== null && event.lostEnergyKwh > 0 && toX - fromX > 150 && (
        <span className={classes.lost} style={{ left: (fromX + toX) / 2 }}>
          {formatMessage({ id: 'EventDetails_Lost' }, { energy: lostEnergyText(event.lostEnergyKwh, locale) })}
        </span>
      )}
    </div>
  );
}

interface EdgeMarkProps extends BoundaryMarksProps {
  edge: Edge;
  /** null: open. */
  instantMs: number | null;
  /** The names of both edges do not fit between them. */
  isNarrow: boolean;
}

const STEPS_MS: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -60, PageUp: 60 };
const MINUTE_MS = 60_000;

function EdgeMark({ edge, instantMs, place, event, draft, limits, canMove, isNarrow, onDraft }: EdgeMarkProps) {
  const { formatMessage } = useIntl();
  const time = useClockTime(event.timezone);
  const [isDragging, setIsDragging] = useState(false);
  const share = periodShare(place.view, instantMs ?? limits.nowMs);
  if (share < 0 || share > 1) return null;
  const move = (toMs: number): void => onDraft(moveEdge(draft ?? draftOf(event), edge, toMs, limits));
  const onKeyDown = (pressed: KeyboardEvent): void => {
    const step = STEPS_MS[pressed.key];
    if (pressed.key === 'Escape' && draft) onDraft(null);
    else if (step !== undefined && instantMs !== null) move(instantMs + step * (pressed.shiftKey ? 10 : 1) * MINUTE_MS);
    else return;
    pressed.preventDefault();
    pressed.stopPropagation();
  };
  const onPointerMove = (moved: PointerEvent<HTMLElement>): void => {
    if (!isDragging) return;
    const chart = moved.currentTarget.closest('[data-marks]')?.getBoundingClientRect();
    if (!chart) return;
    const { startMs, endMs } = place.view;
    move(startMs + ((moved.clientX - chart.left - place.left) / Math.max(1, place.width)) * (endMs - startMs));
  };
  const text = instantMs === null ? formatMessage({ id: 'EventDetails_OpenNow' }, { now: time(limits.nowMs) }) : time(instantMs);
  const label = formatMessage({ id: edge === 'start' ? 'EventDetails_Edge_start' : 'EventDetails_Edge_end' });
  return (
    <div
      className={classes.edge}
      data-edge={edge}
      data-open={instantMs === null || undefined}
      // Names stand inside where the event is wide enough, and never outside of the chart.
      data-flip={(edge === 'start' ? share > 0.72 || (isNarrow && share > 0.28) : share < 0.28 || (isNarrow && share < 0.72)) || undefined}
      style={{ left: place.left + share * place.width }}
    >
      <span className={classes.edgeText}>{instantMs === null ? text : `${label} ${text}`}</span>
      {canMove && instantMs !== null && (
        <span
          role="slider"
          tabIndex={0}
          className={classes.grip}
          aria-label={label}
          aria-orientation="horizontal"
          aria-valuemin={place.view.startMs}
          aria-valuemax={place.view.endMs}
          aria-valuenow={instantMs}
          aria-valuetext={text}
          onKeyDown={onKeyDown}
          onPointerDown={(pressed) => {
            pressed.stopPropagation();
            pressed.currentTarget.setPointerCapture(pressed.pointerId);
            setIsDragging(true);
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => setIsDragging(false)}
          onPointerCancel={() => setIsDragging(false)}
        />
      )}
    </div>
  );
}

/** The day stands on the axis. */
function useClockTime(timeZone: string): (instantMs: number) => string {
  const { formatTime } = useIntl();
  return (instantMs) => formatTime(instantMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
}
