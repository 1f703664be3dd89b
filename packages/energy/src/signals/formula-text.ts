import type { SignalName } from './signal-id.ts';

/**
 * Message key of the sentence that says how the values of a computed signal come about.
 *
 * @param signal - quantity and calculation type
 * @returns of its quantity where it is computed from validated signals only, else of its calculation type
 */
export function formulaTextKey({ apCode, calcType }: SignalName): `SignalFormula_${string}` {
  return `SignalFormula_${calcType === 'Calculated' ? apCode : calcType}`;
}
