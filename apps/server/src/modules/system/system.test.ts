import { systemEndpoints } from '@solvane/contract/system';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';

test('health is fine once sign-in works, and says what is missing before', async () => {
  const { anonymous, deps } = await testApp();
  expect(await anonymous().call(systemEndpoints.health)).toEqual({ status: 'ok', missing: [] });
  deps.readiness.set('database', false);
  const answer = await anonymous().send(systemEndpoints.health);
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toEqual({ status: 'starting', missing: ['database'] });
});

test('an unknown path tells nobody which paths exist', async () => {
  const { app, as } = await testApp();
  expect((await app.inject('/api/nothing')).statusCode).toBe(401);
  const { headers } = await as({ of: 'solvind' });
  expect((await app.inject({ url: '/api/nothing', headers })).json()).toMatchObject({ code: 'resource.notFound' });
});
