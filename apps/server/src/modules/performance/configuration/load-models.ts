import type { SiteId } from '@solvane/contract/ids';
import type { EventCodes } from '@solvane/energy/site-day/group/group-events';
import type { Db } from '../../../db/db.ts';
import { loadContracts } from '../../contracts/site-contracts.ts';
import { loadEventCodes, type SiteEventCodes } from '../../event-codes/mapping/site-event-codes.ts';
import { loadBudgets, loadCoefficients, loadCurves, loadReferenceTurbines, loadTariffs } from '../../models/site-models.ts';
import { loadQualityRules } from '../../quality/quality-rules.ts';
import { CATEGORY_SETS, defaultModels, type ModelDevice, type SiteModels } from './models.ts';

/** What is configured for a site; where nothing is, what every site begins with. */
export async function loadModels(db: Db, siteId: SiteId): Promise<SiteModels> {
  const fallback = defaultModels();
  const quality = await loadQualityRules(db, siteId);
  const curves = await loadCurves(db, siteId);
  const references = await loadReferenceTurbines(db, siteId);
  const codes = await loadEventCodes(db, siteId);
  const contracts = await loadContracts(db, siteId);
  return {
    qualityOn: quality.on,
    curvesOf: (device) => curves.get(device.id) ?? fallback.curvesOf(device),
    referenceTurbinesOf: references.of,
    codesOf: (device) => codesOfDevice(codes, device),
    coefficients: await loadCoefficients(db, siteId),
    tariffs: await loadTariffs(db, siteId),
    budgets: await loadBudgets(db, siteId),
    expectedMethodsOn: (day) => contracts.on(day, NOT_LIMITED)?.expectedMethods ?? fallback.expectedMethodsOn(day),
    contractOn: (day, power) => contracts.on(day, power)?.contract ?? fallback.contractOn(day, power),
    changes: [...new Set([...quality.changes, ...references.changes, ...contracts.changes])].sort((a, b) => a - b),
  };
}

/** What the codes of a device mean by what is configured for its site. */
export function codesOfDevice(codes: SiteEventCodes, { manufacturer, model, source, isWholePlant }: ModelDevice): EventCodes {
  return codes.codesOf({ manufacturer, model, energyType: isWholePlant ? 'All' : CATEGORY_SETS[source] });
}

/** Ways to the expected production do not depend on the connection. */
const NOT_LIMITED = { installed: Number.NaN, limitAtGenerators: Number.NaN };
