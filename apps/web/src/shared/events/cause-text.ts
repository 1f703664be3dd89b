import type { LossCause } from '@solvane/contract/metric-ids';
import { categoryTextKey } from '@solvane/energy/events/text-keys';
import type { MessageKey } from '@solvane/i18n/messages';
import type { useIntl } from 'react-intl';

/** A category or code in the language of the user; those that people added, and codes of machines, stand for themselves. */
export function causeText(
  { by, name }: LossCause,
  { messages, formatMessage }: Pick<ReturnType<typeof useIntl>, 'messages' | 'formatMessage'>,
): string {
  const key = by === 'category' ? categoryTextKey(name) : `SystemCode_${name}`;
  return Object.hasOwn(messages, key) ? formatMessage({ id: key as MessageKey }) : name;
}

/** Of the event log: the events of a cause. */
export function causeQuery({ by, name }: LossCause): string {
  return `${by}="${name.replaceAll('"', '')}"`;
}
