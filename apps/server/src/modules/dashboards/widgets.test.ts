import { siteIdSchema } from '@solvane/contract/ids';
import { type WidgetFrame, widgetEndpoints, widgetFrameSchema } from '@solvane/contract/widgets/widget-data';
import { WIDGET_QUERY_ENDPOINTS } from '@solvane/contract/widgets/widget-queries';
import { describe, expect, test } from 'vitest';
import { type TestClient, testApp } from '../../testing/test-app.ts';
import { framesOf } from './widget-frames.ts';

async function frames(user: TestClient, queries: unknown[]): Promise<Record<string, WidgetFrame>> {
  const response = await user.send(widgetEndpoints.data, { body: { queries } as never });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/x-ndjson');
  const lines = response.body.trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => widgetFrameSchema.parse(JSON.parse(line))).map((frame) => [frame.id, frame]));
}

function codeOf(frame: WidgetFrame | undefined): string | undefined {
  return frame && 'error' in frame ? frame.error.code : undefined;
}

describe('the data of a page', () => {
  test('a query returns what its endpoint returns, and one that fails affects no other', async () => {
    const { given, as } = await testApp();
    const site = await given.site({ enterpriseId: 'solvind' });
    const user = await as({ of: 'solvind' });
    const answered = await frames(user, [
      { id: 'status', kind: 'siteStatus' },
      { id: 'month', kind: 'fleetResults', body: { fromDay: '2026-02-01', toDay: '2026-02-01' } },
      { id: 'walk', kind: 'walk', body: { siteId: 'not-there', startMs: 0, endMs: 86_400_000 } },
      { id: 'events', kind: 'events', body: { filter: { siteIds: [site.id] }, limit: 10 } },
    ]);
    const alone = await user.call(WIDGET_QUERY_ENDPOINTS.siteStatus);
    expect(answered.status).toMatchObject({ result: { items: alone.items } });
    expect(answered.events).toMatchObject({ result: { items: [] } });
    expect(answered.month).toMatchObject({ error: { code: 'request.invalid', issues: [{ path: ['toDay'] }] } });
    expect(codeOf(answered.walk)).toBe('resource.notFound');
  });

  test('each query needs the permission of its own endpoint and sees its scope only', async () => {
    const { given, as } = await testApp();
    await given.site({ enterpriseId: 'solvind' });
    await given.site({ id: siteIdSchema.parse('theirs'), enterpriseId: 'other' });
    const user = await as({ of: 'solvind', permissions: ['PageEventLogs'] });
    const answered = await frames(user, [
      { id: 'a', kind: 'siteStatus' },
      { id: 'b', kind: 'fleetResults', body: { fromDay: '2026-02-01', toDay: '2026-03-01' } },
      { id: 'c', kind: 'events', body: { filter: { siteIds: ['theirs'] }, limit: 10 } },
    ]);
    expect(JSON.stringify(answered.a)).not.toContain('theirs');
    expect(codeOf(answered.b)).toBe('access.forbidden');
    expect(answered.c).toMatchObject({ result: { items: [] } });
  });

  test('two queries with one id are refused as a whole: their frames could not be told apart', async () => {
    const { as } = await testApp();
    const user = await as({ of: 'solvind' });
    const queries = [1, 2].map(() => ({ id: 'same', kind: 'siteStatus' as const }));
    expect(await user.refusal(widgetEndpoints.data, { body: { queries } })).toMatchObject({ code: 'request.invalid' });
  });
});

test('frames leave in the order in which their queries finish, a slow one holds no other back', async () => {
  const slow = Promise.withResolvers<string>();
  const names = ['slow', ...Array.from({ length: 20 }, (_, index) => String(index))];
  const sent: string[] = [];
  for await (const frame of framesOf(names, (name) => (name === 'slow' ? slow.promise : Promise.resolve(name)))) {
    sent.push(frame);
    if (sent.length === 20) slow.resolve('slow');
  }
  expect(sent).toEqual([...names.slice(1), 'slow']);
});
