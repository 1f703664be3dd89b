import type { MessageKey } from '@solvane/i18n/messages';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** Why there is no value, a sentence a line; undefined: no reason is given. */
export type NoValueText = (codes: readonly string[], values?: { age: string }) => string | undefined;

/** Sentences of the reason codes that came with a missing value; a code of a newer server is shown as it is. */
export function useNoValueText(): NoValueText {
  const { messages, formatMessage } = useIntl();
  return useCallback(
    (codes, values) => {
      if (codes.length === 0) return undefined;
      const sentences = codes.map((code) => {
        const keys = [`NoValue_${code}`, `Expectation_Missing_${code}`, `Availability_Reason_${code}`];
        const id = keys.find((key): key is MessageKey => Object.hasOwn(messages, key));
        return id ? formatMessage({ id }, values) : code;
      });
      return [...new Set(sentences)].join('\n');
    },
    [messages, formatMessage],
  );
}
