import type { ServerResponse } from 'node:http';
import { type JobId, jobIdSchema, userIdSchema } from '@solvane/contract/ids';
import type { StreamMessage } from '@solvane/contract/system';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { ANNOUNCEMENTS, type DemoProgress, type SiteChanged } from '../../jobs/announce.ts';
import { JOB_CHANGED_CHANNEL } from '../../jobs/job-progress.ts';
import { findJobMessage, findJobRecipients, findNoticeMessage, listMissed, type Recipient, type TimedMessage } from './stream-messages.ts';

export type StreamDeps = Pick<Deps, 'db' | 'bus' | 'now' | 'log'>;

/** All event streams of this process. */
export interface StreamHub {
  /**
   * Sends what concerns the recipient until the response closes.
   *
   * @param options.identify - who the connection belongs to by now; undefined: no user any more
   * @param options.sinceMs - where the browser's last connection ended; undefined: a new browser
   * @returns false when the user has too many streams already
   */
  open(
    response: ServerResponse,
    options: { identify: () => Promise<Recipient | undefined>; sinceMs: number | undefined },
  ): Promise<boolean>;
  count(): number;
  /** Ends all streams: browsers connect again, to another process or to this one after its restart. */
  close(): void;
}

interface Stream extends Recipient {
  response: ServerResponse;
  identify: () => Promise<Recipient | undefined>;
}

/** Proxies close silent connections after a minute; with each beat it is also asked whether the session still holds. */
const HEARTBEAT_MS = 15_000;
/** Changes of one site arrive in bursts: one message per site and kind in this time is enough. */
const GATHER_MS = 500;
const STREAMS_PER_USER = 30;
/** A browser that does not read is cut off; it connects again and is told what it missed. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Told twice rather than not at all: clocks of several processes differ a little, and transactions commit out of order. */
const OVERLAP_MS = 5_000;

/** Shared: also for others who see all of its sites. */
const jobChangedSchema = z.object({ jobId: jobIdSchema, userId: userIdSchema, isShared: z.boolean().optional() });
const noticeSchema = z.object({ noticeId: z.string(), userId: userIdSchema });

