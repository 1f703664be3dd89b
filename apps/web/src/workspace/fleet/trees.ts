import { AppError, isErrorCode } from '@solvane/contract/errors';
import { deviceTreeEndpoints, type Site } from '@solvane/contract/fleet';
import { type SiteId, siteIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { createBatch } from '../../api/batch.ts';
import { call } from '../../api/call.ts';
import { siteTreeCache } from '../../api/signal-cache.ts';
import { type SiteTree, type TreeNode, toSiteTree } from './site-tree.ts';
import { createTreeLoader, type FailedTree, type TreesState } from './tree-loader.ts';

type SegmentsResponse = Awaited<ReturnType<typeof askSegments>>[SiteId];

const DAY_MS = 86_400_000;

const segments = createBatch<SiteId, SegmentsResponse>({
  maxSize: LIMITS.sitesPerSegmentRequest,
  load: async (siteIds, signal) => {
    const response = await askSegments(siteIds, signal);
    return new Map(Object.entries(response).map(([siteId, tree]) => [siteIdSchema.parse(siteId), tree]));
  },
});

/** The trees of the sites in view, shared by the device panel and everything that names a device. */
export const treeLoader = createTreeLoader({
  load: async (siteId, version, signal) => toTree(siteId, version, await segments.get(siteId, signal)),
  readCached: async (siteIds) => {
    const cached = [...(await siteTreeCache.readMany(siteIds)).values()];
    const recent = cached.filter(({ storedAtMs }) => Date.now() - storedAtMs < LIMITS.siteTreeCacheDays * DAY_MS);
    // Written by `writeCached` below, under a version of the database that changes with their shape.
    return new Map(recent.map(({ value }) => [value.siteId, value as SiteTree]));
  },
  writeCached: (trees) => void siteTreeCache.writeMany(new Map(trees.map((tree) => [tree.siteId, tree]))),
});

export function useTrees(): TreesState {
  return useSelector(treeLoader.store);
}

/** The tree of one site, loaded before those of other sites, with the states that a query has. */
export function useSiteTree(site: Site | undefined): SiteTreeQuery {
  // The loader lies outside of React.
  useEffect(() => {
    if (site) void treeLoader.get(site);
  }, [site]);
  const data = useSelector(treeLoader.store, ({ trees }) => site && trees.get(site.siteId));
  const failed = useSelector(treeLoader.store, (state) => site && state.failed.get(site.siteId));
  return {
    data,
    error: failed ? toError(failed.error) : null,
    isFetching: site !== undefined && !data && !failed,
    refetch: () => {
      if (!site) return;
      treeLoader.retry(site.siteId);
      // Where the site is in no list of the panels, nothing else wants its tree.
      void treeLoader.get(site);
    },
  };
}

interface SiteTreeQuery {
  data: SiteTree | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** A loaded node by its id; undefined while its site's tree is not there. */
export function findNode(state: TreesState, segmentId: string): { tree: SiteTree; node: TreeNode; index: number } | undefined {
  for (const tree of state.trees.values()) {
    const index = indexOf(tree).get(segmentId);
    const node = index === undefined ? undefined : tree.nodes[index];
    if (node && index !== undefined) return { tree, node, index };
  }
  return undefined;
}

const indices = new WeakMap<SiteTree, ReadonlyMap<string, number>>();

/** Places of the nodes of a tree by their ids. */
export function indexOf(tree: SiteTree): ReadonlyMap<string, number> {
  const known = indices.get(tree);
  if (known) return known;
  const index = new Map(tree.nodes.map(({ id }, place) => [id as string, place]));
  indices.set(tree, index);
  return index;
}

async function askSegments(siteIds: SiteId[], signal: AbortSignal) {
  const { segmentsBySiteId } = await call(deviceTreeEndpoints.segments, { body: { siteIds }, signal, background: true });
  return segmentsBySiteId;
}

function toTree(siteId: SiteId, version: number, response: SegmentsResponse | undefined): SiteTree | FailedTree {
  if (response?.tree) return toSiteTree({ siteId, version, root: response.tree });
  const code = response?.errors[0]?.code ?? '';
  return { siteId, error: new AppError(isErrorCode(code) ? code : 'resource.notFound') };
}
