import type { EventType } from '@solvane/energy/events/event-types';
import type { ReactNode } from 'react';
import classes from './event-mark.module.css';

export interface EventMarkProps {
  type: EventType;
  /** Pixels: 12 in tables, 11 in chips, 10 in lanes and trees. */
  size?: number;
  /** Where nothing beside it says the type: for those who listen, and in a tooltip. */
  label?: string;
}

/** Custom property of a type's colour. */
export const EVENT_COLOURS: Record<EventType, string> = {
  Downtime: 'var(--ev-downtime)',
  Curtailment: 'var(--ev-curtailment)',
  Degraded: 'var(--ev-degraded)',
  'Communication Loss': 'var(--ev-comm)',
  Unknown: 'var(--ev-unknown)',
  Warning: 'var(--ev-warning)',
  Informational: 'var(--ev-info)',
};

const SHAPES: Record<EventType, ReactNode> = {
  Downtime: <rect x="1.5" y="1.5" width="9" height="9" rx="1.5" fill="currentColor" />,
  Curtailment: <path d="M1 2.2h10L6 10.8z" fill="currentColor" />,
  Degraded: (
    <>
      <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 1.4a4.6 4.6 0 0 0 0 9.2z" fill="currentColor" />
    </>
  ),
  'Communication Loss': (
    <g fill="none" stroke="currentColor" strokeWidth="1.6">
      <circle cx="6" cy="6" r="4.4" />
      <path d="M3 9l6-6" />
    </g>
  ),
  Unknown: <path d="M6 1.4L10.6 6 6 10.6 1.4 6z" fill="none" stroke="currentColor" strokeWidth="1.7" />,
  Warning: <path d="M6 1.2l5 8.6H1z" fill="currentColor" />,
  Informational: (
    <>
      <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.7" />
      <circle cx="6" cy="6" r="1.5" fill="currentColor" />
    </>
  ),
};

/** The one shape and colour of an event type, wherever it is shown. */
export function EventMark({ type, size = 12, label }: EventMarkProps) {
  const style = { color: EVENT_COLOURS[type] };
  if (label === undefined)
    return (
      <svg width={size} height={size} viewBox="0 0 12 12" className={classes.mark} style={style} aria-hidden="true">
        {SHAPES[type]}
      </svg>
    );
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" className={classes.mark} style={style} role="img">
      <title>{label}</title>
      {SHAPES[type]}
    </svg>
  );
}
