import { type SiteId, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { searchTerms } from '../../shared/text/fold.ts';
import { SITES, toSegments, toSite } from '../../testing/fake-fleet.ts';
import type { DeviceSelection } from '../../workspace/device-selection.ts';
import { type SiteTree, toSiteTree } from '../../workspace/fleet/site-tree.ts';
import type { TreesState } from '../../workspace/fleet/tree-loader.ts';
import { siteWarnings } from './site-warnings.ts';
import { type RowsQuestion, toRows } from './tree-rows.ts';
import { hasMarks, type Marks, markWhere, searchTree } from './tree-search.ts';
import { isCheckable, nodesAboveSelection, nodesBelow, toSelectedSegment, typesBelow, withNodes } from './tree-selection.ts';

const trees = new Map<SiteId, SiteTree>(
  SITES.map((part) => [
    siteIdSchema.parse(part.id),
    toSiteTree({ siteId: siteIdSchema.parse(part.id), version: 1, root: toSegments(part) }),
  ]),
);
const sites = SITES.map(toSite);
const state: TreesState = { trees, failed: new Map() };
const guadal = treeOf('S01');

const question: RowsQuestion = {
  sites,
  state,
  grouping: 'none',
  open: new Set(),
  closedGroups: new Set(),
  filter: undefined,
  closedInFilter: new Set(),
};

test('closed, the tree shows the sites only; open, what lies directly below', () => {
  expect(names(question)).toEqual(['Guadal', 'Malar', 'Lammer', 'Norrvind', 'Trent', 'Pecan', 'Mojave', 'Caatinga']);
  expect(names({ ...question, open: new Set(['S01', 'S01-POA']) }).slice(0, 11)).toEqual([
    'Guadal',
    '  INV-1',
    '  INV-2',
    '  INV-3',
    '  INV-4',
    '  Plane of array',
    '    POA-1',
    '    POA-2',
    '    POA-3',
    '  Weather station',
    '  Meter',
  ]);
});

test('sites without the attribute stand in the last group', () => {
  expect(names({ ...question, grouping: 'siteTimezone', closedGroups: new Set(['group:siteTimezone:Europe/London']) })).toEqual([
    '[America/Chicago 1]',
    '  Pecan',
    '[America/Los_Angeles 1]',
    '  Mojave',
    '[Europe/London 2]',
    '[Europe/Madrid 1]',
    '  Guadal',
    '[Europe/Stockholm 2]',
    '  Malar',
    '  Norrvind',
    '[null 1]',
    '  Caatinga',
  ]);
});

test('an open site says that it loads, or what went wrong with it', () => {
  const waiting: TreesState = {
    trees: new Map(),
    failed: new Map([[siteIdSchema.parse('S02'), { siteId: siteIdSchema.parse('S02'), error: new Error('broken') }]]),
  };
  expect(names({ ...question, state: waiting, sites: sites.slice(0, 2), open: new Set(['S01', 'S02']) })).toEqual([
    'Guadal',
    '  (loading)',
    'Malar',
    '  (failed)',
  ]);
});

test('a search finds by path, name and type, and leaves what leads to the hits', () => {
  expect(found('guadal inv-2')).toEqual(['Guadal', '  INV-2 *']);
  expect(found('guadal/irradiance')).toEqual(['Guadal', '  Plane of array', '    POA-1 *', '    POA-2 *', '    POA-3 *']);
  expect(found('TRENT 1.2')).toEqual(['Trent', '  BI-1', '    BC-1', '      String 1.2 *']);
  expect(found('nowhere')).toEqual([]);
});

test('accents and case do not matter', () => {
  expect(searchTerms('  Élan / Ångström-2 ')).toEqual(['elan', 'angstrom-2']);
});

test('below a hit everything can be opened, and a branch the search opened can be closed', () => {
  const filter = filterOf('inv-1');
  expect(names({ ...question, sites: sites.slice(0, 1), filter, open: new Set(['S01-INV1']) })).toEqual([
    'Guadal',
    '  INV-1 *',
    '    CB-1.1',
    '    CB-1.2',
  ]);
  expect(names({ ...question, sites: sites.slice(0, 1), filter, closedInFilter: new Set(['S01']) })).toEqual(['Guadal']);
});

test('everything below a node of one type is found for selection', () => {
  expect(nodesBelow(guadal, 0, { type: 'Inverter', rules: {} })).toEqual(['S01-INV1', 'S01-INV2', 'S01-INV3', 'S01-INV4']);
  expect(typesBelow(guadal, 0, {}).slice(0, 2)).toEqual([
    { type: 'Combiner', count: 8 },
    { type: 'Inverter', count: 4 },
  ]);
});

test('a page limits what can be checked; disabled devices never can', () => {
  const rules = { segmentTypes: ['WindTurbine'], energyTypes: ['Wind'] };
  expect(nodesBelow(guadal, 0, { type: undefined, rules })).toEqual([]);
  expect(nodesBelow(treeOf('S03'), 0, { type: undefined, rules })).toHaveLength(8);
  expect(treeOf('S08').nodes.map((node) => isCheckable(node, {}))).toEqual([true, false, true]);
});

test('single selection takes the place of what was selected', () => {
  const before = selected('S01-INV1');
  const rules = { mode: 'single' as const };
  expect(
    Object.keys(withNodes(before, { ids: [segmentIdSchema.parse('S01-INV2')], site: siteOf('S01'), isSelected: true, rules })),
  ).toEqual(['S01-INV2']);
  expect(withNodes(before, { ids: [segmentIdSchema.parse('S01-INV1')], site: siteOf('S01'), isSelected: false, rules })).toEqual({});
});

test('everything above a selected node shows the dash, even while its tree is not loaded', () => {
  expect([...nodesAboveSelection(selected('S01-POA1', 'S01-INV1'), state)].sort()).toEqual(['S01', 'S01-POA']);
  expect([...nodesAboveSelection(selected('S01-POA1'), { ...state, trees: new Map() })]).toEqual(['S01']);
});

test('a site says everything that keeps parts of the product from working', () => {
  expect(siteWarnings(siteOf('S01'))).toEqual([]);
  expect(siteWarnings(siteOf('S08'))).toEqual(['unpublished', 'pending', 'timezone', 'latitude', 'longitude']);
});

function names(asked: RowsQuestion): string[] {
  return toRows(asked).map((row) => {
    if (row.kind === 'group') return `[${row.value} ${row.siteCount}]`;
    const text = row.kind === 'node' ? (row.tree?.nodes[row.index]?.name ?? row.site.name) : `(${row.kind})`;
    return `${'  '.repeat(row.level)}${text}${row.kind === 'node' && row.isHit ? ' *' : ''}`;
  });
}

function found(search: string): string[] {
  return names({ ...question, filter: filterOf(search) });
}

function filterOf(search: string): Map<SiteId, Marks> {
  const typeText = (type: string) => (type === 'IrradianceSensor' ? 'Irradiance sensor' : type);
  const filter = new Map([...trees].map(([siteId, tree]) => [siteId, searchTree(tree, searchTerms(search), typeText)]));
  expect([...filter.values()].some(hasMarks)).toBe(search !== 'nowhere');
  return filter;
}

test('a filter by ids marks exactly those', () => {
  const marks = markWhere(guadal, (id) => id === 'S01-MET');
  expect(names({ ...question, filter: new Map([[siteIdSchema.parse('S01'), marks]]) })).toEqual(['Guadal', '  Meter *']);
});

function treeOf(id: string): SiteTree {
  const tree = trees.get(siteIdSchema.parse(id));
  if (!tree) throw new Error(`No tree ${id}`);
  return tree;
}

function siteOf(id: string) {
  const site = sites.find(({ siteId }) => siteId === id);
  if (!site) throw new Error(`No site ${id}`);
  return site;
}

function selected(...ids: string[]): DeviceSelection {
  return Object.fromEntries(ids.map((id) => [id, toSelectedSegment(siteOf(id.slice(0, 3)))]));
}
