import { expect, onTestFinished, test, vi } from 'vitest';
import { openDemoThread } from './demo-thread.ts';

test('what node reports of a thread while it watches files is no message of the demo', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const described = Promise.withResolvers<void>();
  const types: unknown[] = [];
  const thread = openDemoThread((message) => {
    types.push((message as { type?: unknown }).type);
    if (types.includes('described')) described.resolve();
  });
  thread.order({ type: 'describe', demo: 'small' });
  await described.promise;
  thread.order({ type: 'stop' });
  await thread.ended;
  expect(new Set(types)).toEqual(new Set(['described']));
});
