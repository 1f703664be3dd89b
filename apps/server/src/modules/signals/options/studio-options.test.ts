import { studioOptionsEndpoints } from '@solvane/contract/studio-options';
import { expect, test } from 'vitest';
import { studioOptions } from '../../../db/schema/studio-options.ts';
import { testApp } from '../../../testing/test-app.ts';

const DEFAULTS = {
  resolution: 'auto',
  interpolation: 'line',
  gaps: 'open',
  palette: 'colours',
  axisFromZero: false,
  timeZone: 'site',
} as const;

test('each user has own preferences; without any the defaults hold', async () => {
  const app = await testApp();
  await app.given.site({ id: 'plant', enterpriseId: 'solvind' });
  const [user, colleague] = [await app.as({ of: 'solvind' }), await app.as({ of: 'solvind' })];
  expect(await user.call(studioOptionsEndpoints.get, {})).toEqual(DEFAULTS);
  const changed = { ...DEFAULTS, gaps: 'connected', timeZone: 'utc' } as const;
  expect(await user.call(studioOptionsEndpoints.save, { body: changed })).toEqual(changed);
  expect(await user.call(studioOptionsEndpoints.get, {})).toEqual(changed);
  expect(await colleague.call(studioOptionsEndpoints.get, {})).toEqual(DEFAULTS);
});

test('what another version stored falls back to the default of its field', async () => {
  const app = await testApp();
  await app.given.site({ id: 'plant', enterpriseId: 'solvind' });
  const user = await app.as({ of: 'solvind' });
  await user.call(studioOptionsEndpoints.save, { body: { ...DEFAULTS, axisFromZero: true } });
  await app.db.update(studioOptions).set({ options: { axisFromZero: true, gaps: 'wavy' } });
  expect(await user.call(studioOptionsEndpoints.get, {})).toEqual({ ...DEFAULTS, axisFromZero: true });
});

test('without the permission there are no preferences, and unknown values are refused', async () => {
  const app = await testApp();
  await app.given.site({ id: 'plant', enterpriseId: 'solvind' });
  const [without, user] = [await app.as({ of: 'solvind', permissions: [] }), await app.as({ of: 'solvind' })];
  expect(await without.refusal(studioOptionsEndpoints.get, {})).toMatchObject({ code: 'access.forbidden' });
  expect(await user.refusal(studioOptionsEndpoints.save, { body: { ...DEFAULTS, gaps: 'wavy' } as never })).toMatchObject({
    code: 'request.invalid',
  });
});
