import { randomUUID } from 'node:crypto';
import type { DemoBudget, DemoContract } from '@solvane/contract/demo-worker';
import type { EnterpriseId, SiteId } from '@solvane/contract/ids';
import type { Db } from '../../db/db.ts';
import { contractConfigurations, contractSites } from '../../db/schema/contracts.ts';
import { budgets } from '../../db/schema/models.ts';
import { defaultTerms } from '../contracts/contracts.wire.ts';

/** What the sites of the demo were financed with, as their owners would enter it. What is there stays. */
export async function fillBudgets(db: Db, stated: readonly DemoBudget[]): Promise<void> {
  const rows = stated.flatMap(({ siteId, rows: months }) =>
    months.map(({ year, month, ...row }) => ({ siteId: siteId as SiteId, month: `${year}-${String(month).padStart(2, '0')}-01`, ...row })),
  );
  if (rows.length > 0) await db.insert(budgets).values(rows).onConflictDoNothing();
}

/** Service contracts of the demo's enterprises, from ever on. */
export async function fillContracts(
  db: Db,
  contracts: readonly DemoContract[],
  { by, nowMs }: { by: string; nowMs: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    // A start that was cut off before has them already.
    const known = await tx
      .select({ enterpriseId: contractConfigurations.enterpriseId, name: contractConfigurations.name })
      .from(contractConfigurations);
    const missing = contracts.filter(({ enterpriseId, name }) =>
      known.every((contract) => contract.enterpriseId !== enterpriseId || contract.name !== name),
    );
    for (const { enterpriseId, name, energyType, siteIds, guaranteedPercent } of missing) {
      const id = randomUUID();
      const guarantees = [{ view: 'Technical' as const, basis: 'time' as const, percent: guaranteedPercent, steps: [] }];
      await tx.insert(contractConfigurations).values({
        id,
        enterpriseId: enterpriseId as EnterpriseId,
        name,
        energyType,
        content: { ...defaultTerms(energyType), guarantees },
        updatedBy: by,
        updatedAtMs: nowMs,
      });
      await tx.insert(contractSites).values(siteIds.map((siteId) => ({ configurationId: id, siteId: siteId as SiteId })));
    }
  });
}
