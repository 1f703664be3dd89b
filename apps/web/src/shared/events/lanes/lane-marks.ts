import type { LaneMark } from '@solvane/charts/options/lanes';
import type { EventType } from '@solvane/energy/events/event-types';

interface LaneKind {
  /** Token of the type's colour. */
  colour: string;
  mark: readonly LaneMark[];
}

const filled = (path: string): LaneMark => ({ path, isFilled: true });
const outlined = (path: string): LaneMark => ({ path, isFilled: false });
const ring = (radius: number): string =>
  `M${6 - radius} 6a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;

/** Shape and colour of each type for a canvas: the same as `EventMark` draws. */
export const LANE_KINDS: Readonly<Record<EventType, LaneKind>> = {
  Downtime: { colour: 'ev-downtime', mark: [filled('M1.5 1.5h9v9h-9z')] },
  Curtailment: { colour: 'ev-curtailment', mark: [filled('M1 2.2h10L6 10.8z')] },
  Degraded: { colour: 'ev-degraded', mark: [outlined(ring(4.6)), filled('M6 1.4a4.6 4.6 0 0 0 0 9.2z')] },
  'Communication Loss': { colour: 'ev-comm', mark: [outlined(ring(4.4)), outlined('M3 9l6-6')] },
  Unknown: { colour: 'ev-unknown', mark: [outlined('M6 1.4L10.6 6 6 10.6 1.4 6z')] },
  Warning: { colour: 'ev-warning', mark: [filled('M6 1.2l5 8.6H1z')] },
  Informational: { colour: 'ev-info', mark: [outlined(ring(4.4)), filled('M4.5 6a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0')] },
};
