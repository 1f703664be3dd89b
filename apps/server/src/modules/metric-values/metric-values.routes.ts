import { metricValueEndpoints } from '@solvane/contract/metric-values';
import { PRODUCTION_READERS } from '@solvane/contract/permissions';
import type { FastifyInstance } from 'fastify';
import { ANY_CHANGE, SiteCache } from '../../db/site-cache.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { sitesOfAny } from '../../http/scope.ts';
import { createFindStateSeries, type SiteStateCounts } from '../device-states/count-states.ts';
import { createFindStateDevices, createFindStateSites } from '../device-states/state-devices.ts';
import { createSignalDirectory } from '../signals/queries/signal-directory.ts';
import type { DayRow } from './day-figures.ts';
import { readMetricValues } from './read-metric-values.ts';

/** Of a thousand sites some dozen questions. */
const KEPT_SUMS = 50_000;
/** Of a thousand sites the last minutes. */
const KEPT_COUNTS = 5_000;

export function metricValueRoutes(app: FastifyInstance, { db, now, signals }: Pick<Deps, 'db' | 'now' | 'signals'>): void {
  const base = { db, now, signals: signals.store, registry: signals.registry, directory: createSignalDirectory({ db }) };
  const findSites = createFindStateSites(db);
  const daySums = new SiteCache<DayRow[]>(KEPT_SUMS);
  const states = {
    ...{ ...base, findSites, findDevices: createFindStateDevices(db, findSites), findSeries: createFindStateSeries(db) },
    counts: new SiteCache<SiteStateCounts>(KEPT_COUNTS, ANY_CHANGE),
  };
  const deps = { ...base, daySums, states };
  mount(app, metricValueEndpoints.values, ({ caller, body }) =>
    readMetricValues(
      deps,
      {
        siteIds: sitesOfAny(caller, PRODUCTION_READERS),
        inventoryVersion: caller.inventoryVersion,
        eventSiteIds: caller.scopeFor('PageEventLogs'),
        contractSiteIds: caller.scopeFor('PageContracts'),
      },
      body,
    ),
  );
}
