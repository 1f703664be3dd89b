import { randomUUID } from 'node:crypto';
import type { UserId } from '@solvane/contract/ids';
import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { users } from '../db/schema/access.ts';
import { userJobs } from '../db/schema/jobs.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { defineJob } from './job.ts';

const countJob = defineJob({ kind: 'plants.count', data: z.object({ plants: z.array(z.string()) }), retries: 1 });

async function givenUser({ db }: TestApp): Promise<UserId> {
  const userId = randomUUID() as UserId;
  await db.insert(users).values({ id: userId, email: `${userId}@example.test`, name: 'Test', createdAtMs: 0 });
  return userId;
}

test('a job runs with its data, and its user sees how it ended', async () => {
  const app = await testApp();
  const userId = await givenUser(app);
  const { jobs } = app.deps;
  jobs.handle(countJob, async ({ data, progress }) => {
    await progress(0.5);
    return { succeeded: data.plants.length, failed: 1, message: { key: 'Jobs_Counted', values: { count: data.plants.length } } };
  });
  const jobId = await jobs.enqueue(app.db, countJob, { plants: ['a', 'b'] }, { userId });
  expect(await app.db.select().from(userJobs)).toMatchObject([
    { id: jobId, userId, kind: 'plants.count', state: 'queued', progress: null },
  ]);
  expect(await jobs.runWaiting()).toBe(1);
  expect(await app.db.select().from(userJobs)).toMatchObject([
    { state: 'succeeded', progress: 1, succeededCount: 2, failedCount: 1, messageKey: 'Jobs_Counted', messageValues: { count: 2 } },
  ]);
  expect(await jobs.runWaiting()).toBe(0);
});

test('a job of a transaction that rolls back never existed', async () => {
  const app = await testApp();
  const { jobs } = app.deps;
  const handler = vi.fn(async () => undefined);
  jobs.handle(countJob, handler);
  await jobs.start({ work: false });
  await app.db
    .transaction(async (tx) => {
      await jobs.enqueue(tx, countJob, { plants: [] });
      throw new Error('no');
    })
    .catch(() => undefined);
  expect(await jobs.runWaiting()).toBe(0);
  await app.db.transaction(async (tx) => {
    await jobs.enqueue(tx, countJob, { plants: [] });
  });
  expect(await jobs.runWaiting()).toBe(1);
  expect(handler).toHaveBeenCalledOnce();
});

test('data that do not fit the job are refused when it is enqueued', async () => {
  const { deps, db } = await testApp();
  deps.jobs.handle(countJob, async () => undefined);
  await expect(deps.jobs.enqueue(db, countJob, { plants: [1 as unknown as string] })).rejects.toThrow(z.ZodError);
});

test('a job with a key that waits already is not added again', async () => {
  const { deps, db } = await testApp();
  deps.jobs.handle(countJob, async () => undefined);
  expect(await deps.jobs.enqueue(db, countJob, { plants: [] }, { singletonKey: 'S1' })).toBeTypeOf('string');
  expect(await deps.jobs.enqueue(db, countJob, { plants: [] }, { singletonKey: 'S1' })).toBeUndefined();
  expect(await deps.jobs.enqueue(db, countJob, { plants: [] }, { singletonKey: 'S2' })).toBeTypeOf('string');
  expect(await deps.jobs.enqueue(db, countJob, { plants: [] })).toBeTypeOf('string');
  expect(await deps.jobs.enqueue(db, countJob, { plants: [] })).toBeTypeOf('string');
  expect(await deps.jobs.runWaiting()).toBe(4);
});

test('workers take jobs as they come, try again what failed, and tell the user when it failed for good', async () => {
  const app = await testApp({ commits: true });
  const userId = await givenUser(app);
  const { jobs, bus } = app.deps;
  const attempts: string[] = [];
  const changed: string[] = [];
  bus.subscribe('job-changed', async () => {
    const [row] = await app.db.select().from(userJobs).where(eq(userJobs.userId, userId));
    changed.push(row?.state ?? 'gone');
  });
  jobs.handle(countJob, async ({ data }) => {
    attempts.push(data.plants.join());
    if (data.plants.includes('broken')) throw new Error('no');
    return undefined;
  });
  await jobs.start({ work: true });
  await jobs.enqueue(app.db, countJob, { plants: ['fine'] });
  await vi.waitFor(() => expect(attempts).toEqual(['fine']), { timeout: 60_000, interval: 20 });
  await jobs.enqueue(app.db, countJob, { plants: ['broken'] }, { userId });
  // Looked up on several connections, an earlier state may be answered later.
  await vi.waitFor(() => expect(changed).toContain('failed'), { timeout: 60_000, interval: 50 });
  expect(attempts).toEqual(['fine', 'broken', 'broken']);
});

test('jobs of one kind that wait behind each other run without being asked for again', async () => {
  const { deps, db } = await testApp({ commits: true });
  const ran: string[] = [];
  const gate = Promise.withResolvers<void>();
  deps.jobs.handle(countJob, async ({ data }) => {
    await gate.promise;
    ran.push(data.plants.join());
    return undefined;
  });
  await deps.jobs.start({ work: true });
  for (const plant of ['a', 'b', 'c', 'd']) await deps.jobs.enqueue(db, countJob, { plants: [plant] });
  gate.resolve();
  // Asked for again by the clock alone, the last one would come after three quarters of a minute.
  await vi.waitFor(() => expect(ran.toSorted()).toEqual(['a', 'b', 'c', 'd']), { timeout: 25_000, interval: 20 });
});

test.for([
  { tries: 0, state: 'succeeded', ran: 1 },
  { tries: 1, state: 'failed', ran: 0 },
])('a job of a process that is gone, after $tries further tries: $state', async ({ tries, state, ran }) => {
  const app = await testApp({ commits: true });
  const userId = await givenUser(app);
  const { jobs } = app.deps;
  const handler = vi.fn(async () => undefined);
  jobs.handle(countJob, handler);
  await jobs.enqueue(app.db, countJob, { plants: [] }, { userId });
  await app.db.execute(
    sql`update pgboss.job set state = 'active', started_on = now(), retry_count = ${tries} where name = ${countJob.kind}`,
  );
  await jobs.start({ work: true, isAlone: true });
  await vi.waitFor(async () => expect(await app.db.select().from(userJobs)).toMatchObject([{ state }]), { timeout: 60_000, interval: 50 });
  expect(handler).toHaveBeenCalledTimes(ran);
});

test('a job of a clock that was set back runs now, and the queue goes on with its schedules', async () => {
  const app = await testApp({ commits: true });
  const { jobs } = app.deps;
  const handler = vi.fn(async () => undefined);
  jobs.handle(countJob, handler);
  await jobs.enqueue(app.db, countJob, { plants: [] });
  await app.db.execute(sql`update pgboss.job set created_on = now() + interval '1 day', start_after = now() + interval '1 day'`);
  await app.db.execute(sql`update pgboss.version set cron_on = now() + interval '1 day'`);
  await app.db.execute(sql`update pgboss.queue set monitor_on = now() + interval '1 day'`);
  await jobs.start({ work: true });
  await vi.waitFor(() => expect(handler).toHaveBeenCalledOnce(), { timeout: 60_000, interval: 50 });
  const { rows } = await app.db.execute(sql`
    select exists (select from pgboss.version where cron_on > now() + interval '1 hour')
      or exists (select from pgboss.queue where monitor_on > now() + interval '1 hour') as waits`);
  expect(rows).toEqual([{ waits: false }]);
});
