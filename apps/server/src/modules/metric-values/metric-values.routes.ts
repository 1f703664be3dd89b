import { metricValueEndpoints } from '@solvane/contract/metric-values';
import type { PermissionName } from '@solvane/contract/permissions';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { createSignalDirectory } from '../signals/queries/signal-directory.ts';
import { readMetricValues } from './read-metric-values.ts';

/** Any of these lets its holder read metrics. */
const READERS = [
  'ReadDashboard',
  'PageDataStudio',
  'PageFleetOverviewMonitor',
  'PageSiteOverviewMonitor',
  'PageAnalyzeSiteOverview',
] as const satisfies readonly PermissionName[];

export function metricValueRoutes(app: FastifyInstance, { db, now, signals }: Pick<Deps, 'db' | 'now' | 'signals'>): void {
  const deps = { db, now, signals: signals.store, directory: createSignalDirectory({ db }) };
  mount(app, metricValueEndpoints.values, ({ caller, body }) => {
    const siteIds = new Set(READERS.flatMap((permission) => [...caller.scopeFor(permission)]));
    return readMetricValues(deps, { siteIds, inventoryVersion: caller.inventoryVersion }, body);
  });
}
