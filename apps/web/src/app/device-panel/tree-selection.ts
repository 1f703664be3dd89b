import type { Site } from '@solvane/contract/fleet';
import type { SegmentId } from '@solvane/contract/ids';
import type { DevicePanelRules } from '../../shared/routing/page.ts';
import type { DeviceSelection, SelectedSegment } from '../../workspace/device-selection.ts';
import type { SiteTree, TreeNode } from '../../workspace/fleet/site-tree.ts';
import type { TreesState } from '../../workspace/fleet/tree-loader.ts';
import { indexOf } from '../../workspace/fleet/trees.ts';

/** Whether the page lets a node be checked; the rest is shown all the same. */
export function isCheckable(node: Pick<TreeNode, 'type' | 'energyType' | 'isDisabled'>, rules: DevicePanelRules): boolean {
  if (node.isDisabled) return false;
  if (rules.segmentTypes && !rules.segmentTypes.includes(node.type)) return false;
  return !rules.energyTypes || rules.energyTypes.includes(node.energyType);
}

export function toSelectedSegment(site: Site): SelectedSegment {
  return { siteSegmentId: site.siteSegmentId, enterpriseId: site.enterpriseId, contractorEnterpriseIds: site.contractorEnterpriseIds };
}

/** Checks or unchecks some nodes. In single mode the last one takes the place of everything. */
export function withNodes(
  selection: DeviceSelection,
  { ids, site, isSelected, rules }: { ids: readonly SegmentId[]; site: Site; isSelected: boolean; rules: DevicePanelRules },
): DeviceSelection {
  const segment = toSelectedSegment(site);
  if (isSelected) {
    if (rules.mode === 'single') return Object.fromEntries(ids.slice(-1).map((id) => [id, segment]));
    return { ...selection, ...Object.fromEntries(ids.map((id) => [id, segment])) };
  }
  const dropped = new Set<string>(ids);
  return Object.fromEntries(Object.entries(selection).filter(([id]) => !dropped.has(id)));
}

/** Checkable nodes of one type at and below a node; without a type every checkable one. */
export function nodesBelow(
  tree: SiteTree,
  index: number,
  { type, rules }: { type: string | undefined; rules: DevicePanelRules },
): SegmentId[] {
  const found: SegmentId[] = [];
  const end = tree.nodes[index]?.end ?? 0;
  for (let at = index; at < end; at++) {
    const node = tree.nodes[at];
    if (node && (type === undefined || node.type === type) && isCheckable(node, rules)) found.push(node.id);
  }
  return found;
}

/** Types that occur below a node with how many of them can be checked, the most frequent first. */
export function typesBelow(tree: SiteTree, index: number, rules: DevicePanelRules): { type: string; count: number }[] {
  const counts = new Map<string, number>();
  const end = tree.nodes[index]?.end ?? 0;
  for (let at = index + 1; at < end; at++) {
    const node = tree.nodes[at];
    if (node && isCheckable(node, rules)) counts.set(node.type, (counts.get(node.type) ?? 0) + 1);
  }
  return [...counts].map(([type, count]) => ({ type, count })).sort((left, right) => right.count - left.count);
}

/** Nodes that have something selected below them: their box shows a dash. */
export function nodesAboveSelection(selection: DeviceSelection, state: TreesState): ReadonlySet<string> {
  const above = new Set<string>();
  const trees = new Map([...state.trees.values()].map((tree) => [tree.nodes[0]?.id as string, tree]));
  for (const [id, { siteSegmentId }] of Object.entries(selection)) {
    if (id === siteSegmentId) continue;
    above.add(siteSegmentId);
    const tree = trees.get(siteSegmentId);
    const index = tree && indexOf(tree).get(id);
    if (index === undefined) continue;
    for (let at = tree?.nodes[index]?.parent ?? -1; at > 0; at = tree?.nodes[at]?.parent ?? -1) {
      const node = tree?.nodes[at];
      if (!node || above.has(node.id)) break;
      above.add(node.id);
    }
  }
  return above;
}

export function countOf(selection: DeviceSelection): number {
  return Object.keys(selection).length;
}
