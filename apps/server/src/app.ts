import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { readFeatures } from './http/features.ts';
import { registerHostCheck } from './http/hosts.ts';
import { registerProxyWarning } from './http/proxy-warning.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { createSiteDirectory } from './http/scope.ts';
import { registerCompression, registerSecurityHeaders } from './http/security.ts';
import { createServer } from './http/server.ts';
import { registerWebFiles } from './http/web-files.ts';
import { accessRoutes } from './modules/access/access.routes.ts';
import { accountRoutes } from './modules/access/account/account.routes.ts';
import { credentialRoutes } from './modules/access/credentials/credentials.routes.ts';
import { createAuthenticate } from './modules/access/sessions/authenticate.ts';
import { startAccess } from './modules/access/setup/start-access.ts';
import { contractRoutes } from './modules/contracts/contracts.routes.ts';
import { showsImage } from './modules/dashboards/dashboard-images.ts';
import { dashboardRoutes } from './modules/dashboards/dashboards.routes.ts';
import { widgetRoutes } from './modules/dashboards/widgets.routes.ts';
import { demoRoutes } from './modules/demo/demo.routes.ts';
import { deviceStateRoutes } from './modules/device-states/device-states.routes.ts';
import { eventCodeRoutes } from './modules/event-codes/event-codes.routes.ts';
import { eventJobs, exportFolder } from './modules/events/events.jobs.ts';
import { eventRoutes } from './modules/events/events.routes.ts';
import { createLoadOverlays } from './modules/events/grouping/event-inputs.ts';
import { createStoreEvents } from './modules/events/grouping/store-events.ts';
import { fleetJobs } from './modules/fleet/fleet.jobs.ts';
import { fleetRoutes } from './modules/fleet/fleet.routes.ts';
import { createReadExpectedPower, createReadLatestPower } from './modules/fleet/latest-power.ts';
import { metricValueRoutes } from './modules/metric-values/metric-values.routes.ts';
import { modelRoutes } from './modules/models/models.routes.ts';
import { createCodeImpact } from './modules/performance/code-impact.ts';
import { openComputeThreads } from './modules/performance/computation/open-threads.ts';
import { readEventCodes } from './modules/performance/configuration/event-codes.ts';
import { contractResultRoutes } from './modules/performance/contract-results/contract-results.routes.ts';
import { createExplainComputed } from './modules/performance/explain/explain-computed.ts';
import { createFollowConfiguration } from './modules/performance/follow-configuration.ts';
import { performanceJobs } from './modules/performance/performance.jobs.ts';
import { performanceRoutes } from './modules/performance/performance.routes.ts';
import { computeWaiting, type PerformanceOptions, startPerformance } from './modules/performance/performance.ts';
import { releaseAllClaims } from './modules/performance/queue/claims.ts';
import { plantCommandJobs } from './modules/plant-commands/plant-commands.jobs.ts';
import { plantCommandRoutes } from './modules/plant-commands/plant-commands.routes.ts';
import { qualityRoutes } from './modules/quality/quality.routes.ts';
import { shellJobs } from './modules/shell/shell.jobs.ts';
import { shellRoutes } from './modules/shell/shell.routes.ts';
import { signalsJobs } from './modules/signals/signals.jobs.ts';
import { signalsRoutes } from './modules/signals/signals.routes.ts';
import { notifyAdministrators } from './modules/system/notify-administrators.ts';
import { systemRoutes } from './modules/system/system.routes.ts';
import { uploadJobs } from './modules/uploads/uploads.jobs.ts';
import { uploadRoutes } from './modules/uploads/uploads.routes.ts';
import './http/platform.ts';

/** The whole HTTP side, not listening yet. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, db, log, metrics, presence, readiness } = deps;
  const app = createServer({ log, metrics, trustedProxies: config.trustedProxies });
  await registerSecurityHeaders(app);
  registerHostCheck(app, config);
  registerProxyWarning(app, {
    ...deps,
    notify: (peer) => notifyAdministrators(deps, { kind: 'warning', message: 'System_Proxy_NotTrusted', values: { peer } }),
  });
  await registerCompression(app);
  await app.register(fastifyCookie);
  app.decorate('platform', {
    authenticate: createAuthenticate(deps),
    findSiteDirectory: createSiteDirectory(db),
    isFeatureOn: async (feature) => (await readFeatures(db))[feature],
    isReady: readiness.isReady,
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    notePresence: presence.note,
    strictResponses: config.strictResponses,
    limitRate: await createRateLimit(app),
  });
  accountRoutes(app, deps);
  accessRoutes(app, deps);
  credentialRoutes(app, deps);
  fleetJobs(deps);
  fleetRoutes(app, {
    ...deps,
    readLatestPower: createReadLatestPower(deps.signals),
    readExpectedPower: createReadExpectedPower(deps.signals),
  });
  shellJobs(deps);
  shellRoutes(app, { ...deps, showsImage: (caller, fileId) => showsImage(db, caller, fileId) });
  signalsJobs(deps);
  const { store, registry } = deps.signals;
  signalsRoutes(app, { ...deps, explainComputed: createExplainComputed({ db, store, registry }) });
  plantCommandJobs(deps);
  plantCommandRoutes(app, deps);
  const eventDeps = { ...deps, readCodes: readEventCodes };
  eventJobs(eventDeps);
  eventRoutes(app, eventDeps);
  const configure = { ...deps, onConfigurationChanged: createFollowConfiguration(deps) };
  qualityRoutes(app, configure);
  modelRoutes(app, configure);
  eventCodeRoutes(app, { ...configure, exportFolder: exportFolder(deps.config), codeImpact: createCodeImpact(deps) });
  contractRoutes(app, configure);
  app.addHook('onClose', performanceJobs({ ...deps, ...performanceOptions(deps) }));
  metricValueRoutes(app, deps);
  deviceStateRoutes(app, deps);
  performanceRoutes(app, { ...deps, ...performanceOptions(deps) });
  contractResultRoutes(app, deps);
  widgetRoutes(app);
  dashboardRoutes(app, deps);
  uploadJobs({ ...deps, ...configure });
  uploadRoutes(app, { ...deps, ...configure });
  demoRoutes(app, deps);
  systemRoutes(app, deps);
  await registerWebFiles(app, config.webFolder);
  return app;
}

/**
 * Work that goes on behind the screens, in processes that do it.
 *
 * @param options.isAlone - no other process works on the database
 * @returns stops it
 */
export async function startWork(deps: Deps, { isAlone }: { isAlone: boolean }): Promise<() => Promise<void>> {
  if (isAlone) await releaseAllClaims(deps.db);
  const performance = startPerformance(deps, { ...performanceOptions(deps), runner: openComputeThreads(deps) });
  return performance.stop;
}

/** Computes all that waits, here and now: for commands that need the results. @returns site-days done */
export function computeAllWaiting(deps: Deps): Promise<number> {
  return computeWaiting(deps, performanceOptions(deps));
}

/** Modules left of performance, as it needs them. */
function performanceOptions(deps: Deps): PerformanceOptions {
  return { loadOverlays: createLoadOverlays(deps), storeEvents: createStoreEvents(deps) };
}

/** What the modules bring into being once the stores answer. */
export async function startModules(deps: Deps): Promise<void> {
  const { readiness } = deps;
  for (const line of await startAccess(deps)) console.log(line);
  readiness.set('sign-in', true);
}
