import type { EventCode } from './code-sets.ts';

/** Codes of events the calculations find themselves. */
export const SYSTEM_CODES = {
  'SYS-SNOW': { eventType: 'Degraded', category: 'Snow', count: 3 },
  'SYS-ZERO-SUN': { eventType: 'Downtime', category: 'Forced outage', count: 3 },
  'SYS-ZERO-WIND': { eventType: 'Downtime', category: 'Forced outage', count: 3 },
  'SYS-UNDERPERF': { eventType: 'Degraded', category: 'Underperformance', count: 1 },
  'SYS-COMM': { eventType: 'Communication Loss', category: 'Data outage', count: 3 },
  'SYS-COMM-OUTAGE': { eventType: 'Unknown', category: 'Unclassified', count: 3 },
  'SYS-CURTAIL': { eventType: 'Curtailment', category: 'Grid curtailment', count: 1 },
  'SYS-BESS-MISS': { eventType: 'Degraded', category: 'Underperformance', count: 3 },
} as const satisfies Record<string, Pick<EventCode, 'eventType' | 'category'> & { count: number }>;

export type SystemCode = keyof typeof SYSTEM_CODES;

/**
 * Whether calculations raise events of a code.
 *
 * @param code - any
 */
export function isSystemCode(code: string): code is SystemCode {
  return Object.hasOwn(SYSTEM_CODES, code);
}
