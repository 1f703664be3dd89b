import { randomBytes } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import { type ShortUniqueId, shortUniqueIdSchema } from '@solvane/contract/ids';
import type { SharedUrl } from '@solvane/contract/shell';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { segments, sites } from '../../db/schema/fleet.ts';
import { sharedUrls } from '../../db/schema/shell.ts';
import type { Caller } from '../../http/caller.ts';
import { listEnterprises } from '../access/users/enterprises.ts';

/** Stores a view. 48 random bits: another user's cannot be guessed, and it can be read out. */
export async function createSharedUrl(db: Db, caller: Caller, view: Omit<SharedUrl, 'shortUniqueId'>, nowMs: number): Promise<SharedUrl> {
  for (;;) {
    const shortId = shortUniqueIdSchema.parse(randomBytes(6).toString('base64url'));
    const [made] = await db
      .insert(sharedUrls)
      .values({ shortId, userId: caller.userId, createdAtMs: nowMs, ...view })
      .onConflictDoNothing()
      .returning({ shortId: sharedUrls.shortId });
    if (made) return { shortUniqueId: shortId, ...view };
  }
}

/**
 * A stored view as its reader may see it: devices and enterprises out of the reader's sight are left out of it, and so is a panel about such a device.
 *
 * @throws AppError sharedUrl.invalid
 */
export async function readSharedUrl(db: Db, caller: Caller, shortId: string): Promise<SharedUrl> {
  const [row] = await db
    .select()
    .from(sharedUrls)
    .where(eq(sharedUrls.shortId, shortId as ShortUniqueId));
  if (!row) throw new AppError('sharedUrl.invalid');
  const { pageName, originTabId, parameters } = row;
  const visibleRoots = await db.select({ id: sites.segmentId }).from(sites).where(isOneOf(sites.id, caller.siteIds));
  const roots = new Set(visibleRoots.map(({ id }) => id));
  const enterprises = new Set((await listEnterprises(db, caller)).map(({ id }) => id));
  return {
    shortUniqueId: row.shortId,
    pageName,
    originTabId,
    parameters: {
      ...parameters,
      segments: Object.fromEntries(Object.entries(parameters.segments).filter(([, segment]) => roots.has(segment.siteSegmentId))),
      enterpriseIds: parameters.enterpriseIds.filter((id) => enterprises.has(id)),
      detailsPanel: (await isPanelVisible(db, caller, parameters.detailsPanel)) ? parameters.detailsPanel : null,
    },
  };
}

/** Events and what else has an id of its own are judged where the panel reads them. */
async function isPanelVisible(db: Db, caller: Caller, panel: SharedUrl['parameters']['detailsPanel']): Promise<boolean> {
  const ids = new Set([panel?.deviceId, panel?.segmentId, panel?.siteSegmentId].filter((id) => id !== undefined));
  if (ids.size === 0) return true;
  return (await db.$count(segments, and(isOneOf(segments.id, ids), isOneOf(segments.siteId, caller.siteIds)))) === ids.size;
}
