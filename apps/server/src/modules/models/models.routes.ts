import {
  budgetEndpoints,
  expectedCoefficientEndpoints,
  powerCurveEndpoints,
  referenceTurbineEndpoints,
  tariffEndpoints,
} from '@solvane/contract/models';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import type { ConfigureDeps } from '../configuration/change-configuration.ts';
import { createSignalDirectory } from '../signals/queries/signal-directory.ts';
import { removePowerCurve, savePowerCurve } from './power-curves.commands.ts';
import { getCurveVersion, getPowerCurve, listCurveTurbines, listCurveVersions, searchPowerCurves } from './power-curves.queries.ts';
import { getReferenceVersion, listReferenceVersions, readReferenceTurbines, saveReferenceTurbines } from './reference-turbines.ts';
import { getTableVersion, listTableVersions, readSiteTable } from './site-table-versions.ts';
import { removeTariff, replaceTariffs, saveBudgets, saveCoefficients, saveTariff } from './site-tables.commands.ts';
import { readTurbineSimilarity } from './turbine-similarity.ts';

export function modelRoutes(app: FastifyInstance, deps: ConfigureDeps & Pick<Deps, 'signals'>): void {
  const { db, now, signals } = deps;
  const queries = { db, now, signals: signals.store, directory: createSignalDirectory({ db }) };
  mount(app, powerCurveEndpoints.search, async ({ caller, body }) => ({ items: await searchPowerCurves(db, caller, body) }));
  mount(app, powerCurveEndpoints.get, ({ caller, body }) => getPowerCurve(db, caller, body.id));
  mount(app, powerCurveEndpoints.turbines, async ({ caller, body }) => ({ items: await listCurveTurbines(db, caller, body) }));
  mount(app, powerCurveEndpoints.versions, async ({ caller, body }) => ({ items: await listCurveVersions(db, caller, body.id) }));
  mount(app, powerCurveEndpoints.version, ({ caller, body }) => getCurveVersion(db, caller, body));
  mount(app, powerCurveEndpoints.save, ({ caller, body }) => savePowerCurve(deps, caller, body));
  mount(app, powerCurveEndpoints.remove, ({ caller, body }) => removePowerCurve(deps, caller, body));

  const coefficients = { kind: 'expectedCoefficients' } as const;
  mount(app, expectedCoefficientEndpoints.read, ({ caller, body }) => readSiteTable(db, caller, { ...coefficients, ...body }));
  mount(app, expectedCoefficientEndpoints.versions, async ({ caller, body }) => ({
    items: await listTableVersions(db, caller, { ...coefficients, ...body }),
  }));
  mount(app, expectedCoefficientEndpoints.version, ({ caller, body }) => getTableVersion(db, caller, { ...coefficients, ...body }));
  mount(app, expectedCoefficientEndpoints.save, ({ caller, body }) => saveCoefficients(deps, caller, body));

  mount(app, budgetEndpoints.read, ({ caller, body }) => readSiteTable(db, caller, { kind: 'budgets', ...body }));
  mount(app, budgetEndpoints.versions, async ({ caller, body }) => ({
    items: await listTableVersions(db, caller, { kind: 'budgets', ...body }),
  }));
  mount(app, budgetEndpoints.version, ({ caller, body }) => getTableVersion(db, caller, { kind: 'budgets', ...body }));
  mount(app, budgetEndpoints.save, ({ caller, body }) => saveBudgets(deps, caller, body));

  mount(app, referenceTurbineEndpoints.read, ({ caller, body }) => readReferenceTurbines(db, caller, body.siteId));
  mount(app, referenceTurbineEndpoints.similarity, ({ caller, body }) => readTurbineSimilarity(queries, caller, body.siteId));
  mount(app, referenceTurbineEndpoints.versions, async ({ caller, body }) => ({
    items: await listReferenceVersions(db, caller, body.siteId),
  }));
  mount(app, referenceTurbineEndpoints.version, ({ caller, body }) => getReferenceVersion(db, caller, body));
  mount(app, referenceTurbineEndpoints.save, ({ caller, body }) => saveReferenceTurbines(deps, caller, body));

  mount(app, tariffEndpoints.read, async ({ caller, body }) => {
    const { rows, ...state } = await readSiteTable(db, caller, { kind: 'tariffs', ...body });
    return { items: rows, ...state };
  });
  mount(app, tariffEndpoints.versions, async ({ caller, body }) => ({
    items: await listTableVersions(db, caller, { kind: 'tariffs', ...body }),
  }));
  mount(app, tariffEndpoints.version, async ({ caller, body }) => ({
    items: (await getTableVersion(db, caller, { kind: 'tariffs', ...body })).rows,
  }));
  mount(app, tariffEndpoints.replace, ({ caller, body }) => replaceTariffs(deps, caller, body));
  mount(app, tariffEndpoints.save, ({ caller, body }) => saveTariff(deps, caller, body));
  mount(app, tariffEndpoints.remove, ({ caller, body }) => removeTariff(deps, caller, body));
}
