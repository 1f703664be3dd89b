import { dashboardEndpoints } from '@solvane/contract/dashboards';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import {
  createDashboard,
  type DashboardDeps,
  recordOpened,
  removeDashboard,
  saveDashboard,
  setEnterpriseHome,
  setFavorite,
  setHome,
  shareDashboard,
} from './dashboards.commands.ts';
import { exportDashboard, getDashboard, listShareTargets, readHome, searchDashboards } from './dashboards.queries.ts';
import { importDashboard } from './import-dashboard.ts';

export function dashboardRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  const { db, now } = deps;
  mount(app, dashboardEndpoints.search, ({ caller, body }) => searchDashboards(db, caller, body));
  mount(app, dashboardEndpoints.get, async ({ caller, query }) => {
    const dashboard = await getDashboard(db, caller, query.dashboardId);
    await recordOpened(db, caller, query.dashboardId, now());
    return dashboard;
  });
  mount(app, dashboardEndpoints.home, ({ caller }) => readHome(db, caller));
  mount(app, dashboardEndpoints.create, ({ caller, body }) => createDashboard(deps, caller, body));
  mount(app, dashboardEndpoints.save, ({ caller, body }) => saveDashboard(deps, caller, body));
  mount(app, dashboardEndpoints.remove, ({ caller, body }) => removeDashboard(deps, caller, body));
  mount(app, dashboardEndpoints.share, ({ caller, body }) => shareDashboard(deps, caller, body));
  mount(app, dashboardEndpoints.shareTargets, ({ caller, query }) => listShareTargets(db, caller, query));
  mount(app, dashboardEndpoints.setFavorite, ({ caller, body }) => setFavorite(db, caller, body));
  mount(app, dashboardEndpoints.setHome, ({ caller, body }) => setHome(db, caller, body.dashboardId));
  mount(app, dashboardEndpoints.setEnterpriseHome, ({ caller, body }) => setEnterpriseHome(deps, caller, body));
  mount(app, dashboardEndpoints.export, ({ caller, query }) => exportDashboard(db, caller, query.dashboardId));
  mount(app, dashboardEndpoints.import, ({ caller, body }) => importDashboard(deps, caller, body));
}
