import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import type { MessageKey } from '@solvane/i18n/messages';
import type { IntlShape } from 'react-intl';

export interface SignalText {
  name: string;
  unit: string;
  /** Name and unit, as on axes. */
  title: string;
}

/** A signal in the language of the user; its id where this version of the page does not know it. */
export function signalText(signalId: string, intl: Pick<IntlShape, 'formatMessage' | 'messages'>): SignalText {
  const definition = findSignalDefinition(signalId);
  if (!definition) return { name: signalId, unit: '', title: signalId };
  const { apCode, calcType, unit } = definition;
  const quantity = intl.formatMessage({ id: `Signal_${apCode}` as MessageKey });
  const isUsual = calcType === 'Validated' || calcType === 'Calculated';
  const name = isUsual ? quantity : `${quantity}, ${intl.formatMessage({ id: `CalcType_${calcType}` as MessageKey })}`;
  return { name, unit, title: unit === '' ? name : `${name}, ${unit}` };
}
