import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { beginTestDatabase, openFreshDatabase } from '../testing/test-database.ts';
import { ambientTransaction, type Database, openDatabase } from './db.ts';
import { createMessageBus } from './message-bus.ts';

async function freshDatabase(poolSize = 1): Promise<Database> {
  const database = await openFreshDatabase(poolSize);
  onTestFinished(database.stop);
  return database;
}

test('a query that goes around the transaction it runs in is refused instead of waiting for itself', async () => {
  const { db } = await freshDatabase();
  const around = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await db.execute(sql`select 1`);
  });
  await expect(around).rejects.toMatchObject({ cause: new RangeError('Inside a transaction use only its handle') });
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test('work that a transaction leaves behind may use the database once it has ended', async () => {
  const { db } = await freshDatabase();
  let later: Promise<unknown> | undefined;
  let begin = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    begin = resolve;
  });
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    later = ended.then(() => db.execute(sql`select 2 as two`));
  });
  begin();
  expect(await later).toMatchObject({ rows: [{ two: 2 }] });
  expect(ambientTransaction()).toBeUndefined();
});

test('a transaction that fails leaves nothing, and one inside another undoes only itself', async () => {
  const { db } = await freshDatabase();
  await db.execute(sql`create table t (a int)`);
  await expect(
    db.transaction(async (tx) => {
      await tx.execute(sql`insert into t values (1)`);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into t values (2)`);
    await tx
      .transaction(async (inner) => {
        await inner.execute(sql`insert into t values (3)`);
        throw new Error('no');
      })
      .catch(() => undefined);
  });
  expect((await db.execute(sql`select a from t`)).rows).toEqual([{ a: 2 }]);
});

test('many transactions at once all finish, however few connections there are', async () => {
  const { db } = await freshDatabase(2);
  await db.execute(sql`create table counters (n int)`);
  await db.execute(sql`insert into counters values (0)`);
  await Promise.all(
    Array.from({ length: 50 }, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`update counters set n = n + 1`);
        await tx.execute(sql`select 1`);
      }),
    ),
  );
  expect((await db.execute(sql`select n from counters`)).rows).toEqual([{ n: 50 }]);
});

test('statements at one time do not wait for each other, and none gets into a transaction', async () => {
  const { db, pool } = await freshDatabase();
  await pool.query('create table t (a int)');
  const count = async () => (await pool.query<{ count: number }>('select count(*)::int as count from t')).rows[0]?.count;
  const statements = [pool.query('select 1 / $1::int as one', [1]), pool.query('select 1 / $1::int', [0]), pool.query('select 2 as two')];
  expect((await Promise.allSettled(statements)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);

  const { promise: inserted, resolve: onInserted } = Promise.withResolvers<void>();
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const failing = db.transaction(async (tx) => {
    await tx.execute(sql`insert into t values (1)`);
    onInserted();
    await asked;
    await tx.execute(sql`insert into t values (2)`);
    throw new Error('no');
  });
  await inserted;
  const during = [count(), count()];
  onAsked();
  await expect(failing).rejects.toThrow('no');
  expect(await Promise.all([...during, count()])).toEqual([0, 0, 0]);
});

test('large values pass in both directions', async () => {
  const { db } = await freshDatabase();
  const text = 'å'.repeat(3_000_000);
  const { rows } = await db.execute<{ text: string }>(sql`select ${text}::text as text`);
  expect(rows[0]?.text === text).toBe(true);
});

test('a message arrives when its transaction commits, and never when it rolls back', async () => {
  const database = await freshDatabase(3);
  const bus = createMessageBus(database, (error) => {
    throw error;
  });
  await bus.start();
  onTestFinished(bus.stop);
  const received: unknown[] = [];
  let arrived = (): void => undefined;
  const last = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  bus.subscribe('plants', (message) => {
    received.push(message);
    if (message === 'last') arrived();
  });
  bus.subscribe('other', () => received.push('wrong channel'));
  await database.db
    .transaction(async (tx) => {
      await bus.publish(tx, 'plants', 'never');
      throw new Error('no');
    })
    .catch(() => undefined);
  await database.db.transaction(async (tx) => {
    await bus.publish(tx, 'plants', { siteId: 'S1' });
    received.push('before commit');
  });
  await bus.publish(database.db, 'plants', 'last');
  await last;
  expect(received).toEqual(['before commit', { siteId: 'S1' }, 'last']);
  await expect(bus.publish(database.db, 'plants', 'x'.repeat(8_000))).rejects.toThrow(RangeError);
});

test('a statement that fails in a test does not spoil the transaction the test runs in', async () => {
  const { db, rollback } = await beginTestDatabase();
  onTestFinished(rollback);
  await db.execute(sql`create table t (a int unique)`);
  await db.execute(sql`insert into t values (1)`);
  await expect(db.execute(sql`insert into t values (1)`)).rejects.toThrow();
  await expect(db.transaction((tx) => tx.execute(sql`insert into t values (1)`))).rejects.toThrow();
  expect((await db.execute(sql`select a from t`)).rows).toEqual([{ a: 1 }]);
});

test('what one test did is gone in the next', async () => {
  const { db, rollback } = await beginTestDatabase();
  onTestFinished(rollback);
  expect((await db.execute(sql`select to_regclass('t') as t`)).rows).toEqual([{ t: null }]);
});

test('an engine that gives up on a full disk starts again with everything it had acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-full-'));
  const { pool, stop } = openDatabase({ url: undefined, poolSize: 1, folder: join(folder, 'postgres'), onError: () => undefined });
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await pool.query('create table t (a int)');
  await pool.query('insert into t values (1)');
  const full = pool.query("do $$ begin raise exception 'could not write to file' using errcode = 'disk_full'; end $$");
  await expect(full).rejects.toMatchObject({ code: '53100' });
  // Until the engine has ended and begun again, queries fail; then everything is there.
  await vi.waitFor(() => pool.query('insert into t values (2)'), { timeout: 60_000 });
  await vi.waitFor(async () => expect((await pool.query('select a from t order by a limit 2')).rows).toEqual([{ a: 1 }, { a: 2 }]), {
    timeout: 60_000,
  });
});

test('a statement that fails keeps its connection', async () => {
  const { pool } = await freshDatabase(3);
  const session = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  const before = await session();
  await expect(pool.query('select nothing')).rejects.toMatchObject({ code: '42703' });
  expect(await session()).toBe(before);
});
