import type { SegmentId } from '@solvane/contract/ids';
import type { SignalDefinition } from '@solvane/contract/signals';
import { useSelector } from '@tanstack/react-store';
import { useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useTypeLabel } from '../../shared/fleet/use-type-label.ts';
import { useSignalLabels } from '../../shared/signals/use-signal-labels.ts';
import { fold, searchTerms } from '../../shared/text/fold.ts';
import { findNode, useTrees } from '../../workspace/fleet/trees.ts';
import { signalsView } from '../../workspace/signals-view.ts';
import { isAboutQuality, type ListedSignal, type SignalRow, toListedSignals, toSignalRows } from './signal-list.ts';

interface RowsQuestion {
  definitions: readonly SignalDefinition[];
  deviceCount: number;
  calcTypes: readonly string[] | undefined;
  search: string;
  /** `favorites` and `recent` narrow the list like a search does. */
  only: 'all' | 'favorites' | 'recent';
}

/** Listed signals, and the rows that search, filters and grouping make of them. */
export function useSignalRows({ definitions, deviceCount, calcTypes, search, only }: RowsQuestion): {
  signals: ListedSignal[];
  rows: SignalRow[];
} {
  const { locale } = useIntl();
  const { grouping, closedGroups, commonOnly, favorites, recent } = useSelector(signalsView);
  const groupsOf = useGroupsOf();
  const wordsOf = useSignalLabels();
  const signals = useMemo(
    () => toListedSignals(definitions, { deviceCount, commonOnly, calcTypes, wordsOf }),
    [definitions, deviceCount, commonOnly, calcTypes, wordsOf],
  );
  const rows = useMemo(() => {
    const wanted = searchTerms(search);
    const kept = only === 'all' ? undefined : new Set(only === 'favorites' ? favorites : recent);
    const found = signals.filter(({ signalId, words: { name, calcType, measurementType }, unit }) => {
      if (kept && !kept.has(signalId)) return false;
      if (isAboutQuality(signalId) && !kept && !calcTypes && wanted.length === 0 && grouping !== 'calcType') return false;
      const text = fold(`${name} ${calcType} ${unit} ${measurementType} ${signalId}`);
      return wanted.every((word) => text.includes(word));
    });
    const collator = new Intl.Collator(locale, { numeric: true });
    return toSignalRows({ signals: found, grouping, closedGroups: new Set(closedGroups), groupsOf, compare: collator.compare });
  }, [signals, search, only, favorites, recent, grouping, closedGroups, groupsOf, calcTypes, locale]);
  return { signals, rows };
}

function useGroupsOf(): (signal: ListedSignal) => readonly string[] {
  const { grouping } = useSelector(signalsView);
  const { formatMessage } = useIntl();
  const typeOf = useDeviceType();
  return useCallback(
    (signal) => {
      if (grouping === 'deviceType') return [...new Set(signal.segmentIds.map(typeOf))];
      if (grouping === 'unit') return [signal.unit === '' ? formatMessage({ id: 'SignalsPanel_NoUnit' }) : signal.unit];
      return [grouping === 'calcType' ? signal.words.calcType : signal.words.measurementType];
    },
    [grouping, formatMessage, typeOf],
  );
}

function useDeviceType(): (segmentId: SegmentId) => string {
  const state = useTrees();
  const typeLabel = useTypeLabel();
  return useCallback((segmentId) => typeLabel(findNode(state, segmentId)?.node.type ?? ''), [state, typeLabel]);
}
