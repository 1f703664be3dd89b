import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** Families of messages that say why there is no value, by the code that the server gives. */
const FAMILIES = ['NoValue', 'Expectation_Missing', 'Availability_Reason'] as const;

/** Why there is no value, a sentence a line; undefined: no reason is given. */
export type NoValueText = (codes: readonly string[], values?: { age: string }) => string | undefined;

/** Sentences of the reason codes that came with a missing value; a code of a newer server is shown as it is. */
export function useNoValueText(): NoValueText {
  const { messages, formatMessage } = useIntl();
  return useCallback(
    (codes, values) => {
      if (codes.length === 0) return undefined;
      const sentences = codes.map((code) => {
        const id = FAMILIES.map((family) => `${family}_${code}` as 'NoValue_late').find((key) => Object.hasOwn(messages, key));
        return id ? formatMessage({ id }, values) : code;
      });
      return [...new Set(sentences)].join('\n');
    },
    [messages, formatMessage],
  );
}
