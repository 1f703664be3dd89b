import type { SegmentNode } from '@solvane/contract/fleet';
import { enterpriseIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { ancestorsOf, childrenOf, hasChildren, toSiteTree } from './site-tree.ts';

const tree = toSiteTree({
  siteId: siteIdSchema.parse('S01'),
  version: 1,
  root: node('S01', [node('INV-1', [node('STR-1'), node('STR-2')]), node('INV-2'), node('MET-1')]),
});

test('a tree lies flat in the order it is drawn, each node knowing where its branch ends', () => {
  expect(tree.nodes.map(({ id, level, parent, end }) => [id, level, parent, end])).toEqual([
    ['S01', 0, -1, 6],
    ['INV-1', 1, 0, 4],
    ['STR-1', 2, 1, 3],
    ['STR-2', 2, 1, 4],
    ['INV-2', 1, 0, 5],
    ['MET-1', 1, 0, 6],
  ]);
});

test('children, ancestors and leaves are found without walking the whole tree', () => {
  expect(childrenOf(tree, 0)).toEqual([1, 4, 5]);
  expect(ancestorsOf(tree, 3)).toEqual([0, 1]);
  expect([hasChildren(tree, 1), hasChildren(tree, 4)]).toEqual([true, false]);
});

function node(id: string, children: SegmentNode[] = []): SegmentNode {
  return {
    id: segmentIdSchema.parse(id),
    name: id,
    segmentType: 'Inverter',
    parentId: null,
    level: 0,
    isSite: id === 'S01',
    siteSegmentId: segmentIdSchema.parse('S01'),
    siteEnterpriseId: enterpriseIdSchema.parse('aurora'),
    contractorEnterpriseIds: [],
    isDisabled: false,
    energyType: 'PV',
    children,
  };
}
