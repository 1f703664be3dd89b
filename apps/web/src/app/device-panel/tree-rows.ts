import type { Site } from '@solvane/contract/fleet';
import type { SiteId } from '@solvane/contract/ids';
import type { SiteTree } from '../../workspace/fleet/site-tree.ts';
import type { TreesState } from '../../workspace/fleet/tree-loader.ts';
import { ABOVE, hasMarks, type Marks } from './tree-search.ts';

export const GROUPINGS = ['none', 'country', 'energyType', 'plantOperator', 'portfolio', 'siteTimezone', 'operatingRegion'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export type TreeRow =
  | { kind: 'group'; key: string; value: string | null; siteCount: number; isOpen: boolean }
  | {
      kind: 'node';
      key: string;
      site: Site;
      tree: SiteTree | undefined;
      index: number;
      level: number;
      isOpen: boolean | undefined;
      isHit: boolean;
    }
  | { kind: 'loading'; key: string; site: Site; level: number }
  | { kind: 'failed'; key: string; site: Site; level: number };

export interface RowsQuestion {
  sites: readonly Site[];
  state: TreesState;
  grouping: Grouping;
  /** Ids of nodes and keys of groups that are open; groups are open unless they stand in `closedGroups`. */
  open: ReadonlySet<string>;
  closedGroups: ReadonlySet<string>;
  /** What a search or a filter leaves, per tree; undefined: everything is shown. */
  filter: ReadonlyMap<SiteId, Marks> | undefined;
  /** Branches the user closed although the filter opened them. */
  closedInFilter: ReadonlySet<string>;
}

/** The rows of the tree from top to bottom as they are seen. */
export function toRows(question: RowsQuestion): TreeRow[] {
  const rows: TreeRow[] = [];
  const visible = question.filter ? question.sites.filter((site) => isLeft(site, question)) : question.sites;
  if (question.grouping === 'none') {
    for (const site of visible) addSite(rows, site, 0, question);
    return rows;
  }
  for (const [value, sites] of groupsOf(visible, question.grouping)) {
    const key = groupKey(question.grouping, value);
    const isOpen = !question.closedGroups.has(key);
    rows.push({ kind: 'group', key, value, siteCount: sites.length, isOpen });
    if (isOpen) for (const site of sites) addSite(rows, site, 1, question);
  }
  return rows;
}

export function groupKey(grouping: Grouping, value: string | null): string {
  return `group:${grouping}:${value ?? ''}`;
}

/** Groups by name; sites without the attribute come last. */
function groupsOf(sites: readonly Site[], grouping: Exclude<Grouping, 'none'>): [string | null, Site[]][] {
  const groups = Map.groupBy(sites, (site) => attributeOf(site, grouping));
  return [...groups].sort(([left], [right]) => {
    if (left === null || right === null) return left === null ? 1 : -1;
    return left.localeCompare(right);
  });
}

function attributeOf({ metadata }: Site, grouping: Exclude<Grouping, 'none'>): string | null {
  return grouping === 'siteTimezone' ? metadata.timezone : metadata[grouping];
}

function isLeft({ siteId }: Site, { filter }: RowsQuestion): boolean {
  const marks = filter?.get(siteId);
  return marks !== undefined && hasMarks(marks);
}

function addSite(rows: TreeRow[], site: Site, level: number, question: RowsQuestion): void {
  const tree = question.state.trees.get(site.siteId);
  if (tree) {
    addTree(rows, { site, tree, level, question });
    return;
  }
  const key = site.siteSegmentId;
  const isOpen = question.open.has(key);
  rows.push({ kind: 'node', key, site, tree: undefined, index: 0, level, isOpen, isHit: false });
  if (!isOpen) return;
  const kind = question.state.failed.has(site.siteId) ? 'failed' : 'loading';
  rows.push({ kind, key: `${kind}:${key}`, site, level: level + 1 });
}

interface TreeQuestion {
  site: Site;
  tree: SiteTree;
  level: number;
  question: RowsQuestion;
}

function addTree(rows: TreeRow[], { site, tree, level, question }: TreeQuestion): void {
  const { nodes } = tree;
  const marks = question.filter?.get(site.siteId);
  for (let index = 0; index < nodes.length; ) {
    const node = nodes[index];
    if (!node) return;
    const mark = marks?.[index] ?? 0;
    // Beside what leads to a hit, nothing is shown; below a hit itself everything can be opened.
    if (marks && mark === 0 && (marks[node.parent] ?? 0) & ABOVE) {
      index = node.end;
      continue;
    }
    const isLeaf = node.end === index + 1;
    const isOpenedByFilter = (mark & ABOVE) !== 0;
    const isOpen = isOpenedByFilter ? !question.closedInFilter.has(node.id) : question.open.has(node.id);
    rows.push({
      kind: 'node',
      key: node.id,
      site,
      tree,
      index,
      level: level + node.level,
      isOpen: isLeaf ? undefined : isOpen,
      isHit: marks !== undefined && (mark & 1) !== 0,
    });
    index = isOpen ? index + 1 : node.end;
  }
}
