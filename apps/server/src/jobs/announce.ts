import { randomUUID } from 'node:crypto';
import type { SiteId, UserId } from '@solvane/contract/ids';
import type { StreamMessage } from '@solvane/contract/system';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import type { MessageBus } from '../db/message-bus.ts';
import { type MessageValues, notices, siteChanges } from '../db/schema/jobs.ts';

/** Bus channels that the event stream of every process listens to. */
export const ANNOUNCEMENTS = { notice: 'notice', siteChanged: 'site-changed', demoProgress: 'demo-progress' } as const;

export interface AnnounceDeps {
  db: Db;
  bus: Pick<MessageBus, 'publish'>;
  now: () => number;
}

export interface SiteChange {
  siteId: SiteId;
  what: 'points' | 'events' | 'results' | 'tree' | 'configuration';
  /** Period that changed; null: not bounded. */
  fromMs: number | null;
  toMs: number | null;
}

export interface SiteChanged extends SiteChange {
  atMs: number;
}

/** Tells every browser that sees the site what has changed. Inside a transaction of `db` it is told when that commits. */
export function announceSiteChange(deps: AnnounceDeps, change: SiteChange): Promise<void> {
  return announceSiteChanges(deps, [change]);
}

/** The same of several sites, each of them once. */
export async function announceSiteChanges({ db, bus, now }: AnnounceDeps, changes: readonly SiteChange[]): Promise<void> {
  if (changes.length === 0) return;
  const atMs = now();
  // All announcers in one order: rows that two transactions want in different ones would block both.
  const messages = changes.map((change): SiteChanged => ({ ...change, atMs })).toSorted((a, b) => (a.siteId < b.siteId ? -1 : 1));
  await db
    .insert(siteChanges)
    .values(messages)
    .onConflictDoUpdate({
      target: [siteChanges.siteId, siteChanges.what],
      set: {
        atMs: sql`excluded.at_ms`,
        version: sql`gen_random_uuid()`,
        // A listener that was away since before the last change misses both: the widest period is announced again.
        fromMs: sql`least(${siteChanges.fromMs}, excluded.from_ms)`,
        toMs: sql`greatest(${siteChanges.toMs}, excluded.to_ms)`,
      },
    });
  await bus.publish(db, ANNOUNCEMENTS.siteChanged, ...messages);
}

export interface Notice {
  userId: UserId;
  kind: 'loading' | 'success' | 'error' | 'info' | 'warning';
  /** Message key. */
  message: string;
  values?: MessageValues;
}

/** Tells one user something, in every window they have open. */
export async function notifyUser({ db, bus, now }: AnnounceDeps, { userId, kind, message, values = {} }: Notice): Promise<void> {
  const id = randomUUID();
  await db.insert(notices).values({ id, userId, kind, messageKey: message, messageValues: values, atMs: now() });
  await bus.publish(db, ANNOUNCEMENTS.notice, { noticeId: id, userId });
}

export type DemoProgress = Omit<Extract<StreamMessage, { type: 'demo-progress' }>, 'type'>;

export async function announceDemoProgress({ db, bus }: Pick<AnnounceDeps, 'db' | 'bus'>, progress: DemoProgress): Promise<void> {
  await bus.publish(db, ANNOUNCEMENTS.demoProgress, progress);
}
