import type { QualityDetails } from '@solvane/contract/quality';
import { useMemo } from 'react';
import { useTrees } from '../../workspace/fleet/trees.ts';
import type { QualityDevice } from './method-fields.tsx';
import { parseSignalKey } from './quality-draft.ts';

/** Devices of the assigned sites that the rules of a signal are for: they can stand in for each other. */
export function useQualityDevices({ sites }: Pick<QualityDetails, 'sites'>, signal: string): readonly QualityDevice[] {
  const { trees } = useTrees();
  return useMemo(() => {
    const { segmentTypes } = parseSignalKey(signal);
    const names = new Map(sites.map(({ siteId, siteName }) => [siteId, siteName]));
    return [...names].flatMap(([siteId, siteName]) =>
      (trees.get(siteId)?.nodes ?? [])
        .filter(({ type, level }) => level > 0 && (segmentTypes.length === 0 || segmentTypes.some((each) => each === type)))
        .map(({ id, name }) => ({ id, name, siteName })),
    );
  }, [sites, signal, trees]);
}
