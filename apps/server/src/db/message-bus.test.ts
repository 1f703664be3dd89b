import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { findServerPrograms } from '@solvane/testing/postgres-programs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openEmptyDatabase } from '../testing/test-database.ts';
import { createServerDatabase, startTestServer } from '../testing/test-server.ts';
import { openDatabase } from './db.ts';
import { createMessageBus } from './message-bus.ts';

const programs = findServerPrograms();
const SOON = { timeout: 60_000, interval: 20 };

/** An address in front of PostgreSQL that can be cut and mended. */
async function openGate(url: string) {
  const socket = join(new URL(url).searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const open = new Set<Socket>();
  const gate = { isCut: false, refused: 0, url: '' };
  const server = createServer((client) => {
    if (gate.isCut) {
      gate.refused += 1;
      client.destroy();
      return;
    }
    const target = connect(socket);
    for (const end of [client, target])
      end.on('error', () => undefined).on('close', () => [client, target].map((other) => other.destroy()));
    open.add(client);
    client.pipe(target).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const changed = new URL(url);
  changed.searchParams.delete('host');
  changed.hostname = '127.0.0.1';
  changed.port = String(typeof address === 'object' ? address?.port : 0);
  return Object.assign(gate, {
    url: changed.toString(),
    cut: () => {
      gate.isCut = true;
      for (const client of open) client.destroy();
    },
  });
}

test('with the embedded database a connection that was lost is a gap', async () => {
  const database = await openEmptyDatabase();
  onTestFinished(database.stop);
  if (database.url !== undefined) return;
  const bus = createMessageBus(database, vi.fn());
  await bus.start();
  const gaps = vi.fn();
  bus.onGap(gaps);
  await database.pool.query('select 1');
  expect(gaps).not.toHaveBeenCalled();
  (await database.pool.connect()).release(new Error('lost'));
  await database.pool.query('select 1');
  expect(gaps).toHaveBeenCalledOnce();
});

test.skipIf(programs === undefined)('a bus that could not connect several times listens once when the database is back', async () => {
  const server = await startTestServer(programs ?? '');
  onTestFinished(server.stop);
  const url = await createServerDatabase(server.url);
  const gate = await openGate(url);
  const onError = vi.fn();
  const database = openDatabase({ url, poolSize: 2, folder: undefined, onError });
  onTestFinished(database.stop);
  const bus = createMessageBus({ ...database, url: gate.url }, onError);
  await bus.start();
  onTestFinished(bus.stop);
  const [heard, gaps] = [vi.fn(), vi.fn()];
  bus.subscribe('test', heard);
  bus.onGap(gaps);

  for (const times of [1, 2]) {
    gate.refused = 0;
    gate.cut();
    await vi.waitFor(() => expect(gate.refused).toBeGreaterThanOrEqual(4), SOON);
    gate.isCut = false;
    await vi.waitFor(() => expect(gaps.mock.calls.length).toBeGreaterThanOrEqual(times), SOON);
  }
  await bus.publish(database.db, 'test', 'hello');
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), SOON);
  await bus.publish(database.db, 'test', 'end');
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('end'), SOON);
  expect(heard.mock.calls).toEqual([['hello'], ['end']]);
  expect(gaps).toHaveBeenCalledTimes(2);
});
