import type { Site } from '@solvane/contract/fleet';
import type { SiteId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { Store } from '@tanstack/react-store';
import type { SiteTree } from './site-tree.ts';

/** Why a site's tree is wanted, the most urgent first (spec §4). */
export const TREE_PRIORITIES = ['selected', 'expanded', 'favorite', 'search', 'background'] as const;
export type TreePriority = (typeof TREE_PRIORITIES)[number];

export interface FailedTree {
  siteId: SiteId;
  /** As the request failed, or as the server reported the site. */
  error: unknown;
}

export interface TreesState {
  trees: ReadonlyMap<SiteId, SiteTree>;
  failed: ReadonlyMap<SiteId, FailedTree>;
}

export interface TreeLoaderOptions {
  /** Tree of one site; asked together with others by the batch behind it. */
  load: (siteId: SiteId, version: number, signal: AbortSignal) => Promise<SiteTree | FailedTree>;
  readCached: (siteIds: readonly SiteId[]) => Promise<ReadonlyMap<SiteId, SiteTree>>;
  writeCached: (trees: readonly SiteTree[]) => void;
  /** Yields to the page between two background steps. */
  idle?: () => Promise<void>;
}

export type TreeLoader = ReturnType<typeof createTreeLoader>;

/** Everything that names a device is drawn again when trees come: those of a whole fleet are shown at most this often. */
const SHOWN_EVERY_MS = 1_000;

/**
 * Loads site trees in steps of many sites, the most urgent first. A newer request of one kind replaces the older one: what is no longer
 * needed is not requested, and a running request without a waiting caller is cancelled.
 */
export function createTreeLoader({ load, readCached, writeCached, idle = nextIdle }: TreeLoaderOptions) {
  const store = new Store<TreesState>(EMPTY);
  const wanted = new Map<TreePriority, readonly SiteId[]>();
  /** There, and not shown yet. */
  const arrived = new Map<SiteId, SiteTree | FailedTree>();
  let showing: ReturnType<typeof setTimeout> | undefined;
  let versions: ReadonlyMap<SiteId, number> = new Map();
  /** Versions of trees that callers wait for: the most urgent of all, whatever the panels want meanwhile. */
  const awaited = new Map<SiteId, number>();
  let step: { controller: AbortController; siteIds: ReadonlySet<SiteId>; priority: TreePriority } | undefined;
  let isRunning = false;

  function versionOf(siteId: SiteId): number | undefined {
    return versions.get(siteId) ?? awaited.get(siteId);
  }

  function isMissing(siteId: SiteId): boolean {
    const { trees, failed } = store.get();
    const version = versionOf(siteId);
    const there = arrived.get(siteId) ?? failed.get(siteId) ?? trees.get(siteId);
    return version !== undefined && (there === undefined || ('nodes' in there && there.version !== version));
  }

  function nextStep(): { siteIds: SiteId[]; priority: TreePriority } | undefined {
    const firstOf = (siteIds: readonly SiteId[]): SiteId[] => siteIds.filter(isMissing).slice(0, LIMITS.sitesLoadedInParallel);
    const urgent = firstOf([...awaited.keys()]);
    if (urgent.length > 0) return { siteIds: urgent, priority: 'selected' };
    for (const priority of TREE_PRIORITIES) {
      const siteIds = firstOf(wanted.get(priority) ?? []);
      if (siteIds.length > 0) return { siteIds, priority };
    }
    return undefined;
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      for (let next = nextStep(); next; next = nextStep()) {
        await runStep(next.siteIds, next.priority);
        if (next.priority === 'background') await idle();
      }
    } finally {
      isRunning = false;
      show();
    }
  }

  async function runStep(siteIds: readonly SiteId[], priority: TreePriority): Promise<void> {
    const controller = new AbortController();
    step = { controller, siteIds: new Set(siteIds), priority };
    const cached = await readCached(siteIds);
    keep(
      [...cached.values()].filter(({ siteId, version }) => versionOf(siteId) === version),
      priority,
    );
    const missing = siteIds.filter(isMissing);
    const responses = await Promise.all(missing.map((siteId) => ask(siteId, controller.signal)));
    step = undefined;
    const given = responses.filter((response) => response !== undefined);
    keep(given, priority);
    const trees = given.filter((response) => 'nodes' in response);
    if (trees.length > 0) writeCached(trees);
  }

  /** undefined: cancelled because no caller waits any more. */
  async function ask(siteId: SiteId, signal: AbortSignal): Promise<SiteTree | FailedTree | undefined> {
    try {
      return await load(siteId, versionOf(siteId) ?? 0, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      return { siteId, error };
    }
  }

  function keep(responses: readonly (SiteTree | FailedTree)[], priority: TreePriority): void {
    for (const response of responses) arrived.set(response.siteId, response);
    if (!isOfFleet(priority) || responses.some(({ siteId }) => awaited.has(siteId))) show();
    else if (arrived.size > 0) showing ??= setTimeout(show, SHOWN_EVERY_MS);
  }

  function show(): void {
    clearTimeout(showing);
    showing = undefined;
    if (arrived.size === 0) return;
    const { trees, failed } = store.get();
    const next = { trees: new Map(trees), failed: new Map(failed) };
    for (const response of arrived.values()) {
      if ('nodes' in response) next.trees.set(response.siteId, response);
      else next.failed.set(response.siteId, response);
    }
    arrived.clear();
    store.setState(() => next);
  }

  function dropUnwantedStep(): void {
    if (!step) return;
    const { siteIds, priority, controller } = step;
    const isStillWanted = [...awaited.keys(), ...[...wanted.values()].flat()].some((siteId) => siteIds.has(siteId));
    const next = nextStep();
    const isOvertaken = priority === 'background' && next !== undefined && next.priority !== 'background';
    if (!isStillWanted || isOvertaken) controller.abort();
  }

  return {
    store,
    /** The sites there are, with the version of their trees. A tree of another version stays until the new one is there. */
    setSites(sites: ReadonlyMap<SiteId, number>): void {
      versions = sites;
      void run();
    },
    want(priority: TreePriority, siteIds: readonly SiteId[]): void {
      const before = wanted.get(priority);
      if (before && before.length === siteIds.length && before.every((siteId, index) => siteId === siteIds[index])) return;
      wanted.set(priority, siteIds);
      if (!isOfFleet(priority)) show();
      dropUnwantedStep();
      void run();
    },
    /** The tree of a site that a caller waits for, whether it is in the list of sites or not yet; undefined: it cannot be had. */
    async get({ siteId, treeVersion }: Pick<Site, 'siteId' | 'treeVersion'>): Promise<SiteTree | undefined> {
      awaited.set(siteId, treeVersion);
      show();
      if (isMissing(siteId)) {
        const settled = Promise.withResolvers<void>();
        const subscription = store.subscribe(() => {
          if (!isMissing(siteId)) settled.resolve();
        });
        dropUnwantedStep();
        void run();
        await settled.promise;
        subscription.unsubscribe();
      }
      awaited.delete(siteId);
      return store.get().trees.get(siteId);
    },
    retry(siteId: SiteId): void {
      store.setState((state) => {
        const failed = new Map(state.failed);
        failed.delete(siteId);
        return { ...state, failed };
      });
      wanted.set('expanded', [...new Set([...(wanted.get('expanded') ?? []), siteId])]);
      void run();
    },
    reset(): void {
      step?.controller.abort();
      wanted.clear();
      awaited.clear();
      arrived.clear();
      versions = new Map();
      store.setState(() => EMPTY);
    },
  };
}

const EMPTY: TreesState = { trees: new Map(), failed: new Map() };

/** Wanted are the trees of many sites, none of them before the others. */
function isOfFleet(priority: TreePriority): boolean {
  return priority === 'background' || priority === 'search';
}

function nextIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 0);
  });
}
