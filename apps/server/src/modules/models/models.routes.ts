import {
  budgetEndpoints,
  expectedCoefficientEndpoints,
  powerCurveEndpoints,
  referenceTurbineEndpoints,
  tariffEndpoints,
} from '@solvane/contract/models';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { ConfigureDeps } from '../configuration/change-configuration.ts';
import { removePowerCurve, savePowerCurve } from './power-curves.commands.ts';
import { searchPowerCurves } from './power-curves.queries.ts';
import { getReferenceVersion, listReferenceVersions, readReferenceTurbines, saveReferenceTurbines } from './reference-turbines.ts';
import { removeTariff, saveBudgets, saveCoefficients, saveTariff } from './site-tables.commands.ts';
import { readBudgets, readCoefficients, readTariffs } from './site-tables.queries.ts';

export function modelRoutes(app: FastifyInstance, deps: ConfigureDeps): void {
  const { db } = deps;
  mount(app, powerCurveEndpoints.search, async ({ caller, body }) => ({ items: await searchPowerCurves(db, caller, body) }));
  mount(app, powerCurveEndpoints.save, ({ caller, body }) => savePowerCurve(deps, caller, body));
  mount(app, powerCurveEndpoints.remove, ({ caller, body }) => removePowerCurve(deps, caller, body.id));

  mount(app, expectedCoefficientEndpoints.read, async ({ caller, body }) => ({ rows: await readCoefficients(db, caller, body.siteId) }));
  mount(app, expectedCoefficientEndpoints.save, ({ caller, body }) => saveCoefficients(deps, caller, body));

  mount(app, budgetEndpoints.read, async ({ caller, body }) => ({ rows: await readBudgets(db, caller, body.siteId) }));
  mount(app, budgetEndpoints.save, ({ caller, body }) => saveBudgets(deps, caller, body));

  mount(app, referenceTurbineEndpoints.read, ({ caller, body }) => readReferenceTurbines(db, caller, body.siteId));
  mount(app, referenceTurbineEndpoints.versions, async ({ caller, body }) => ({
    items: await listReferenceVersions(db, caller, body.siteId),
  }));
  mount(app, referenceTurbineEndpoints.version, ({ caller, body }) => getReferenceVersion(db, caller, body));
  mount(app, referenceTurbineEndpoints.save, ({ caller, body }) => saveReferenceTurbines(deps, caller, body));

  mount(app, tariffEndpoints.read, async ({ caller, body }) => ({ items: await readTariffs(db, caller, body.siteId) }));
  mount(app, tariffEndpoints.save, ({ caller, body }) => saveTariff(deps, caller, body));
  mount(app, tariffEndpoints.remove, ({ caller, body }) => removeTariff(deps, caller, body));
}
