import type { EventCodeEntry } from './event-code-entry.ts';

/** Lumenar inverters and the GridMaster plant controller. */
export const LUMENAR_CODES: readonly EventCodeEntry[] = [
  { code: '1001', text: 'Waiting for irradiance', eventType: 'Informational', category: 'Low irradiance' },
  { code: '1002', text: 'Start-up sequence', eventType: 'Informational', category: 'Status' },
  { code: '1010', text: 'Remote setpoint changed', eventType: 'Informational', category: 'Status' },
  { code: '1101', text: 'Cabinet temperature high', eventType: 'Warning', category: 'Notification' },
  { code: '1102', text: 'Insulation resistance falling', eventType: 'Warning', category: 'Notification' },
  { code: '1103', text: 'DC link ripple high', eventType: 'Warning', category: 'Notification' },
  { code: '1110', text: 'Fan speed deviation', eventType: 'Warning', category: 'Notification' },
  { code: '1115', text: 'Surge arrester counter changed', eventType: 'Warning', category: 'Notification' },
  { code: '1205', text: 'IGBT driver fault', eventType: 'Downtime', category: 'Inverter fault', priority: 110 },
  { code: '1210', text: 'Safe stop, restart locked', eventType: 'Downtime', category: 'Inverter fault', priority: 120 },
  { code: '1215', text: 'DC over-voltage', eventType: 'Downtime', category: 'Inverter fault' },
  { code: '1220', text: 'Ground fault', eventType: 'Downtime', category: 'Inverter fault' },
  { code: '1230', text: 'AC contactor did not close', eventType: 'Downtime', category: 'Inverter fault' },
  { code: '1301', text: 'Grid voltage out of range', eventType: 'Downtime', category: 'Grid outage' },
  { code: '1302', text: 'Grid frequency out of range', eventType: 'Downtime', category: 'Grid outage' },
  { code: '1310', text: 'Disconnected by order of the authorities', eventType: 'Downtime', category: 'Force majeure' },
  { code: '1401', text: 'Power reduced, temperature', eventType: 'Degraded', category: 'Inverter temperature derating' },
  { code: '1410', text: 'String group current low', eventType: 'Degraded', category: 'DC or string fault' },
  { code: '1501', text: 'Emergency stop pressed', eventType: 'Downtime', category: 'Health and safety stop' },
  { code: '1502', text: 'Local service mode', eventType: 'Downtime', category: 'Scheduled maintenance' },
  { code: '1601', text: 'Internal communication lost', eventType: 'Communication Loss', category: 'Data outage' },
  { code: '1701', text: 'Active power limited by grid operator', eventType: 'Curtailment', category: 'Grid curtailment' },
  { code: '1702', text: 'Active power limited by market', eventType: 'Curtailment', category: 'Market curtailment' },
];
