import type { SignalDefinition } from '@solvane/contract/signals';
import type { MessageKey } from '@solvane/i18n/messages';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';

type NamedSignal = Pick<SignalDefinition, 'apCode' | 'name' | 'calcType' | 'measurementTypeName' | 'timeAggregation'>;

export interface SignalLabels {
  name: string;
  calcType: string;
  measurementType: string;
  aggregation: string;
}

/** What a signal is called in the user's language; what a newer server knows and this page does not is shown as it was sent. */
export function useSignalLabels(): (signal: NamedSignal) => SignalLabels {
  const { messages, formatMessage } = useIntl();
  return useCallback(
    ({ apCode, name, calcType, measurementTypeName, timeAggregation }) => {
      const word = (key: string, otherwise: string): string =>
        Object.hasOwn(messages, key) ? formatMessage({ id: key as MessageKey }) : otherwise;
      return {
        name: word(`Signal_${apCode}`, name),
        calcType: word(`CalcType_${calcType}`, calcType),
        measurementType: word(`MeasurementType_${measurementTypeName}`, measurementTypeName),
        aggregation: word(`Aggregation_${timeAggregation}`, timeAggregation),
      };
    },
    [messages, formatMessage],
  );
}
