import { apiTokenEndpoints, ingestionKeyEndpoints, viewKeyEndpoints } from '@solvane/contract/session';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { mount } from '../../../http/mount.ts';
import { createApiToken, createIngestionKey, listApiTokens, listIngestionKeys, revokeApiToken, revokeIngestionKey } from './credentials.ts';
import { createViewKey, listViewKeys, revokeViewKey } from './view-keys.ts';

export function credentialRoutes(app: FastifyInstance, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  mount(app, apiTokenEndpoints.list, async ({ caller }) => ({ items: await listApiTokens(db, caller, now()) }));
  mount(app, apiTokenEndpoints.create, ({ caller, body }) => createApiToken(db, caller, body, now()));
  mount(app, apiTokenEndpoints.revoke, async ({ caller, body, reply }) => {
    await revokeApiToken(db, caller, body.tokenId, now());
    return reply.code(204).send();
  });

  mount(app, viewKeyEndpoints.list, async ({ caller }) => ({ items: await listViewKeys(db, caller) }));
  mount(app, viewKeyEndpoints.create, ({ caller, body }) => createViewKey(db, caller, body, now()));
  mount(app, viewKeyEndpoints.revoke, async ({ caller, body, reply }) => {
    await revokeViewKey(db, caller, body.viewKeyId, now());
    return reply.code(204).send();
  });

  mount(app, ingestionKeyEndpoints.list, async ({ caller }) => ({ items: await listIngestionKeys(db, caller) }));
  mount(app, ingestionKeyEndpoints.create, ({ caller, body }) => createIngestionKey(db, caller, body, now()));
  mount(app, ingestionKeyEndpoints.revoke, async ({ caller, body, reply }) => {
    await revokeIngestionKey(db, caller, body.keyId, now());
    return reply.code(204).send();
  });
}
