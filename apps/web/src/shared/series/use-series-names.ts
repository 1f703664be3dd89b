import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { useMemo } from 'react';
import { useServerText } from '../text/use-server-text.ts';
import type { SeriesSignal } from './series-plots.ts';

export interface SeriesNames {
  /** Definition and name of a signal; undefined: this version of the page does not know it. */
  signal: (signalId: string) => SeriesSignal | undefined;
  calcType: (calcType: string) => string;
  segmentType: (type: string) => string;
}

/** Names of signals in the language of the user. */
export function useSeriesNames(): SeriesNames {
  const serverText = useServerText();
  return useMemo(() => {
    // A key of a newer server than this page has no text here: the name that came with it does.
    const textOr = (key: string, otherwise: string): string => {
      const text = serverText(key);
      return text === key ? otherwise : text;
    };
    return {
      signal: (signalId) => {
        const definition = findSignalDefinition(signalId);
        return definition && { ...definition, name: textOr(`Signal_${definition.apCode}`, definition.name) };
      },
      calcType: (calcType) => textOr(`CalcType_${calcType}`, calcType),
      segmentType: (type) => textOr(`SegmentType_${type}`, type),
    };
  }, [serverText]);
}
