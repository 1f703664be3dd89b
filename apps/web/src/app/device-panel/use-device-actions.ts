import type { Site } from '@solvane/contract/fleet';
import type { SegmentId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { useMemo } from 'react';
import type { DevicePanelRules } from '../../shared/routing/page.ts';
import { type DeviceSelection, deviceSelection, isWithinDeviceLimit, replaceDevices } from '../../workspace/device-selection.ts';
import { hasChildren, type SiteTree } from '../../workspace/fleet/site-tree.ts';
import { showNotice } from '../../workspace/notices.ts';
import { setOpen } from './panel-state.ts';
import type { TreeRow } from './tree-rows.ts';
import { countOf, isCheckable, nodesBelow, withNodes } from './tree-selection.ts';

type NodeRow = Extract<TreeRow, { kind: 'node' }>;

export interface DeviceActions {
  toggle: (row: TreeRow) => void;
  toggleRange: (rows: readonly TreeRow[]) => void;
  /** Everything of a type at and below a node; `only` forgets the rest first. */
  selectBelow: (row: NodeRow, options: { type: string | undefined; only: boolean }) => void;
  deselectBelow: (row: NodeRow) => void;
  openBelow: (row: NodeRow) => void;
}

/** What the tree does to the selection. Too many devices are refused as a whole with a message; nothing is silently cut. */
export function useDeviceActions(rules: DevicePanelRules): DeviceActions {
  return useMemo(() => {
    const apply = (next: DeviceSelection): void => {
      const requested = countOf(next);
      if (isWithinDeviceLimit(requested)) replaceDevices(next);
      else
        showNotice({
          id: 'too-many-devices',
          kind: 'error',
          title: 'Signals_TooManyDevices_Message',
          values: { requested, allowed: LIMITS.selectedDevices },
        });
    };
    const current = (): DeviceSelection => deviceSelection.get().segments;
    const set = (ids: readonly SegmentId[], site: Site, isSelected: boolean): void =>
      apply(withNodes(current(), { ids, site, isSelected, rules }));
    return {
      toggle: (row) => {
        const id = row.kind === 'node' ? checkableId(row, rules) : undefined;
        if (row.kind === 'node' && id !== undefined) set([id], row.site, !(id in current()));
      },
      toggleRange: (rows) => {
        if (rules.mode === 'single') return;
        const nodes = rows.flatMap((row) => (row.kind === 'node' ? [{ id: checkableId(row, rules), site: row.site }] : []));
        const next = nodes.reduce<DeviceSelection>(
          (selection, { id, site }) => (id === undefined ? selection : withNodes(selection, { ids: [id], site, isSelected: true, rules })),
          current(),
        );
        apply(next);
      },
      selectBelow: ({ tree, index, site }, { type, only }) => {
        if (!tree) return;
        const ids = nodesBelow(tree, index, { type, rules });
        apply(withNodes(only ? {} : current(), { ids, site, isSelected: true, rules }));
      },
      deselectBelow: ({ tree, index, site }) => {
        if (tree) set(nodesBelow(tree, index, { type: undefined, rules: {} }), site, false);
      },
      openBelow: ({ tree, index }) => {
        if (tree) setOpen(branchesBelow(tree, index), true);
      },
    };
  }, [rules]);
}

/** undefined: the page does not let this node be checked. */
export function checkableId({ tree, index, site }: NodeRow, rules: DevicePanelRules): SegmentId | undefined {
  const node = tree?.nodes[index];
  if (node) return isCheckable(node, rules) ? node.id : undefined;
  const root = { type: 'Site', energyType: site.metadata.energyType, isDisabled: false };
  return isCheckable(root, rules) ? site.siteSegmentId : undefined;
}

function branchesBelow(tree: SiteTree, index: number): string[] {
  const end = tree.nodes[index]?.end ?? 0;
  return tree.nodes.slice(index, end).flatMap((node, place) => (hasChildren(tree, index + place) ? [node.id] : []));
}
