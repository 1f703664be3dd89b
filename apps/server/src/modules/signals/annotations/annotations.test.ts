import { annotationEndpoints } from '@solvane/contract/annotations';
import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/test-app.ts';

const NOTE = {
  segmentId: segmentIdSchema.parse('inv-1'),
  signalId: signalIdSchema.parse('ActivePower||Validated'),
  startMs: 1_000,
  endMs: 2_000,
  text: 'Fan replaced',
};
const SEARCH = { segmentIds: [NOTE.segmentId], startMs: 0, endMs: 10_000 };

async function openApp() {
  const app = await testApp({ signals: true });
  const { id } = await app.given.site({ id: 'plant', enterpriseId: 'solvind' });
  await app.given.segment({ siteId: id, id: 'inv-1' });
  await app.given.site({ id: 'other', enterpriseId: 'nordic' });
  return app;
}

test('an annotation belongs to a signal and a range, and is found where they are shown', async () => {
  const app = await openApp();
  const user = await app.as({ of: 'solvind' });
  const saved = await user.call(annotationEndpoints.save, { body: NOTE });
  expect(saved).toMatchObject({ ...NOTE, revision: 1, can: { edit: true } });
  const find = async (more: object) => (await user.call(annotationEndpoints.search, { body: { ...SEARCH, ...more } })).items.length;
  expect(await find({})).toBe(1);
  expect(await find({ signalIds: [NOTE.signalId] })).toBe(1);
  expect(await find({ signalIds: ['ActivePower||Raw'] })).toBe(0);
  expect([await find({ endMs: 1_000 }), await find({ startMs: 2_000 }), await find({ startMs: 1_999 })]).toEqual([0, 0, 1]);
});

test('the author edits and deletes it, others only with the permission to invalidate data', async () => {
  const app = await openApp();
  const author = await app.as({ of: 'solvind', permissions: ['PageDataStudio'] });
  const reader = await app.as({ of: 'solvind', permissions: ['PageDataStudio'] });
  const steward = await app.as({ of: 'solvind', permissions: ['PageDataStudio', 'InvalidateData'] });
  const { annotationId } = await author.call(annotationEndpoints.save, { body: NOTE });
  expect((await reader.call(annotationEndpoints.search, { body: SEARCH })).items).toMatchObject([{ can: { edit: false } }]);
  const edit = { ...NOTE, annotationId, text: 'Fan and filter replaced' };
  expect(await reader.refusal(annotationEndpoints.save, { body: edit })).toMatchObject({ code: 'access.forbidden' });
  expect(await reader.refusal(annotationEndpoints.remove, { body: { annotationId } })).toMatchObject({ code: 'access.forbidden' });
  expect(await author.call(annotationEndpoints.save, { body: { ...edit, seenRevision: 1 } })).toMatchObject({ revision: 2 });
  expect(await author.refusal(annotationEndpoints.save, { body: { ...edit, seenRevision: 1 } })).toMatchObject({
    code: 'resource.conflict',
  });
  await steward.call(annotationEndpoints.remove, { body: { annotationId } });
  expect((await reader.call(annotationEndpoints.search, { body: SEARCH })).items).toEqual([]);
});

test('devices out of scope, callers without the permission and empty ranges are refused', async () => {
  const app = await openApp();
  const [user, stranger, without] = [
    await app.as({ of: 'solvind' }),
    await app.as({ of: 'nordic' }),
    await app.as({ of: 'solvind', permissions: [] }),
  ];
  const { annotationId } = await user.call(annotationEndpoints.save, { body: NOTE });
  expect(await stranger.refusal(annotationEndpoints.search, { body: SEARCH })).toMatchObject({ code: 'resource.notFound' });
  expect(await stranger.refusal(annotationEndpoints.save, { body: NOTE })).toMatchObject({ code: 'resource.notFound' });
  expect(await stranger.refusal(annotationEndpoints.remove, { body: { annotationId } })).toMatchObject({ code: 'resource.notFound' });
  expect(await without.refusal(annotationEndpoints.save, { body: NOTE })).toMatchObject({ code: 'access.forbidden' });
  expect(await user.refusal(annotationEndpoints.save, { body: { ...NOTE, endMs: 1_000 } })).toMatchObject({ code: 'request.invalid' });
  expect(await user.refusal(annotationEndpoints.save, { body: { ...NOTE, text: '  ' } })).toMatchObject({ code: 'request.invalid' });
});
