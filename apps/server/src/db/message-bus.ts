import { sql } from 'drizzle-orm';
import pg from 'pg';
import { type Database, type Db, NOTIFY_CHANNEL } from './db.ts';

/** Small messages to every process of the installation, delivered when the transaction that sent them commits. */
export interface MessageBus {
  /** Inside a transaction messages are sent when it commits, and never when it rolls back. At most 7,900 bytes of JSON each. */
  publish(db: Db, channel: string, ...messages: readonly unknown[]): Promise<void>;
  /** @returns ends the subscription */
  subscribe(channel: string, listener: (message: unknown) => void): () => void;
  /** Called whenever messages may have been missed: the connection was lost and is there again. */
  onGap(listener: () => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const RECONNECT_MS = 500;
const CONNECT_MS = 10_000;
/** PostgreSQL refuses 8,000 bytes and more. */
const MAX_BYTES = 7_900;

/** As `MessageBus.publish`, for work that knows a transaction and nothing else. */
export async function publishMessage(db: Db, channel: string, ...messages: readonly unknown[]): Promise<void> {
  const payloads = messages.map((message) => JSON.stringify({ to: channel, message }));
  if (payloads.some((payload) => Buffer.byteLength(payload) > MAX_BYTES))
    throw new RangeError(`A message on ${channel} is too large: send what to look up instead`);
  await db.execute(sql`select pg_notify(${NOTIFY_CHANNEL}, payload) from unnest(${sql.param(payloads)}::text[]) as payload`);
}

export function createMessageBus({ url, onNotification, onReconnect }: Database, onError: (error: Error) => void): MessageBus {
  const listeners = new Map<string, Set<(message: unknown) => void>>();
  const gapListeners = new Set<() => void>();
  let client: pg.Client | undefined;
  let stopped = false;
  let reconnect: NodeJS.Timeout | undefined;

  const receive = (payload: string): void => {
    const { to, message }: { to: string; message: unknown } = JSON.parse(payload);
    for (const listener of listeners.get(to) ?? []) listener(message);
  };

  const tellOfGap = (): void => {
    for (const listener of gapListeners) listener();
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'solvane bus',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
    });
    next.on('notification', ({ payload }) => payload && receive(payload));
    next.on('error', onError);
    // A connection that never listened ends, too: then the attempt has failed, and is repeated there.
    next.on('end', () => client === next && connectLater());
    try {
      await next.connect();
      await next.query(`listen ${NOTIFY_CHANNEL}`);
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    if (stopped) await next.end();
  };

  const connectLater = (): void => {
    clearTimeout(reconnect);
    if (!stopped) reconnect = setTimeout(() => void connectAgain(), RECONNECT_MS);
  };

  const connectAgain = async (): Promise<void> => {
    try {
      await connect();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      connectLater();
      return;
    }
    tellOfGap();
  };

  return {
    publish: publishMessage,
    subscribe: (channel, listener) => {
      const subscribed = listeners.get(channel) ?? new Set();
      listeners.set(channel, subscribed.add(listener));
      return () => subscribed.delete(listener);
    },
    onGap: (listener) => {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    start: async () => {
      if (url !== undefined) return connect();
      onNotification(receive);
      onReconnect(tellOfGap);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(reconnect);
      await client?.end();
    },
  };
}
