import type { EnergyType, SegmentNode } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';

export interface TreeNode {
  id: SegmentId;
  name: string;
  type: string;
  /** 0: the site itself. */
  level: number;
  /** Index of the node above; -1 for the site. */
  parent: number;
  /** Index after the last node below: the nodes in between are everything below this one. */
  end: number;
  isDisabled: boolean;
  energyType: EnergyType;
}

/** The nodes of a site from top to bottom as they would be drawn fully open; the first one is the site. */
export interface SiteTree {
  siteId: SiteId;
  /** As the list of sites names it: another version is another tree. */
  version: number;
  nodes: readonly TreeNode[];
}

export function toSiteTree({ siteId, version, root }: { siteId: SiteId; version: number; root: SegmentNode }): SiteTree {
  const nodes: TreeNode[] = [];
  const add = (segment: SegmentNode, parent: number): void => {
    const index = nodes.length;
    const { id, name, segmentType, isDisabled, energyType } = segment;
    const node: TreeNode = { id, name, type: segmentType, level: (nodes[parent]?.level ?? -1) + 1, parent, end: 0, isDisabled, energyType };
    nodes.push(node);
    for (const child of segment.children) add(child, index);
    node.end = nodes.length;
  };
  add(root, -1);
  return { siteId, version, nodes };
}

/** Indices of the nodes above one, from the site down. */
export function ancestorsOf(tree: SiteTree, index: number): number[] {
  const above: number[] = [];
  for (let at = tree.nodes[index]?.parent ?? -1; at >= 0; at = tree.nodes[at]?.parent ?? -1) above.unshift(at);
  return above;
}

export function hasChildren(tree: SiteTree, index: number): boolean {
  const node = tree.nodes[index];
  return node !== undefined && node.end > index + 1;
}

/** Direct children of a node. */
export function childrenOf(tree: SiteTree, index: number): number[] {
  const children: number[] = [];
  const end = tree.nodes[index]?.end ?? 0;
  for (let at = index + 1; at < end; at = tree.nodes[at]?.end ?? end) children.push(at);
  return children;
}