export function createStreamHub({ db, bus, now, log }: StreamDeps): StreamHub {
  const streams = new Set<Stream>();
  const gathered = new Map<string, SiteChanged>();
  let gathering: NodeJS.Timeout | undefined;

  const send = (stream: Stream, { atMs, message }: TimedMessage): void => {
    // Ended while its messages were looked up: a write would fail the whole process.
    if (!streams.has(stream)) return;
    if (stream.response.writableLength > MAX_WAITING_BYTES) cut(stream);
    else stream.response.write(toEvent(atMs, message));
  };
  const end = (stream: Stream): void => {
    streams.delete(stream);
    stream.response.end();
  };
  /** An end in good order would wait behind all that is not read, and keep it in memory for as long. */
  const cut = (stream: Stream): void => {
    streams.delete(stream);
    stream.response.destroy();
  };
  const sendTo = (isRecipient: (stream: Stream) => boolean, message: TimedMessage): void => {
    for (const stream of streams) if (isRecipient(stream)) send(stream, message);
  };
  const guard = (work: () => Promise<void>): Promise<void> => work().catch((error: unknown) => log.error({ err: error }, 'event stream'));
  // One look-up after the other: on several connections a job's end could be found, and told, before its half.
  let forwarding = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = forwarding.then(work);
    forwarding = done.catch(() => undefined);
    return done;
  };
  const forward = (work: () => Promise<void>): void => void guard(() => inTurn(work));

  const flush = (): void => {
    gathering = undefined;
    const changes = [...gathered.values()];
    gathered.clear();
    for (const { atMs, ...change } of changes)
      sendTo(({ siteIds }) => siteIds.has(change.siteId), { atMs, message: { type: 'site-changed', ...change } });
  };
  const gather = (change: SiteChanged): void => {
    const key = `${change.siteId} ${change.what}`;
    const former = gathered.get(key);
    gathered.set(key, former ? merge(former, change) : change);
    gathering ??= setTimeout(flush, GATHER_MS).unref();
  };

  const unsubscribe = [
    bus.subscribe(ANNOUNCEMENTS.siteChanged, (message) => gather(message as SiteChanged)),
    bus.subscribe(ANNOUNCEMENTS.demoProgress, (message) =>
      sendTo(() => true, { atMs: now(), message: { type: 'demo-progress', ...(message as DemoProgress) } }),
    ),
    bus.subscribe(ANNOUNCEMENTS.notice, (message) => {
      const { noticeId, userId } = noticeSchema.parse(message);
      forward(() => forwardTo(userId, () => findNoticeMessage(db, noticeId)));
    }),
    bus.subscribe(JOB_CHANGED_CHANNEL, (message) => {
      const { jobId, userId, isShared = false } = jobChangedSchema.parse(message);
      forward(() => (isShared ? share(jobId) : forwardTo(userId, () => findJobMessage(db, jobId))));
    }),
    bus.onGap(() => forward(() => catchUpAll(now() - 60_000))),
  ];

  const forwardTo = async (userId: Recipient['userId'], find: () => Promise<TimedMessage | undefined>): Promise<void> => {
    if (![...streams].some((stream) => stream.ownerId === userId)) return;
    const found = await find();
    if (found) sendTo((stream) => stream.ownerId === userId, found);
  };
  const share = async (jobId: JobId): Promise<void> => {
    if (streams.size === 0) return;
    const [found, recipients] = [await findJobMessage(db, jobId), await findJobRecipients(db, jobId)];
    if (found && recipients) sendTo(recipients, found);
  };
  const catchUp = async (stream: Stream, sinceMs: number): Promise<void> => {
    for (const message of await listMissed(db, stream, sinceMs - OVERLAP_MS)) send(stream, message);
  };
  const catchUpAll = async (sinceMs: number): Promise<void> => {
    for (const stream of streams) await catchUp(stream, sinceMs);
  };
  const beat = async (stream: Stream): Promise<void> => {
    const recipient = await stream.identify();
    if (!streams.has(stream)) return;
    if (!recipient) return end(stream);
    Object.assign(stream, recipient);
    stream.response.write(': still here\n\n');
  };
  const heartbeat = setInterval(() => {
    for (const stream of streams) void guard(() => beat(stream));
  }, HEARTBEAT_MS).unref();

  return {
    open: async (response, { identify, sinceMs }) => {
      const recipient = await identify();
      if (!recipient) return false;
      // Gone while it was asked who it is: nothing would ever take it from the streams.
      if (response.destroyed) return false;
      if ([...streams].filter(({ userId }) => userId === recipient.userId).length >= STREAMS_PER_USER) return false;
      const stream: Stream = { ...recipient, response, identify };
      streams.add(stream);
      response.on('close', () => streams.delete(stream));
      response.write('retry: 2000\n\n');
      const openedAtMs = now();
      if (sinceMs !== undefined) await inTurn(() => catchUp(stream, sinceMs));
      // Last: a connection that breaks while it catches up must begin again where the former one ended.
      send(stream, { atMs: openedAtMs, message: { type: 'opened' } });
      return true;
    },
    count: () => streams.size,
    close: () => {
      clearInterval(heartbeat);
      clearTimeout(gathering);
      for (const stop of unsubscribe) stop();
      for (const stream of streams) end(stream);
    },
  };
}

function merge(former: SiteChanged, change: SiteChanged): SiteChanged {
  return {
    ...change,
    fromMs: former.fromMs === null || change.fromMs === null ? null : Math.min(former.fromMs, change.fromMs),
    toMs: former.toMs === null || change.toMs === null ? null : Math.max(former.toMs, change.toMs),
  };
}

/** The id is the instant: any process can tell what came after it. */
function toEvent(atMs: number, message: StreamMessage): string {
  return `id: ${atMs}\nevent: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`;
}
