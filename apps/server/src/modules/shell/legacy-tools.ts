import { LEGACY_TOOLS, type LegacyTargets, type LegacyTool } from '@solvane/contract/legacy-tools';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { settings } from '../../db/schema/shell.ts';
import type { Caller } from '../../http/caller.ts';
import { audit } from '../access/audit.ts';

const SETTING = 'workspace.legacyTools';

/** Pages of the product that took the place of older tools, full screen; a stated target goes before them. */
const OWN_PAGES: LegacyTargets = { fleetMap: wallboardOf('builtin.fleet-map'), sitesTreeMap: wallboardOf('builtin.sites-tree-map') };

export interface LegacyMenu {
  items: { tool: LegacyTool; url: string }[];
  canEdit: boolean;
}

/** The menu is one for the installation: where the older tools are does not depend on who asks. */
export async function readLegacyMenu(db: Db, caller: Reader): Promise<LegacyMenu> {
  return toMenu(await readTargets(db), caller);
}

export async function saveLegacyTargets(db: Db, caller: Caller, targets: LegacyTargets, nowMs: number): Promise<LegacyMenu> {
  return db.transaction(async (tx) => {
    const before = await readTargets(tx);
    const value = { ...before, ...targets };
    await tx
      .insert(settings)
      .values({ name: SETTING, value, changedAtMs: nowMs })
      .onConflictDoUpdate({ target: settings.name, set: { value, changedAtMs: nowMs } });
    await audit(tx, { actor: caller, nowMs }, [
      { action: 'legacyTools.save', entityType: 'setting', entityId: SETTING, details: { before, after: value } },
    ]);
    return toMenu(value, caller);
  });
}

async function readTargets(db: Db): Promise<LegacyTargets> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, SETTING));
  return (row?.value ?? {}) as LegacyTargets;
}

type Reader = Pick<Caller, 'isProvider' | 'can'>;

function toMenu(targets: LegacyTargets, { isProvider, can }: Reader): LegacyMenu {
  const own = can('PageFleetOverviewMonitor') ? OWN_PAGES : {};
  const items = LEGACY_TOOLS.flatMap((tool) => {
    const url = targets[tool] ?? own[tool] ?? '';
    return url === '' ? [] : [{ tool, url }];
  });
  return { items, canEdit: isProvider };
}

function wallboardOf(dashboardId: string): string {
  return `/wallboard?dashboards=${encodeURIComponent(JSON.stringify([dashboardId]))}`;
}
