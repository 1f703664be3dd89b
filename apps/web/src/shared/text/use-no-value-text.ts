import { AVAILABILITY_REASONS } from '@solvane/energy/site-day/availability/availability-reasons';
import { MISSING_EXPECTATION_REASONS } from '@solvane/energy/site-day/expect/missing-expectation';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { isKnown } from './use-server-text.ts';

/** Why there is no value, a sentence a line; undefined: no reason is given. */
export type NoValueText = (codes: readonly string[], values?: { age: string }) => string | undefined;

/** Sentences of the reason codes that came with a missing value; a code of a newer server is shown as it is. */
export function useNoValueText(): NoValueText {
  const { messages, formatMessage } = useIntl();
  return useCallback(
    (codes, values) => {
      if (codes.length === 0) return undefined;
      const sentences = Array.from(new Set(codes), (code) => {
        const id = textKey(code);
        return isKnown(id, messages) ? formatMessage({ id }, values) : code;
      });
      return [...new Set(sentences)].join('\n');
    },
    [messages, formatMessage],
  );
}

/** Of the one group that has a text for the code: asking another for it would wait for the texts of all screens. */
function textKey(code: string): string {
  if (MISSING_EXPECTATIONS.has(code)) return `Expectation_Missing_${code}`;
  return AVAILABILITIES.has(code) ? `Availability_Reason_${code}` : `NoValue_${code}`;
}

const MISSING_EXPECTATIONS: ReadonlySet<string> = new Set(MISSING_EXPECTATION_REASONS);
/** A missing expectation has the same sentence for energy and availability. */
const AVAILABILITIES: ReadonlySet<string> = new Set(AVAILABILITY_REASONS.filter((reason) => reason !== 'noExpectation'));
