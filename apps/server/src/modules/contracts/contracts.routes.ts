import { contractEndpoints } from '@solvane/contract/contracts';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { ConfigureDeps } from '../configuration/change-configuration.ts';
import { archiveContract, duplicateContract, removeContract, saveContract } from './contracts.commands.ts';
import { compareContracts, getContract, getContractVersion, listContracts, listContractVersions } from './contracts.queries.ts';
import { defaultTerms } from './contracts.wire.ts';

export function contractRoutes(app: FastifyInstance, deps: ConfigureDeps): void {
  const { db, now } = deps;
  mount(app, contractEndpoints.list, async ({ caller }) => ({ items: await listContracts(db, caller, now()) }));
  mount(app, contractEndpoints.defaults, ({ body }) => defaultTerms(body.energyType));
  mount(app, contractEndpoints.get, ({ caller, body }) => getContract(db, caller, { id: body.contractConfigurationId, nowMs: now() }));
  mount(app, contractEndpoints.versions, async ({ caller, body }) => ({
    items: await listContractVersions(db, caller, body.contractConfigurationId),
  }));
  mount(app, contractEndpoints.version, ({ caller, body }) => getContractVersion(db, caller, body));
  mount(app, contractEndpoints.save, ({ caller, body }) => saveContract(deps, caller, body));
  mount(app, contractEndpoints.remove, ({ caller, body }) => removeContract(deps, caller, body));
  mount(app, contractEndpoints.duplicate, ({ caller, body }) => duplicateContract(deps, caller, body));
  mount(app, contractEndpoints.archive, ({ caller, body }) => archiveContract(deps, caller, body));
  mount(app, contractEndpoints.compare, async ({ caller, body }) => ({ differences: await compareContracts(db, caller, body) }));
}
