import type { EventCodeEntry } from './event-code-entry.ts';

/** Kelvar battery inverters and containers. */
export const KELVAR_CODES: readonly EventCodeEntry[] = [
  { code: '2001', text: 'Idle, no order', eventType: 'Informational', category: 'Idle' },
  { code: '2002', text: 'State of charge limit reached', eventType: 'Informational', category: 'State-of-charge limit' },
  { code: '2101', text: 'Coolant flow low', eventType: 'Warning', category: 'Notification' },
  { code: '2102', text: 'Cell voltage spread high', eventType: 'Warning', category: 'Notification' },
  { code: '2103', text: 'Heat pump efficiency low', eventType: 'Warning', category: 'Notification' },
  { code: '2104', text: 'Smoke detector supervision', eventType: 'Warning', category: 'Notification' },
  { code: '2201', text: 'Power conversion stack fault', eventType: 'Downtime', category: 'BMS or PCS fault', priority: 110 },
  { code: '2202', text: 'DC contactor open', eventType: 'Downtime', category: 'BMS or PCS fault', priority: 120 },
  { code: '2210', text: 'Battery management stopped the string', eventType: 'Downtime', category: 'BMS or PCS fault' },
  { code: '2301', text: 'Grid lost', eventType: 'Downtime', category: 'Grid outage' },
  { code: '2310', text: 'Site closed, severe storm', eventType: 'Downtime', category: 'Force majeure' },
  { code: '2401', text: 'Power reduced, ambient temperature', eventType: 'Degraded', category: 'Thermal derating' },
  { code: '2402', text: 'Power reduced, cell imbalance', eventType: 'Degraded', category: 'Cell imbalance' },
  { code: '2501', text: 'Capacity test running', eventType: 'Downtime', category: 'Capacity test' },
  { code: '2502', text: 'Service mode', eventType: 'Downtime', category: 'Scheduled maintenance' },
  { code: '2601', text: 'Battery bus communication lost', eventType: 'Communication Loss', category: 'Data outage' },
  { code: '2701', text: 'Power limited by grid operator', eventType: 'Curtailment', category: 'Grid curtailment' },
];
