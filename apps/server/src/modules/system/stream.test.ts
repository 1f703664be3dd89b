import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { jobIdSchema, type SiteId, type UserId } from '@solvane/contract/ids';
import { eq } from 'drizzle-orm';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { type Database, type Db, openDatabase } from '../../db/db.ts';
import { userJobs } from '../../db/schema/jobs.ts';
import { dirtySiteDays } from '../../db/schema/site-days.ts';
import { createDepsOn } from '../../deps.ts';
import { announceSiteChange, notifyUser } from '../../jobs/announce.ts';
import { defineJob } from '../../jobs/job.ts';
import { JOB_CHANGED_CHANNEL } from '../../jobs/job-progress.ts';
import { type TestApp, type TestClient, testApp } from '../../testing/test-app.ts';
import { beginRecalculation, reportRecalculations } from '../recalculation/recalculations.ts';
import { createStreamHub, type StreamHub } from './stream-hub.ts';
import type { Recipient } from './stream-messages.ts';

interface Listener {
  /** Everything received so far, without heartbeats and the opening. */
  events: { id: number; type: string; data: Record<string, unknown> }[];
  /** Where a connection goes on that replaces this one. */
  lastId: () => string;
  status: number;
  headers: Headers;
  ended: Promise<void>;
}

async function listen({ app }: TestApp, client: TestClient, headers: Record<string, string> = {}, query = ''): Promise<Listener> {
  const { port } = app.server.address() as AddressInfo;
  const abort = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/stream${query}`, {
    headers: { ...client.headers, ...headers },
    signal: abort.signal,
  });
  let [text, lastId] = ['', ''];
  const { status, headers: received } = response;
  const listener: Listener = { events: [], lastId: () => lastId, status, headers: received, ended: Promise.resolve() };
  listener.ended = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
        lastId = fields.id ?? lastId;
        if (fields.event && fields.event !== 'opened')
          listener.events.push({ id: Number(fields.id), type: fields.event, data: JSON.parse(fields.data ?? '') });
      }
    }
  })().catch(() => undefined);
  onTestFinished(() => abort.abort());
  return listener;
}

async function listeningApp(): Promise<TestApp> {
  const testing = await testApp({ commits: true });
  await testing.app.listen({ host: '127.0.0.1', port: 0 });
  return testing;
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

test('a user hears of the sites in scope and of nothing else, in every window', async () => {
  const testing = await listeningApp();
  const { given, as, deps } = testing;
  const [mine, theirs] = [await given.site({ enterpriseId: 'solvind' }), await given.site({ enterpriseId: 'other' })];
  const user = await as({ of: 'solvind' });
  const windows = [await listen(testing, user), await listen(testing, user)];
  await announceSiteChange(deps, { siteId: theirs.id, what: 'points', fromMs: 0, toMs: 10 });
  await announceSiteChange(deps, { siteId: mine.id, what: 'points', fromMs: 0, toMs: 10 });
  await announceSiteChange(deps, { siteId: mine.id, what: 'points', fromMs: 5, toMs: 20 });
  await notifyUser(deps, { userId: user.userId as UserId, kind: 'info', message: 'Export_Ready', values: { rows: 3 } });
  for (const window of windows) {
    const told = (kind: string) => window.events.filter(({ type }) => type === kind).map(({ data }) => data);
    await until(() => {
      expect(told('notice')).toMatchObject([{ message: 'Export_Ready', values: { rows: 3 } }]);
      expect(Math.max(...told('site-changed').map(({ toMs }) => Number(toMs)))).toBe(20);
    });
    // Changes that are far enough apart are told one by one.
    expect(Math.min(...told('site-changed').map(({ fromMs }) => Number(fromMs)))).toBe(0);
    expect(new Set(told('site-changed').map(({ siteId, what }) => [siteId, what].join(' ')))).toEqual(new Set([`${mine.id} points`]));
  }
});

test('a browser that connects again is told what it missed, also by another of its tabs', async () => {
  const testing = await listeningApp();
  const { given, as, deps, setNow } = testing;
  const site = await given.site({ enterpriseId: 'solvind' });
  const user = await as({ of: 'solvind' });
  const startMs = deps.now();
  await notifyUser(deps, { userId: user.userId as UserId, kind: 'info', message: 'Long_Ago' });
  setNow(startMs + 60_000);
  await notifyUser(deps, { userId: user.userId as UserId, kind: 'info', message: 'Missed' });
  await announceSiteChange(deps, { siteId: site.id, what: 'tree', fromMs: null, toMs: null });
  const window = await listen(testing, user, { 'last-event-id': String(startMs + 30_000) });
  const otherTab = await listen(testing, user, {}, `?since=${startMs + 30_000}`);
  for (const { events } of [window, otherTab]) {
    // What is told while they connect, they may hear twice.
    await until(() => expect(new Set(events.map(({ type, data }) => data.message ?? type))).toEqual(new Set(['Missed', 'site-changed'])));
  }
});

test('a browser whose connection breaks before its first message is told what it missed', async () => {
  const testing = await listeningApp();
  const user = await testing.as({ of: 'solvind' });
  const window = await listen(testing, user);
  await until(() => expect(window.lastId()).not.toBe(''));
  await notifyUser(testing.deps, { userId: user.userId as UserId, kind: 'info', message: 'Missed' });
  const next = await listen(testing, user, { 'last-event-id': window.lastId() });
  await until(() => expect(next.events.map(({ data }) => data.message)).toContain('Missed'));
});

test('the end of a job is told to its user as it happens', async () => {
  const testing = await listeningApp();
  const { as, deps, db } = testing;
  const job = defineJob({ kind: 'plants.count', data: z.object({}) });
  deps.jobs.handle(job, async () => ({ succeeded: 3, message: { key: 'Counted' } }));
  const [user, other] = [await as({ of: 'solvind' }), await as({ of: 'solvind' })];
  const [window, otherWindow] = [await listen(testing, user), await listen(testing, other)];
  await deps.jobs.enqueue(db, job, {}, { userId: user.userId as UserId });
  await deps.jobs.runWaiting();
  await until(() =>
    expect(window.events.at(-1)?.data).toMatchObject({
      job: { state: 'succeeded', succeeded: 3, message: { key: 'Counted', values: {} } },
    }),
  );
  expect(otherWindow.events).toEqual([]);
});

test('days that wait for a configuration are told to everybody who sees their site, until the last of them', async () => {
  const testing = await listeningApp();
  const { given, as, deps, db } = testing;
  const site = await given.site({ enterpriseId: 'solvind' });
  const nowMs = deps.now();
  const [user, colleague, stranger] = [await as({ of: 'solvind' }), await as({ of: 'solvind' }), await as({ of: 'other' })];
  const [own, theirs, others] = [await listen(testing, user), await listen(testing, colleague), await listen(testing, stranger)];
  const days = ['2026-01-02', '2026-01-03'].map((day) => ({ siteId: site.id, day, markedAtMs: nowMs, reason: 'configuration' as const }));
  await db.insert(dirtySiteDays).values(days);
  const marked = { markedFromMs: nowMs, markedUntilMs: nowMs };
  await beginRecalculation(db, { userId: user.userId as UserId, reason: 'models', siteIds: [site.id], ...marked });
  for (const { day } of days) {
    await db.delete(dirtySiteDays).where(eq(dirtySiteDays.day, day));
    await reportRecalculations(db, site.id, nowMs);
  }
  for (const { events } of [own, theirs]) {
    await until(() => expect(events.at(-1)?.data).toMatchObject({ job: { state: 'succeeded', progress: 1, succeeded: 2 } }));
  }
  expect(others.events).toEqual([]);
});

test('of a job that moves on while its state is looked up, the later state is told last', async () => {
  const { deps, hub, recipient, recipientsAsked, answer, tell, succeed } = await givenSlowJob();
  const told = await openOn(hub, recipient, undefined);
  await tell();
  await recipientsAsked;
  await succeed();
  await tell();
  for (let trips = 0; trips < 5; trips++) await deps.db.select().from(userJobs);
  answer();
  await until(() => expect(statesIn(told())).toEqual(['running', 'succeeded']));
});

test('who connects while the state of a job is looked up is told last where it is by now', async () => {
  const { deps, hub, recipient, recipientsAsked, answer, tell, succeed } = await givenSlowJob();
  await openOn(hub, recipient, undefined);
  await tell();
  await recipientsAsked;
  await succeed();
  const opening = openOn(hub, recipient, deps.now() - 60_000);
  for (let trips = 0; trips < 5; trips++) await deps.db.select().from(userJobs);
  answer();
  const told = await opening;
  await until(() => expect(statesIn(told())).toEqual(['running', 'succeeded']));
});

test('a browser that is gone before it is known who it is leaves nothing behind', async () => {
  const { hub, recipient } = await givenSlowJob();
  const response = new PassThrough();
  const identify = async () => {
    response.destroy();
    return recipient;
  };
  expect(await hub.open(response as unknown as ServerResponse, { identify, sinceMs: undefined })).toBe(false);
  expect(hub.count()).toBe(0);
});

test('the stream of a stopping server ends, and the server does not wait for it', async () => {
  const testing = await listeningApp();
  const window = await listen(testing, await testing.as({ of: 'solvind' }));
  expect(window.headers.get('content-type')).toBe('text/event-stream');
  await testing.app.close();
  await window.ended;
});

/** A hub on a clock of the test's own, so that its heartbeat comes when the test says. */
async function givenHub() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { as, deps, given } = await testApp({ commits: true });
  const [site, other] = [await given.site({ enterpriseId: 'solvind' }), await given.site({ enterpriseId: 'solvind' })];
  const userId = (await as({ of: 'solvind' })).userId as UserId;
  const hub = createStreamHub(deps);
  onTestFinished(hub.close);
  const notify = () => notifyUser(deps, { userId, kind: 'success', message: 'Private_Message' });
  const announce = (siteId: SiteId) => announceSiteChange(deps, { siteId, what: 'points', fromMs: null, toMs: null });
  return { hub, deps, site, other, userId, notify, announce };
}

test('a narrowed credential hears of its sites, and of nothing that its user owns', async () => {
  const { hub, deps, site, other, userId, notify, announce } = await givenHub();
  const jobId = jobIdSchema.parse(randomUUID());
  const times = { createdAtMs: deps.now(), updatedAtMs: deps.now() };
  await notify();
  await deps.db.insert(userJobs).values({ id: jobId, userId, kind: 'private.job', ...times });
  const narrowed = { userId, ownerId: undefined, isProvider: false, siteIds: new Set([site.id]) };
  const told = await openOn(hub, narrowed, deps.now() - 60_000);
  await notify();
  await deps.bus.publish(deps.db, JOB_CHANGED_CHANNEL, { jobId, userId });
  await announce(other.id);
  await announce(site.id);
  await until(() => expect(told()).toContain(site.id));
  for (const hidden of ['Private_Message', 'private.job', jobId, other.id]) expect(told()).not.toContain(hidden);
});

test('an open stream narrows with the rights of its user, and ends with them', async () => {
  const { hub, site, other, userId, announce } = await givenHub();
  const response = new PassThrough();
  const text: string[] = [];
  response.on('data', (chunk: Buffer) => text.push(chunk.toString()));
  let recipient: Recipient | undefined = { userId, ownerId: userId, isProvider: false, siteIds: new Set([site.id, other.id]) };
  await hub.open(response as unknown as ServerResponse, { identify: async () => recipient, sinceMs: undefined });
  recipient = { ...recipient, siteIds: new Set([site.id]) };
  vi.advanceTimersByTime(15_000);
  await until(() => expect(text.join('')).toContain('still here'));
  await announce(other.id);
  await announce(site.id);
  await until(() => expect(text.join('')).toContain(site.id));
  expect(text.join('')).not.toContain(other.id);
  recipient = undefined;
  vi.advanceTimersByTime(15_000);
  await until(() => expect(response.writableEnded).toBe(true));
  expect(hub.count()).toBe(0);
});

test('a client that stops reading is cut off, and what waits for it is not kept', async () => {
  const { hub, announce, site, userId } = await givenHub();
  const response = new PassThrough();
  await hub.open(response as unknown as ServerResponse, {
    identify: async () => ({ userId, ownerId: userId, isProvider: false, siteIds: new Set([site.id]) }),
    sinceMs: undefined,
  });
  response.write(Buffer.alloc(2 * 1024 * 1024));
  await announce(site.id);
  await until(() => expect(response.destroyed).toBe(true));
  expect(hub.count()).toBe(0);
});

test('an open stream never extends its session', async () => {
  const testing = await listeningApp();
  const { as, deps, setNow } = testing;
  const user = await as({ of: 'solvind' });
  const expiresAtMs = deps.now() + 3_600_000;
  setNow(deps.now() + 1_800_000);
  const window = await listen(testing, user);
  expect(window.headers.get('x-session-expires-at')).toBe(new Date(expiresAtMs).toISOString());
});

test('a site that does not exist cannot be announced', async () => {
  const { deps } = await testApp();
  await expect(announceSiteChange(deps, { siteId: 'nowhere' as SiteId, what: 'tree', fromMs: null, toMs: null })).rejects.toThrow();
});

test.runIf(inject('databaseUrl'))('what one process does is told by every other one', async () => {
  const here = await listeningApp();
  const user = await here.as({ of: 'solvind' });
  const window = await listen(here, user);
  const there = createDepsOn(here.deps.config, {
    database: openDatabaseAt(here.deps.database.url),
    log: here.deps.log,
    now: here.deps.now,
  });
  await notifyUser(there, { userId: user.userId as UserId, kind: 'success', message: 'From_Elsewhere' });
  await until(() => expect(window.events.map(({ data }) => data.message)).toEqual(['From_Elsewhere']));
});

/** A shared job that runs, and a hub whose first look-up of who hears of it waits for `answer`. */
async function givenSlowJob() {
  const { as, deps } = await testApp({ commits: true });
  const { userId } = await as({ of: 'solvind' });
  const recipient: Recipient = { userId: userId as UserId, ownerId: userId as UserId, isProvider: false, siteIds: new Set() };
  const { db, recipientsAsked, answer } = heldAtRecipients(deps.db);
  const hub = createStreamHub({ ...deps, db });
  onTestFinished(hub.close);
  const jobId = jobIdSchema.parse(randomUUID());
  const times = { createdAtMs: deps.now(), updatedAtMs: deps.now() };
  await deps.db
    .insert(userJobs)
    .values({ id: jobId, userId: recipient.userId, kind: 'plants.count', state: 'running', progress: 0.5, ...times });
  return {
    deps,
    hub,
    recipient,
    recipientsAsked,
    answer,
    tell: () => deps.bus.publish(deps.db, JOB_CHANGED_CHANNEL, { jobId, userId, isShared: true }),
    succeed: () => deps.db.update(userJobs).set({ state: 'succeeded', progress: 1 }).where(eq(userJobs.id, jobId)),
  };
}

/** @returns everything told so far */
async function openOn(hub: StreamHub, recipient: Recipient, sinceMs: number | undefined): Promise<() => string> {
  const response = new PassThrough();
  let told = '';
  response.on('data', (chunk) => {
    told += chunk;
  });
  await hub.open(response as unknown as ServerResponse, { identify: async () => recipient, sinceMs });
  return () => told;
}

function statesIn(told: string): (string | undefined)[] {
  return [...told.matchAll(/"state":"(\w+)"/g)].map(([, state]) => state);
}

/** The same database, whose first answer about who hears of a job is held back until it is asked for. */
function heldAtRecipients(db: Db): { db: Db; recipientsAsked: Promise<void>; answer: () => void } {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let isFirst = true;
  const select = (fields?: object) => {
    if (!isFirst || !fields) return fields ? db.select(fields as never) : db.select();
    isFirst = false;
    asked.resolve();
    return {
      from: (table: never) => ({
        where: (condition: never) =>
          held.promise.then(() =>
            db
              .select(fields as never)
              .from(table)
              .where(condition),
          ),
      }),
    };
  };
  const slow = new Proxy(db, { get: (target, key) => (key === 'select' ? select : Reflect.get(target, key)) });
  return { db: slow, recipientsAsked: asked.promise, answer: held.resolve };
}

function openDatabaseAt(url: string | undefined): Database {
  const database = openDatabase({ url, poolSize: 2, folder: undefined, onError: console.error });
  onTestFinished(database.stop);
  return database;
}
