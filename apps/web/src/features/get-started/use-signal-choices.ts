import { listSignalDefinitions } from '@solvane/energy/signals/catalogue';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useSignalWords } from '../../shared/signals/use-signal-words.ts';

interface SignalGroup {
  group: string;
  items: { value: string; label: string }[];
}

/** Everything a plant can measure, by kind, in the user's language. */
export function useSignalChoices(): SignalGroup[] {
  const { locale } = useIntl();
  const words = useSignalWords();
  return useMemo(() => {
    const collator = new Intl.Collator(locale);
    const named = listSignalDefinitions()
      .filter(({ calcType }) => calcType === 'Raw')
      .map((definition) => ({ value: definition.apCode, ...words(definition) }));
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
