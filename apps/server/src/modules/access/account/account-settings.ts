import type { AccountSettings } from '@solvane/contract/session';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { accountSettings } from '../../../db/schema/shell.ts';
import type { Caller } from '../../../http/caller.ts';
import { listEnterprises } from '../users/enterprises.ts';

/** What is undefined is left as it was. */
type Changes = { [Name in keyof AccountSettings]?: AccountSettings[Name] | undefined };

const DEFAULTS: AccountSettings = { selectedEnterpriseIds: null, regionalFormat: null, uiTheme: 'system' };

/** A narrowed credential has no settings of its own: it shows every enterprise of its sites. */
export async function readAccountSettings(db: Db, caller: Caller): Promise<AccountSettings> {
  if (caller.ownerId === undefined) return { ...DEFAULTS, selectedEnterpriseIds: (await listEnterprises(db, caller)).map(({ id }) => id) };
  const [row] = await db.select().from(accountSettings).where(eq(accountSettings.userId, caller.ownerId));
  return row ? { selectedEnterpriseIds: row.selectedEnterpriseIds, regionalFormat: row.regionalFormat, uiTheme: row.uiTheme } : DEFAULTS;
}

/** Leaves what is not given as it was. Of selected enterprises those are kept that the caller sees: a selection narrows and never widens. */
export async function saveAccountSettings(db: Db, caller: Caller, changes: Changes): Promise<AccountSettings> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  if (changes.selectedEnterpriseIds) {
    const visible = new Set((await listEnterprises(db, caller)).map(({ id }) => id));
    given.selectedEnterpriseIds = [...new Set(changes.selectedEnterpriseIds)].filter((id) => visible.has(id));
  }
  if (Object.keys(given).length > 0)
    await db
      .insert(accountSettings)
      .values({ userId: caller.userId, ...DEFAULTS, ...given })
      .onConflictDoUpdate({ target: accountSettings.userId, set: given });
  return readAccountSettings(db, caller);
}
