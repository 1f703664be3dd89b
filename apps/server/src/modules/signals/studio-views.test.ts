import { enterpriseIdSchema } from '@solvane/contract/ids';
import { studioViewEndpoints } from '@solvane/contract/saved-views';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';

const SOLVIND = enterpriseIdSchema.parse('solvind');
const CONTENT = { version: 1, search: { resolution: 'hour' } };

async function openApp() {
  const app = await testApp();
  await app.given.site({ id: 'plant', enterpriseId: 'solvind' });
  await app.given.site({ id: 'other', enterpriseId: 'nordic' });
  return app;
}

test('a view is seen by its owner, and by the enterprise it is shared with', async () => {
  const app = await openApp();
  const [owner, colleague, stranger] = [await app.as({ of: 'solvind' }), await app.as({ of: 'solvind' }), await app.as({ of: 'nordic' })];
  const { items } = await owner.call(studioViewEndpoints.save, { body: { name: 'Curves', sharedWith: null, content: CONTENT } });
  expect(items).toMatchObject([{ name: 'Curves', isMine: true, revision: 1, content: CONTENT }]);
  expect((await colleague.call(studioViewEndpoints.list, {})).items).toEqual([]);
  const viewId = items[0]?.viewId;
  await owner.call(studioViewEndpoints.save, { body: { viewId, name: 'Curves', sharedWith: SOLVIND, content: CONTENT } });
  expect((await colleague.call(studioViewEndpoints.list, {})).items).toMatchObject([{ isMine: false, revision: 2 }]);
  expect((await stranger.call(studioViewEndpoints.list, {})).items).toEqual([]);
});

test('a view that was saved in another window since is a conflict, and stays as it is', async () => {
  const app = await openApp();
  const owner = await app.as({ of: 'solvind' });
  const { items } = await owner.call(studioViewEndpoints.save, { body: { name: 'Curves', sharedWith: null, content: CONTENT } });
  const view = { viewId: items[0]?.viewId, sharedWith: null, content: CONTENT, seenRevision: 1 };
  await owner.call(studioViewEndpoints.save, { body: { ...view, name: 'First' } });
  expect(await owner.refusal(studioViewEndpoints.save, { body: { ...view, name: 'Second' } })).toMatchObject({ code: 'resource.conflict' });
  expect((await owner.call(studioViewEndpoints.list, {})).items).toMatchObject([{ name: 'First', revision: 2 }]);
});

test('no user changes or removes the view of another, or shares with an enterprise of others', async () => {
  const app = await openApp();
  const [owner, colleague] = [await app.as({ of: 'solvind' }), await app.as({ of: 'solvind' })];
  const body = { name: 'Curves', sharedWith: SOLVIND, content: CONTENT };
  const { items } = await owner.call(studioViewEndpoints.save, { body });
  const viewId = items[0]?.viewId ?? '';
  expect(await colleague.refusal(studioViewEndpoints.save, { body: { ...body, viewId } })).toMatchObject({ code: 'resource.notFound' });
  expect(await colleague.refusal(studioViewEndpoints.remove, { body: { viewId } })).toMatchObject({ code: 'resource.notFound' });
  const elsewhere = { ...body, sharedWith: enterpriseIdSchema.parse('nordic') };
  expect(await owner.refusal(studioViewEndpoints.save, { body: elsewhere })).toMatchObject({ code: 'resource.notFound' });
  expect((await owner.call(studioViewEndpoints.remove, { body: { viewId } })).items).toEqual([]);
});

test('views are refused without the permission for Data Studio, and when they are too large', async () => {
  const app = await openApp();
  const [without, owner] = [await app.as({ of: 'solvind', permissions: [] }), await app.as({ of: 'solvind' })];
  expect(await without.refusal(studioViewEndpoints.list, {})).toMatchObject({ code: 'access.forbidden' });
  const body = { name: 'Large', sharedWith: null, content: { text: 'x'.repeat(70_000) } };
  expect(await owner.refusal(studioViewEndpoints.save, { body })).toMatchObject({ code: 'request.invalid' });
});
