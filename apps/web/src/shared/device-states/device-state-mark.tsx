import type { DeviceState } from '@solvane/energy/events/device-state';
import type { EventType } from '@solvane/energy/events/event-types';
import type { ReactNode } from 'react';
import { EventMark } from '../events/event-mark.tsx';

/** States with the shape of the event behind them. */
const EVENT_OF_STATE: Partial<Record<DeviceState, EventType>> = {
  Stopped: 'Downtime',
  Curtailed: 'Curtailment',
  Degraded: 'Degraded',
  NoCommunication: 'Communication Loss',
  Unknown: 'Unknown',
  Warning: 'Warning',
};

const SHAPES: Partial<Record<DeviceState, ReactNode>> = {
  Running: <circle cx="6" cy="6" r="3" fill="var(--ok)" />,
  Standby: <path d="M1.5 6h9" stroke="var(--text-3)" strokeWidth="2" />,
  NoData: <path d="M1.5 1.5h9v9h-9z" fill="none" stroke="var(--text-3)" strokeWidth="1.4" strokeDasharray="2.2 1.4" />,
  Disabled: <path d="M2.5 2.5l7 7M9.5 2.5l-7 7" stroke="var(--text-3)" strokeWidth="1" />,
};

/** The one shape of a state. Its name stands beside it, or is the label of what it stands in. */
export function DeviceStateMark({ state, size = 12 }: { state: DeviceState; size?: number }) {
  const type = EVENT_OF_STATE[state];
  if (type) return <EventMark type={type} size={size} />;
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden="true" style={{ flex: 'none' }}>
      {SHAPES[state]}
    </svg>
  );
}
