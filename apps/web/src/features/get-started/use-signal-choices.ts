import { CALC_TYPES } from '@solvane/energy/signals/calc-types';
import { listSignalDefinitions } from '@solvane/energy/signals/catalogue';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useSignalLabels } from '../../shared/signals/use-signal-labels.ts';

interface SignalGroup {
  group: string;
  items: { value: string; label: string }[];
}

/** Everything a plant can send, by kind, in the user's language. */
export function useSignalChoices(): SignalGroup[] {
  const { locale } = useIntl();
  const words = useSignalLabels();
  return useMemo(() => {
    const collator = new Intl.Collator(locale);
    const named = listSignalDefinitions()
      .filter(({ calcType }) => CALC_TYPES[calcType].writer === 'ingest')
      .map((definition) => {
        const { name, calcType, measurementType } = words(definition);
        const isRaw = definition.calcType === 'Raw';
        return { value: isRaw ? definition.apCode : definition.signalId, measurementType, name: isRaw ? name : `${name} · ${calcType}` };
      });
    return [...Map.groupBy(named, ({ measurementType }) => measurementType)]
      .map(([group, items]) => ({
        group,
        items: items
          .map(({ value, name }) => ({ value, label: name }))
          .toSorted((left, right) => collator.compare(left.label, right.label)),
      }))
      .toSorted((left, right) => collator.compare(left.group, right.group));
  }, [locale, words]);
}
