import { LIMITS } from '@solvane/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { metadataQuery } from '../../shared/fleet/metadata.queries.ts';
import { useDeviceSelection } from '../../workspace/device-selection.ts';
import { ancestorsOf } from '../../workspace/fleet/site-tree.ts';
import { indexOf, treeLoader, useTrees } from '../../workspace/fleet/trees.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { type MetadataDevice, type MetadataRow, toMetadataRows } from './metadata-grid.ts';

export interface MetadataRows {
  rows: readonly MetadataRow[];
  /** Selected devices; more than the table takes are refused as a whole. */
  selectedCount: number;
  isTooMany: boolean;
  isPending: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** The selected devices with everything that is known of them, in the order of their trees. */
export function useMetadataRows(): MetadataRows {
  const selection = useDeviceSelection();
  const { allSites } = useFleet();
  const { trees } = useTrees();
  const selectedCount = Object.keys(selection).length;
  const isTooMany = selectedCount > LIMITS.metadataDevices;

  const sites = useMemo(() => {
    const wanted = new Set(Object.values(selection).map(({ siteSegmentId }) => siteSegmentId));
    return allSites.filter(({ siteSegmentId }) => wanted.has(siteSegmentId));
  }, [selection, allSites]);
  // The loader of trees lies outside of React; the device panel may be closed.
  useEffect(() => {
    treeLoader.setSites(new Map(allSites.map(({ siteId, treeVersion }) => [siteId, treeVersion])));
    treeLoader.want(
      'selected',
      sites.map(({ siteId }) => siteId),
    );
  }, [allSites, sites]);

  const devices = useMemo(
    () =>
      sites.flatMap((site): MetadataDevice[] => {
        const tree = trees.get(site.siteId);
        if (!tree) return [];
        const places = Object.keys(selection).flatMap((id) => indexOf(tree).get(id) ?? []);
        return places
          .toSorted((left, right) => left - right)
          .flatMap((at) => {
            const node = tree.nodes[at];
            const path = ancestorsOf(tree, at).map((above) => tree.nodes[above]?.name ?? '');
            return node
              ? [{ segmentId: node.id, name: node.name, type: node.type, path: path.join(' / '), siteSegmentId: site.siteSegmentId }]
              : [];
          });
      }),
    [sites, trees, selection],
  );
  const ids = useMemo(() => devices.map(({ segmentId }) => segmentId), [devices]);
  const isComplete = devices.length === selectedCount;
  const query = useQuery({
    ...metadataQuery(ids),
    enabled: isComplete && ids.length > 0 && !isTooMany,
    placeholderData: (before) => before,
  });
  const rows = useMemo(() => (query.data ? toMetadataRows(devices, query.data.items) : []), [devices, query.data]);
  return {
    rows,
    selectedCount,
    isTooMany,
    isPending: selectedCount > 0 && !isTooMany && (!isComplete || query.isPending),
    error: query.error,
    refetch: query.refetch,
  };
}
