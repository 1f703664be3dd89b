import { CALC_TYPES } from '@solvane/energy/signals/calc-types';
import { listSignalDefinitions } from '@solvane/energy/signals/catalogue';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useSignalLabels } from '../../shared/signals/use-signal-labels.ts';

interface SignalChoice {
  value: string;
  label: string;
  group: string;
}

/** Everything a plant can send, by kind, in the user's language. */
export function useSignalChoices(): SignalChoice[] {
  const { locale } = useIntl();
  const words = useSignalLabels();
  return useMemo(() => {
    const collator = new Intl.Collator(locale);
    const named = listSignalDefinitions()
      .filter(({ calcType }) => CALC_TYPES[calcType].writer === 'ingest')
      .map((definition) => {
        const { name, calcType, measurementType } = words(definition);
        const isRaw = definition.calcType === 'Raw';
        return {
          value: isRaw ? definition.apCode : definition.signalId,
          label: isRaw ? name : `${name} · ${calcType}`,
          group: measurementType,
        };
      });
    return named.toSorted((left, right) => collator.compare(left.group, right.group) || collator.compare(left.label, right.label));
  }, [locale, words]);
}
