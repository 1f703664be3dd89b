import type { Site } from '@solvane/contract/fleet';
import { type SegmentId, segmentIdSchema } from '@solvane/contract/ids';
import { isGenerator, isSegmentType } from '@solvane/energy/devices/segment-types';
import { useMemo } from 'react';
import type { SiteTree, TreeNode } from './site-tree.ts';
import { ancestorsOf } from './site-tree.ts';
import { useTrees } from './trees.ts';

const METERS = new Set(['Meter', 'HybridMeter', 'BatteryMeter']);

/** Where the net power of sites is read; null: some tree is not loaded yet. */
export function usePowerDevices(sites: readonly Site[]): SegmentId[] | null {
  const { trees } = useTrees();
  return useMemo(() => {
    const known = sites.map(({ siteId }) => trees.get(siteId));
    if (known.some((tree) => tree === undefined)) return null;
    return known.flatMap((tree) => (tree ? powerDevices(tree) : [])).map((id) => segmentIdSchema.parse(id));
  }, [sites, trees]);
}

/** Where the net power of a site is read: its grid connections, else its one main meter, else its generators. */
export function powerDevices(tree: SiteTree): string[] {
  const nodes = tree.nodes.map((node, index) => ({ node, above: ancestorsOf(tree, index).map((at) => tree.nodes[at]?.type ?? '') }));
  const inService = nodes.filter(({ node }) => !node.isDisabled);
  const connections = inService.filter(({ node, above }) => node.type === 'PCC' && !above.includes('PCC'));
  if (connections.length > 0) return connections.map(idOf);
  const meters = inService.filter(({ node, above }) => METERS.has(node.type) && above.every((type) => type === 'Site'));
  if (meters.length === 1) return meters.map(idOf);
  return inService.filter(({ node, above }) => isGenerating(node.type) && !above.some(isGenerating)).map(idOf);
}

function isGenerating(type: string): boolean {
  return isSegmentType(type) && isGenerator(type);
}

function idOf({ node }: { node: TreeNode }): string {
  return node.id;
}
