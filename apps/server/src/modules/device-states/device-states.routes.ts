import { DEVICE_STATE_READERS, deviceStateEndpoints } from '@solvane/contract/device-states';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { sitesOfAny } from '../../http/scope.ts';
import { createSignalDirectory } from '../signals/queries/signal-directory.ts';
import { readDeviceStates } from './read-device-states.ts';
import { createFindStateDevices } from './state-devices.ts';

export function deviceStateRoutes(app: FastifyInstance, { db, now, signals }: Pick<Deps, 'db' | 'now' | 'signals'>): void {
  const deps = { db, now, signals: signals.store, directory: createSignalDirectory({ db }), findDevices: createFindStateDevices(db) };
  mount(app, deviceStateEndpoints.states, ({ caller, body }) => {
    const scope = {
      siteIds: sitesOfAny(caller, DEVICE_STATE_READERS),
      eventSiteIds: caller.scopeFor('PageEventLogs'),
      inventoryVersion: caller.inventoryVersion,
    };
    return readDeviceStates(deps, scope, body);
  });
}
