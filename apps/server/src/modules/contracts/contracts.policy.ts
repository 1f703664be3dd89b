import { sql } from 'drizzle-orm';
import { isOneOf } from '../../db/is-one-of.ts';
import { contractConfigurations, contractSites } from '../../db/schema/contracts.ts';
import type { Caller } from '../../http/caller.ts';
import { enterprisesWith, isOfEnterprises } from '../../http/enterprise-scope.ts';

/** Of the caller's enterprises; for a narrowed credential those whose sites are all in scope. */
export function isOwn(caller: Caller) {
  if (caller.ownerId !== undefined) return isOfEnterprises(contractConfigurations.enterpriseId, enterprisesWith(caller, 'PageContracts'));
  const sitesOfContract = sql`select from ${contractSites} where ${contractSites.configurationId} = ${contractConfigurations.id}`;
  const inScope = isOneOf(contractSites.siteId, caller.siteIds);
  return sql`exists (${sitesOfContract} and ${inScope}) and not exists (${sitesOfContract} and not ${inScope})`;
}
