import { contractEndpoints } from '@solvane/contract/contracts';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { eventCategorySetEndpoints, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { invalidationEndpoints } from '@solvane/contract/invalidations';
import {
  budgetEndpoints,
  expectedCoefficientEndpoints,
  powerCurveEndpoints,
  referenceTurbineEndpoints,
  tariffEndpoints,
} from '@solvane/contract/models';
import type { performanceEndpoints } from '@solvane/contract/performance';
import type { PermissionName } from '@solvane/contract/permissions';
import { isPermissionName } from '@solvane/contract/permissions';
import { qualityEndpoints } from '@solvane/contract/quality';
import type { Caller } from '../../http/caller.ts';
import type { ConfigureDeps } from '../configuration/change-configuration.ts';
import { dryRun } from '../configuration/dry-run.ts';
import { saveContract } from '../contracts/contracts.commands.ts';
import { saveCategorySet } from '../event-codes/categories/category-sets.ts';
import { overrideCodes, saveCodeSet } from '../event-codes/code-sets/code-sets.ts';
import { savePowerCurve } from '../models/power-curves.commands.ts';
import { saveReferenceTurbines } from '../models/reference-turbines.ts';
import { replaceTariffs, saveBudgets, saveCoefficients, saveTariff } from '../models/site-tables.commands.ts';
import { saveInvalidation } from '../quality/invalidation/invalidations.commands.ts';
import { loadInvalidations } from '../quality/invalidation/invalidations.queries.ts';
import { assignQualityConfiguration, saveQualityConfiguration } from '../quality/quality.commands.ts';
import { MARGIN_DAYS } from '../recalculation/site-days.ts';
import { findConfiguredSite } from './configuration/site-configuration.ts';
import { type PreviewDeps, previewSetups } from './preview.ts';

type PreviewRequest = BodyOf<typeof performanceEndpoints.previewSave>;
type Save = PreviewRequest['save'];

const MARGINS_MS = (MARGIN_DAYS + 1) * 86_400_000;

/** What saving would change in the results of some days. The save itself is a dry run. */
export async function previewSave(
  deps: PreviewDeps,
  caller: Caller,
  { save, ...request }: PreviewRequest,
): Promise<ResponseOf<typeof performanceEndpoints.previewSave>> {
  return previewSetups(deps, caller, request, () =>
    dryRun(
      deps,
      (inside) => perform(inside, caller, save),
      async (tx) => {
        const site = await findConfiguredSite(tx, request.siteId);
        if (!site || save.kind !== 'invalidation') return site && { site };
        // Of all days that a calculation of these may read.
        const margins = { startMs: request.startMs - MARGINS_MS, endMs: request.endMs + MARGINS_MS };
        return { site, invalidations: await loadInvalidations(tx, request.siteId, margins) };
      },
    ),
  );
}

/** @throws AppError access.forbidden without the permission that saving needs, or with what saving would refuse */
async function perform(deps: ConfigureDeps, caller: Caller, save: Save): Promise<unknown> {
  const as = ({ access }: { access: string }) => callerWith(caller, access);
  switch (save.kind) {
    case 'quality':
      return saveQualityConfiguration(deps, as(qualityEndpoints.save), save.body);
    case 'qualityAssignment':
      return assignQualityConfiguration(deps, as(qualityEndpoints.assign), save.body);
    case 'invalidation':
      return saveInvalidation(deps, as(invalidationEndpoints.save), save.body);
    case 'powerCurve':
      return savePowerCurve(deps, as(powerCurveEndpoints.save), save.body);
    case 'expectedCoefficients':
      return saveCoefficients(deps, as(expectedCoefficientEndpoints.save), save.body);
    case 'budgets':
      return saveBudgets(deps, as(budgetEndpoints.save), save.body);
    case 'referenceTurbines':
      return saveReferenceTurbines(deps, as(referenceTurbineEndpoints.save), save.body);
    case 'tariff':
      return saveTariff(deps, as(tariffEndpoints.save), save.body);
    case 'tariffs':
      return replaceTariffs(deps, as(tariffEndpoints.replace), save.body);
    case 'codeSet':
      return saveCodeSet(deps, as(eventCodeSetEndpoints.save), save.body);
    case 'codeOverrides':
      return overrideCodes(deps, as(eventCodeSetEndpoints.override), save.body);
    case 'categorySet':
      return saveCategorySet(deps, as(eventCategorySetEndpoints.save), save.body);
    case 'contract':
      return saveContract(deps, as(contractEndpoints.save), save.body);
  }
}

/** The caller with the scope of the endpoint that would save it. */
function callerWith(caller: Caller, access: string): Caller {
  const permission: PermissionName | undefined = isPermissionName(access) ? access : undefined;
  if (!permission || !caller.can(permission)) throw new AppError('access.forbidden');
  return { ...caller, siteIds: caller.scopeFor(permission) };
}
