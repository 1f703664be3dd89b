import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { useCallback } from 'react';
import { useSignalLabels } from './use-signal-labels.ts';

/** What a signal id of the wire is called; one that the catalogue does not know is shown as it was sent. */
export function useSignalName(): (signalId: string) => string {
  const words = useSignalLabels();
  return useCallback(
    (signalId) => {
      const definition = findSignalDefinition(signalId.includes('||') ? signalId : `${signalId}||Raw`);
      if (!definition) return signalId;
      const { name, calcType } = words(definition);
      return definition.calcType === 'Raw' ? name : `${name} · ${calcType}`;
    },
    [words],
  );
}
