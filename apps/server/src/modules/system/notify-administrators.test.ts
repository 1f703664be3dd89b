import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { notices } from '../../db/schema/jobs.ts';
import { testApp } from '../../testing/test-app.ts';

test('a proxy that is not trusted is shown to those who manage users, once a day', async () => {
  const product = await testApp();
  const administrator = await product.as({ of: 'solvind' });
  const provider = await product.as({ isProvider: true });
  const viewer = await product.as({ of: 'solvind', role: 'viewer' });
  const forwarded = () => product.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.7' } });
  const shown = async () =>
    (await product.db.select().from(notices).where(eq(notices.messageKey, 'System_Proxy_NotTrusted'))).map(({ userId }) => userId).sort();
  const both = [administrator.userId, provider.userId].sort();
  expect(viewer.userId).toBeDefined();
  await forwarded();
  await vi.waitFor(async () => expect(await shown()).toEqual(both));
  product.setNow(product.deps.now() + 2 * 3_600_000);
  const later = await product.as({ of: 'solvind' });
  await forwarded();
  await vi.waitFor(async () => expect(await shown()).toEqual([...both, later.userId].sort()));
});
