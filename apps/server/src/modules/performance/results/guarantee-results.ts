import type { BodyOf } from '@solvane/contract/endpoint';
import type { GuaranteeResult, siteResultEndpoints } from '@solvane/contract/site-results';
import { guaranteeOutcome } from '@solvane/energy/availability/guarantee';
import { addViewSums, missingReason, shareOfView, type ViewSums } from '@solvane/energy/site-day/availability/view-sums';
import { toIsoDate } from '@solvane/energy/time/local-day';
import { changeDays, spanOn } from '@solvane/energy/time/validity';
import type { Db } from '../../../db/db.ts';
import type { Caller } from '../../../http/caller.ts';
import { readContractSpans } from '../../contracts/site-contracts.ts';
import { readDayResults } from './day-results.ts';
import { parseSums } from './site-results.ts';

/** A period in which another contract begins is computed in parts: what one party promised is not held against another. */
export async function readGuarantees(
  deps: { db: Db; now: () => number },
  caller: Pick<Caller, 'siteIds'>,
  query: BodyOf<typeof siteResultEndpoints.guarantees>,
): Promise<GuaranteeResult[]> {
  const spans = caller.siteIds.has(query.siteId) ? await readContractSpans(deps.db, query.siteId) : [];
  const cuts = changeDays(spans.flatMap(({ validFrom, validTo }) => [validFrom, validTo]));
  const groups = await readDayResults(deps, caller, query, { column: 'availability', parse: parseSums<ViewSums[]>, cuts });
  return groups.flatMap(({ ofDays, fromDay, kept }): GuaranteeResult[] => {
    const contract = spanOn(spans, toIsoDate(fromDay));
    if (!contract) return [];
    const views = addViewSums(kept);
    return contract.terms.guarantees.map(({ view, basis, percent: promised, steps }) => {
      const reached = views.find((each) => each.name === view && each.basis === basis);
      const percent = reached ? 100 * shareOfView(reached, views) : Number.NaN;
      const { points, amount } = guaranteeOutcome(percent, { percent: promised, steps });
      return {
        contractConfigurationId: contract.id,
        contractName: contract.name,
        ...ofDays,
        view,
        basis,
        guaranteedPercent: promised,
        percent: orNull(percent),
        reason: reached ? (missingReason(reached, views) ?? null) : null,
        points: orNull(points),
        amount: orNull(amount),
      };
    });
  });
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
