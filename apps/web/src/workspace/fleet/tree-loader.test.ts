import { AppError } from '@solvane/contract/errors';
import { type SiteId, siteIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import type { SiteTree } from './site-tree.ts';
import { createTreeLoader, type FailedTree } from './tree-loader.ts';

const ids = (count: number): SiteId[] => Array.from({ length: count }, (_, index) => siteIdSchema.parse(`S${index + 1}`));
const site = (number: number): SiteId => siteIdSchema.parse(`S${number}`);
const listed = (number: number) => ({ siteId: site(number), treeVersion: 1 });
const tree = (siteId: SiteId, version = 1): SiteTree => ({ siteId, version, nodes: [] });

function givenLoader({ cached = [] }: { cached?: SiteTree[] } = {}) {
  const asked: SiteId[] = [];
  const given: SiteId[] = [];
  const gates = new Map<SiteId, PromiseWithResolvers<SiteTree | FailedTree>>();
  const written: SiteId[] = [];
  const loader = createTreeLoader({
    load: (siteId, _version, signal) => {
      asked.push(siteId);
      const gate = Promise.withResolvers<SiteTree | FailedTree>();
      gates.set(siteId, gate);
      signal.addEventListener('abort', () => {
        given.push(siteId);
        gate.reject(signal.reason);
      });
      return gate.promise;
    },
    readCached: async (wanted) => new Map(cached.filter(({ siteId }) => wanted.includes(siteId)).map((known) => [known.siteId, known])),
    writeCached: (trees) => written.push(...trees.map(({ siteId }) => siteId)),
    idle: async () => undefined,
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const answer = async (...siteIds: SiteId[]): Promise<void> => {
    for (const siteId of siteIds) gates.get(siteId)?.resolve(tree(siteId));
    await settle();
  };
  return { loader, asked, givenUp: given, written, answer, settle, gates };
}

const versions = (siteIds: SiteId[], version = 1) => new Map(siteIds.map((siteId) => [siteId, version]));

test('what is selected is loaded before what is open, then favorites, search and the rest', async () => {
  const { loader, asked, answer, settle } = givenLoader();
  loader.want('background', ids(5));
  loader.want('search', [site(4)]);
  loader.want('favorite', [site(3)]);
  loader.want('expanded', [site(2)]);
  loader.want('selected', [site(1)]);
  loader.setSites(versions(ids(5)));
  await settle();
  for (const number of [1, 2, 3, 4, 5]) await answer(site(number));
  expect(asked).toEqual(ids(5));
});

test('a step loads at most 60 sites at once', async () => {
  const { loader, asked, answer, settle } = givenLoader();
  loader.want('background', ids(100));
  loader.setSites(versions(ids(100)));
  await settle();
  expect(asked).toHaveLength(60);
  await answer(...ids(60));
  expect(asked).toHaveLength(100);
});

test('a newer request of the same kind takes the place of the older, whose calls are given up', async () => {
  const { loader, asked, givenUp, settle } = givenLoader();
  loader.setSites(versions(ids(10)));
  loader.want('expanded', [site(1), site(2)]);
  await settle();
  loader.want('expanded', [site(3)]);
  await settle();
  expect(givenUp).toEqual([site(1), site(2)]);
  expect(asked.at(-1)).toBe(site(3));
});

test('background loading makes way for what a caller waits for, and goes on afterwards', async () => {
  const { loader, asked, givenUp, answer, settle } = givenLoader();
  loader.setSites(versions(ids(3)));
  loader.want('background', ids(2));
  await settle();
  loader.want('expanded', [site(3)]);
  await settle();
  expect(givenUp).toEqual(ids(2));
  expect(asked.at(-1)).toBe(site(3));
  await answer(site(3));
  await answer(...ids(2));
  expect([...loader.store.get().trees.keys()].sort()).toEqual(ids(3));
});

test('a cached tree of the right version needs no call, one of another version does', async () => {
  const { loader, asked, answer, written } = givenLoader({ cached: [tree(site(1)), tree(site(2), 7)] });
  loader.setSites(versions(ids(2)));
  loader.want('background', ids(2));
  await expect.poll(() => [...loader.store.get().trees.keys()], { timeout: 3_000 }).toEqual([site(1)]);
  expect(asked).toEqual([site(2)]);
  await answer(site(2));
  expect(written).toEqual([site(2)]);
});

test('a tree that changed is loaded again and the old one stays in view meanwhile', async () => {
  const { loader, asked, answer, settle } = givenLoader();
  loader.setSites(versions([site(1)]));
  loader.want('background', [site(1)]);
  await settle();
  await answer(site(1));
  loader.setSites(versions([site(1)], 2));
  await settle();
  expect(asked).toEqual([site(1), site(1)]);
  expect(loader.store.get().trees.get(site(1))?.version).toBe(1);
});

test('one broken site never hides the others, and is asked again on request only', async () => {
  const { loader, asked, answer, settle, gates } = givenLoader();
  loader.setSites(versions(ids(2)));
  loader.want('background', ids(2));
  await settle();
  gates.get(site(1))?.resolve({ siteId: site(1), error: new AppError('fleet.brokenTree') });
  await answer(site(2));
  expect(loader.store.get().failed.get(site(1))?.error).toEqual(new AppError('fleet.brokenTree'));
  expect([...loader.store.get().trees.keys()]).toEqual([site(2)]);
  expect(asked).toHaveLength(2);
  loader.retry(site(1));
  await settle();
  await answer(site(1));
  expect(loader.store.get().failed.size).toBe(0);
  expect([...loader.store.get().trees.keys()].sort()).toEqual(ids(2));
});

test('trees of a whole fleet are shown together, and at once where one of them is looked at', async () => {
  const { loader, answer, settle } = givenLoader();
  const shown: number[] = [];
  loader.store.subscribe(({ trees }) => shown.push(trees.size));
  loader.setSites(versions(ids(200)));
  loader.want('background', ids(200));
  await settle();
  await answer(...ids(60));
  await answer(...ids(120).slice(60));
  expect(shown).toEqual([]);
  loader.want('expanded', [site(7)]);
  expect(shown).toEqual([120]);
  await answer(...ids(180).slice(120));
  await answer(...ids(200).slice(180));
  expect(shown).toEqual([120, 200]);
});

test('sites that are not in the list are never asked for', async () => {
  const { loader, asked, settle } = givenLoader();
  loader.setSites(versions([site(1)]));
  loader.want('expanded', [site(9)]);
  await settle();
  expect(asked).toEqual([]);
});

test('who waits for one tree gets it before the rest of the fleet, and nothing where it cannot be had', async () => {
  const { loader, asked, answer, settle, gates } = givenLoader();
  loader.want('background', ids(3));
  loader.setSites(versions(ids(3)));
  await settle();
  const third = loader.get(listed(3));
  const second = loader.get(listed(2));
  await settle();
  await answer(site(3));
  gates.get(site(2))?.resolve({ siteId: site(2), error: new AppError('fleet.brokenTree') });
  expect(await third).toEqual(tree(site(3)));
  expect(await second).toBeUndefined();
  expect(asked.slice(0, 5)).toEqual([...ids(3), site(3), site(2)]);
  expect(await loader.get(listed(3))).toEqual(tree(site(3)));
});

test('a tree that a screen waits for is shown at once, also where it is read with those of the whole fleet', async () => {
  const { loader, settle } = givenLoader({ cached: ids(60).map((siteId) => tree(siteId)) });
  loader.setSites(versions(ids(61)));
  loader.want('background', ids(61));
  const second = loader.get(listed(2));
  await settle();
  // The last one is on its way for as long as it takes.
  expect([...loader.store.get().trees.keys()]).toEqual(ids(60));
  expect(await second).toEqual(tree(site(2)));
});

test('who waits for one tree gets it whatever the panels want meanwhile, also before the sites are listed', async () => {
  const { loader, asked, answer, settle } = givenLoader();
  const ninth = loader.get(listed(9));
  loader.want('background', ids(2));
  loader.setSites(versions(ids(2)));
  loader.want('selected', [site(1)]);
  await settle();
  await answer(site(9));
  expect(await ninth).toEqual(tree(site(9)));
  await settle();
  expect(asked).toEqual([site(9), site(1)]);
});
