import type { CurveTurbine } from '@solvane/contract/models';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';

/** Turbines by their sites, as `Norrvind: WT-1, WT-2`; one that is not known stays its id. */
export function useTurbineText(turbines: readonly CurveTurbine[]): (segmentIds: readonly string[]) => string {
  const { formatList } = useIntl();
  return useCallback(
    (segmentIds) => {
      const known = new Map<string, CurveTurbine>(turbines.map((turbine) => [turbine.segmentId, turbine]));
      const collator = new Intl.Collator(undefined, { numeric: true });
      const bySite = Map.groupBy(segmentIds, (segmentId) => known.get(segmentId)?.siteName ?? '');
      const texts = [...bySite].map(([siteName, ids]) => {
        const names = ids.map((segmentId) => known.get(segmentId)?.name ?? segmentId).toSorted(collator.compare);
        return siteName === '' ? names.join(', ') : `${siteName}: ${names.join(', ')}`;
      });
      return formatList(texts, { type: 'unit', style: 'short' });
    },
    [turbines, formatList],
  );
}
