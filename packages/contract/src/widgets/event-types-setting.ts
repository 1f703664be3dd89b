import { z } from 'zod';
import { eventTypeSchema } from '../event-names.ts';

/** Types whose events lose energy; warnings and informational events are added on request. */
export const LOSS_EVENT_TYPES = ['Downtime', 'Curtailment', 'Degraded', 'Communication Loss', 'Unknown'] as const;

/** Which types of events a widget is about. */
export const eventTypesSetting = z
  .array(eventTypeSchema)
  .min(1, { error: 'Widget_Validation_EventTypes' })
  .default([...LOSS_EVENT_TYPES]);

export const EVENT_TYPES_FIELD = {
  name: 'types',
  label: 'Widget_Form_EventTypes',
  isMultiple: true,
  warning: 'primaryEventTypes',
  choices: {
    Downtime: 'EventType_Downtime',
    Curtailment: 'EventType_Curtailment',
    Degraded: 'EventType_Degraded',
    'Communication Loss': 'EventType_CommunicationLoss',
    Unknown: 'EventType_Unknown',
    Warning: 'EventType_Warning',
    Informational: 'EventType_Informational',
  },
} as const;
