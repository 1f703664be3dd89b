import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { z } from 'zod';

export const eventTypeSchema = z.enum(EVENT_TYPES);

/** Types that are off in lists by default. */
export const SECONDARY_EVENT_TYPES = ['Warning', 'Informational'] as const;

/** What lists of events are ordered by. */
export const EVENT_SORTS = [
  'start',
  'end',
  'duration',
  'lostEnergy',
  'revenueLoss',
  'priority',
  /** Unacknowledged downtime first, then by energy lost per hour. */
  'attention',
  'site',
  'device',
  'code',
  'category',
  'type',
] as const;
