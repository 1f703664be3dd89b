import type { MessageKey, MessageValues } from '@solvane/i18n/messages';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** The sentence behind a message key that came from the server; a key of a newer server, unknown here, is shown as it is. */
export function useServerText(): (key: string, values?: MessageValues) => string {
  const { messages, formatMessage } = useIntl();
  return useCallback((key, values) => (isKnown(key, messages) ? formatMessage({ id: key }, values) : key), [messages, formatMessage]);
}

/** Whether there is a text for a key that came from the server. */
export function isKnown(key: string, messages: object): key is MessageKey {
  return Object.hasOwn(messages, key);
}
