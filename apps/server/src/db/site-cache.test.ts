import type { SiteId } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { announceSiteChange, type SiteChange } from '../jobs/announce.ts';
import { testApp } from '../testing/test-app.ts';
import { SiteCache } from './site-cache.ts';

const [A, B] = ['A', 'B'] as SiteId[] as [SiteId, SiteId];

async function fixture(limit = 100) {
  const { db, deps, given } = await testApp();
  for (const id of [A, B]) await given.site({ id });
  const cache = new SiteCache<string>(limit);
  const stored = new Map([[A, 'first']]);
  const asked: SiteId[][] = [];
  const load = async (missing: readonly SiteId[]) => {
    asked.push([...missing]);
    return new Map(missing.flatMap((id) => (stored.has(id) ? [[id, stored.get(id) ?? ''] as const] : [])));
  };
  const announce = (siteId: SiteId, what: SiteChange['what']) => announceSiteChange(deps, { siteId, what, fromMs: null, toMs: null });
  const get = async (question = '', ids = [A, B]) => [...(await cache.getMany(db, ids, { question, load }))];
  return { db, cache, stored, asked, announce, get };
}

test('what was read of a site is read again when something of it was announced, and of that site only', async () => {
  const { stored, asked, announce, get } = await fixture();
  expect(await get()).toEqual([[A, 'first']]);
  expect(await get()).toEqual([[A, 'first']]);
  stored.set(A, 'second').set(B, 'new');
  for (const what of ['results', 'events', 'configuration', 'tree'] as const) {
    await announce(A, what);
    expect(await get()).toEqual([[A, 'second']]);
  }
  expect(asked).toEqual([[A, B], [A], [A], [A], [A]]);
});

test('points that arrive are no reason to read again', async () => {
  const { asked, announce, get } = await fixture();
  await get();
  await announce(A, 'points');
  await get();
  expect(asked).toHaveLength(1);
});

test('each question has rows of its own, and requests at one time share one reading', async () => {
  const { asked, get } = await fixture();
  await Promise.all([get('a month'), get('a month'), get('a year')]);
  expect(asked).toHaveLength(2);
});

test('what could not be read is read by the next request', async () => {
  const { db, cache, asked, get } = await fixture();
  const broken = cache.getMany(db, [A], { question: '', load: () => Promise.reject(new Error('no connection')) });
  await expect(broken).rejects.toThrow('no connection');
  expect(await get('', [A])).toEqual([[A, 'first']]);
  expect(asked).toEqual([[A]]);
});

test('many sites are read in parts, one after the other; a part that fails leaves the others', async () => {
  const { db, cache } = await fixture(1_000);
  const ids = Array.from({ length: 450 }, (_, index) => `S${index}` as SiteId);
  const asked: SiteId[][] = [];
  let running = 0;
  const load = async (missing: readonly SiteId[]) => {
    asked.push([...missing]);
    running += 1;
    await Promise.resolve();
    expect(running).toBe(1);
    running -= 1;
    if (asked.length === 2) throw new Error('no connection');
    return new Map(missing.map((id) => [id, String(id)]));
  };
  await expect(cache.getMany(db, ids, { question: '', load })).rejects.toThrow('no connection');
  expect([...(await cache.getMany(db, ids, { question: '', load })).values()]).toEqual(ids);
  expect(asked.map((part) => part.length)).toEqual([200, 200, 50, 200]);
  expect(asked[3]).toEqual(asked[1]);
});

test('a change while rows are read is not missed', async () => {
  const { db, cache, announce, get, asked } = await fixture();
  const load = async () => {
    await announce(A, 'results');
    return new Map([[A, 'of before']]);
  };
  await cache.getMany(db, [A], { question: '', load });
  expect(await get('', [A])).toEqual([[A, 'first']]);
  expect(asked).toEqual([[A]]);
});

test('beyond its limit it starts again', async () => {
  const { asked, get } = await fixture(2);
  await get('one');
  await get('two');
  await get('one');
  expect(asked).toHaveLength(3);
});
