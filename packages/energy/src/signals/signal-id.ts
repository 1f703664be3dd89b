/** Identity of a signal of any device: the measured or computed quantity and how its value came about. */
export type SignalId = `${string}||${string}`;

export interface SignalName {
  apCode: string;
  calcType: string;
}

const AP_CODE = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const CALC_TYPE = /^[A-Za-z][A-Za-z0-9]{0,39}$/;
const SEPARATOR = '||';

/**
 * Splits `apCode||calcType` at its first double bar.
 *
 * Spelling only: whether the catalogue knows the signal is asked of `findSignalDefinition`. Case-sensitive.
 *
 * @param text - for example `ActivePower||Validated`
 * @returns both parts, or undefined when the text is not a signal id
 */
export function parseSignalId(text: string): SignalName | undefined {
  const bar = text.indexOf(SEPARATOR);
  if (bar < 0) return undefined;
  const apCode = text.slice(0, bar);
  const calcType = text.slice(bar + SEPARATOR.length);
  return AP_CODE.test(apCode) && CALC_TYPE.test(calcType) ? { apCode, calcType } : undefined;
}

/**
 * Joins both parts to a signal id.
 *
 * @param apCode - letter, then up to 63 letters, digits or underscores
 * @param calcType - letter, then up to 39 letters or digits
 * @returns `apCode||calcType`
 * @throws RangeError when a part is malformed
 */
export function toSignalId(apCode: string, calcType: string): SignalId {
  if (!AP_CODE.test(apCode) || !CALC_TYPE.test(calcType)) throw new RangeError(`Not a signal: ${apCode}${SEPARATOR}${calcType}`);
  return `${apCode}${SEPARATOR}${calcType}`;
}
