import { type StudioOptions, studioOptionsSchema } from '@solvane/contract/studio-options';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { studioOptions } from '../../../db/schema/studio-options.ts';
import type { Caller } from '../../../http/caller.ts';

/** A narrowed credential has none of its own: the defaults. */
export async function readStudioOptions(db: Db, { ownerId }: Caller): Promise<StudioOptions> {
  if (ownerId === undefined) return studioOptionsSchema.parse({});
  const [row] = await db.select().from(studioOptions).where(eq(studioOptions.userId, ownerId));
  return studioOptionsSchema.parse(row?.options ?? {});
}

export async function saveStudioOptions(db: Db, caller: Caller, options: StudioOptions): Promise<StudioOptions> {
  await db
    .insert(studioOptions)
    .values({ userId: caller.userId, options })
    .onConflictDoUpdate({ target: studioOptions.userId, set: { options } });
  return readStudioOptions(db, caller);
}
