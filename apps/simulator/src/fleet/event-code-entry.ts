/** Event types of the specification; the names of its event log. */
export type EventTypeName = 'Communication Loss' | 'Curtailment' | 'Degraded' | 'Downtime' | 'Informational' | 'Warning' | 'Unknown';

/** One controller code with the meaning its manufacturer gives it. */
export interface EventCodeEntry {
  code: string;
  text: string;
  eventType: EventTypeName;
  category: string;
  /** Smaller wins where events overlap. Absent: what type and category give. */
  priority?: number;
}
