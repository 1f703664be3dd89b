import { eventBulkEndpoints, eventViewEndpoints } from '@solvane/contract/event-commands';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { LIMITS } from '@solvane/contract/limits';
import { accountSettingsEndpoints } from '@solvane/contract/session';
import { sharedUrlEndpoints } from '@solvane/contract/shell';
import { expect, test } from 'vitest';
import { longestTurn, MOST_YARDSTICKS } from '../testing/longest-turn.ts';
import { type TestClient, testApp } from '../testing/test-app.ts';

const list = (count: number, item: string): string => `[${Array.from({ length: count }, () => item).join(',')}]`;

test.each([
  ['400,000 lists inside each other', `${'['.repeat(400_000)}${']'.repeat(400_000)}`, 400, 'request.tooDeep'],
  ['objects inside each other', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 400, 'request.tooDeep'],
  ['brackets in a text', JSON.stringify(`${'["\\'.repeat(1_000)}`), 400, 'request.invalid'],
  ['half a million numbers', list(500_000, '0'), 413, 'request.tooLarge'],
  ['90,000 mistakes', list(90_000, '0'), 400, 'request.invalid'],
])('%s are refused in a moment', { timeout: 60_000 }, async (_name, payload, status, code) => {
  const { app, as } = await testApp();
  const { headers } = await as({ of: 'solvind' });
  const send = (content: string) =>
    app.inject({
      method: 'PUT',
      url: accountSettingsEndpoints.saveSelectedEnterpriseIds.path,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: content,
    });
  await send('[]');
  let answer: Awaited<ReturnType<typeof send>> | undefined;
  expect(
    await longestTurn(async () => {
      answer = await send(payload);
    }),
  ).toBeLessThan(MOST_YARDSTICKS);
  expect(answer?.statusCode).toBe(status);
  expect(answer?.json()).toMatchObject({ code });
  expect(answer?.json().issues.length).toBeLessThanOrEqual(100);
});

test('a long list where an object belongs is refused without being written out', { timeout: 60_000 }, async () => {
  const { app, as } = await testApp();
  const { headers } = await as({ of: 'solvind' });
  const { path: url, method } = eventBulkEndpoints.start;
  const send = (payload: string) => app.inject({ method, url, headers: { ...headers, 'content-type': 'application/json' }, payload });
  await send('[0]');
  let status = 0;
  const longest = await longestTurn(async () => {
    status = (await send(list(1_000_000, '0'))).statusCode;
  });
  expect(status).toBe(400);
  expect(longest).toBeLessThan(MOST_YARDSTICKS);
});

test('100,000 events leave other requests their turn', { timeout: 120_000 }, async () => {
  const { app, asKey, given } = await testApp();
  const { id } = await given.site({ id: 'plant', enterpriseId: 'solvind' });
  const { headers } = await asKey([id]);
  const events = Array.from({ length: 100_000 }, (_, at) => ({
    segmentId: `inv-${at % 100}`,
    code: `E${at}`,
    start: 1_700_000_000_000,
    end: null,
  }));
  const payload = JSON.stringify({ events });
  let status = 0;
  const longest = await longestTurn(async () => {
    const url = ingestEndpoints.events.path;
    status = (await app.inject({ method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, payload })).statusCode;
  });
  expect(status).toBe(200);
  expect(longest).toBeLessThan(MOST_YARDSTICKS);
});

const largeView = (user: TestClient) =>
  user.refusal(eventViewEndpoints.save, { body: { name: 'Large', sharedWith: null, content: { filter: 'x'.repeat(900_000) } } });

test('a view of 900 kB is refused with what to do, and none of it is stored', async () => {
  const { as } = await testApp();
  const user = await as({ of: 'solvind' });
  const refusal = await largeView(user);
  expect(refusal).toMatchObject({ status: 400, code: 'request.invalid' });
  expect(refusal.issues).toContainEqual(expect.objectContaining({ message: 'SavedView_TooLarge' }));
  expect((await user.call(eventViewEndpoints.list)).items).toEqual([]);
});

test('a shared link holds the devices of a screen, and no more', async () => {
  const { as } = await testApp();
  const user = await as({ of: 'solvind' });
  const view = {
    pageName: 'event-log',
    originTabId: 'tab',
    parameters: {
      routeParams: { filter: 'x'.repeat(LIMITS.sharedViewBytes) },
      segments: {},
      enterpriseIds: [],
      signals: [],
      isDevicePanelOpen: true,
      isSignalPanelOpen: true,
      isSidePanelOpen: true,
      detailsPanel: null,
      startTime: null,
      endTime: null,
    },
  };
  expect(await user.refusal(sharedUrlEndpoints.create, { body: view })).toMatchObject({ status: 413, code: 'request.tooLarge' });
});
