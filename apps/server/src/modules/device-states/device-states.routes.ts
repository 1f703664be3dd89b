import { batteryStateEndpoints } from '@solvane/contract/battery-states';
import { DEVICE_STATE_READERS, deviceStateEndpoints } from '@solvane/contract/device-states';
import { type PermissionName, PRODUCTION_READERS } from '@solvane/contract/permissions';
import { siteWeatherEndpoints } from '@solvane/contract/site-weather';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { mount } from '../../http/mount.ts';
import { sitesOfAny } from '../../http/scope.ts';
import { createSignalDirectory } from '../signals/queries/signal-directory.ts';
import { readBatteryStates } from './battery-states.ts';
import { readDeviceStates, type StateScope } from './read-device-states.ts';
import { readSiteWeather } from './site-weather.ts';
import { createFindStateDevices, createFindStateSites } from './state-devices.ts';

export function deviceStateRoutes(app: FastifyInstance, { db, now, signals }: Pick<Deps, 'db' | 'now' | 'signals'>): void {
  const findSites = createFindStateSites(db);
  const findDevices = createFindStateDevices(db, findSites);
  const deps = { db, now, signals: signals.store, directory: createSignalDirectory({ db }), findSites, findDevices };
  mount(app, deviceStateEndpoints.states, ({ caller, body }) => readDeviceStates(deps, scopeOf(caller, DEVICE_STATE_READERS), body));
  mount(app, batteryStateEndpoints.states, ({ caller, body }) => readBatteryStates(deps, scopeOf(caller, PRODUCTION_READERS), body));
  mount(app, siteWeatherEndpoints.read, ({ caller, body }) => readSiteWeather(deps, scopeOf(caller, PRODUCTION_READERS), body));
}

function scopeOf(caller: Caller, readers: readonly PermissionName[]): StateScope {
  return {
    siteIds: sitesOfAny(caller, readers),
    eventSiteIds: caller.scopeFor('PageEventLogs'),
    inventoryVersion: caller.inventoryVersion,
  };
}
