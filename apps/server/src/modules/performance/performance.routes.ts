import { dataReportEndpoints } from '@solvane/contract/data-report';
import { eventLossEndpoints } from '@solvane/contract/event-losses';
import { expectedCoefficientEndpoints, powerCurveEndpoints } from '@solvane/contract/models';
import { performanceEndpoints } from '@solvane/contract/performance';
import { PRODUCTION_READERS } from '@solvane/contract/permissions';
import { qualityImpactEndpoints } from '@solvane/contract/quality-impact';
import { siteQualityEndpoints } from '@solvane/contract/site-quality';
import { siteResultEndpoints } from '@solvane/contract/site-results';
import type { FastifyInstance } from 'fastify';
import { SiteCache } from '../../db/site-cache.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { sitesOfAny } from '../../http/scope.ts';
import { createSignalDirectory } from '../signals/queries/signal-directory.ts';
import { fitCoefficients } from './baselines/fit-coefficients.ts';
import { fitPowerCurve } from './baselines/fit-power-curve.ts';
import { readMeasuredCurves } from './baselines/measured-curves.ts';
import { readRatingBaselines, renewRatingBaselines } from './baselines/rating-baselines.ts';
import { openPreviewThread } from './computation/open-threads.ts';
import { readDataReport } from './data-report/read-data-report.ts';
import { readLossBasis } from './explain/loss-basis.ts';
import { cancelBacktest, readBacktest, startBacktest } from './impact/backtests.ts';
import { previewQuality } from './impact/quality-preview.ts';
import { preview } from './preview.ts';
import { previewSave } from './preview-save.ts';
import { readProgress } from './progress.queries.ts';
import type { LoadOverlays } from './queue/load-task.ts';
import { recalculate } from './recalculate.commands.ts';
import { type FleetDays, readFleetResults } from './results/fleet-results.ts';
import { readGuarantees } from './results/guarantee-results.ts';
import { type QualityOfSite, readFlawedSignals, readSiteQuality } from './results/site-quality.ts';
import { readAvailability, readExpectationGaps, readLedger, readWalk } from './results/site-results.ts';

export interface PerformanceDeps extends Pick<Deps, 'db' | 'jobs' | 'now' | 'signals'> {
  loadOverlays: LoadOverlays;
}

/** Of a thousand sites some dozen periods. */
const KEPT_FLEET_DAYS = 50_000;
/** Of a thousand sites some months. */
const KEPT_QUALITY = 5_000;

export function performanceRoutes(app: FastifyInstance, { db, jobs, now, signals, loadOverlays }: PerformanceDeps): void {
  const runner = openPreviewThread(signals);
  app.addHook('onClose', () => runner.close());
  const { registry, store } = signals;
  const fleetDays = new SiteCache<FleetDays>(KEPT_FLEET_DAYS);
  const siteQuality = new SiteCache<QualityOfSite>(KEPT_QUALITY);
  const queries = { db, now, signals: store, directory: createSignalDirectory({ db }) };
  mount(app, performanceEndpoints.progress, ({ caller }) => readProgress(db, caller, now()));
  mount(app, performanceEndpoints.recalculate, ({ caller, body }) => recalculate({ db, now }, caller, body));
  mount(app, performanceEndpoints.ratingBaselines, async ({ caller, query }) => ({
    items: await readRatingBaselines({ db, now }, caller, query.siteId),
  }));
  mount(app, performanceEndpoints.renewRatingBaselines, ({ caller, body }) => renewRatingBaselines({ db, now }, caller, body.siteId));
  mount(app, performanceEndpoints.previewSave, ({ caller, body }) =>
    previewSave({ db, now, registry, loadOverlays, runner }, caller, body),
  );
  const comparison = { db, now, registry, loadOverlays, runner };
  mount(app, qualityImpactEndpoints.preview, ({ caller, body }) => previewQuality(comparison, caller, body));
  mount(app, qualityImpactEndpoints.startBacktest, ({ caller, body }) => startBacktest({ db, now, jobs }, caller, body));
  mount(app, qualityImpactEndpoints.readBacktest, ({ caller, query }) => readBacktest(db, caller, query.backtestId));
  mount(app, qualityImpactEndpoints.cancelBacktest, ({ caller, body }) => cancelBacktest(db, caller, body.backtestId));
  mount(app, performanceEndpoints.preview, ({ caller, body }) => preview({ db, now, registry, loadOverlays, runner }, caller, body));
  mount(app, siteQualityEndpoints.read, ({ caller, body }) => readSiteQuality({ db, now, siteQuality }, caller, body));
  mount(app, siteQualityEndpoints.signals, ({ caller, body }) => readFlawedSignals({ db, now }, caller, body));
  mount(app, siteResultEndpoints.fleet, async ({ caller, query }) => ({
    items: await readFleetResults({ db, now, fleetDays }, caller, query),
  }));
  mount(app, siteResultEndpoints.walk, ({ caller, body }) => readWalk({ db, now }, caller, body));
  mount(app, siteResultEndpoints.ledger, ({ caller, body }) => readLedger({ db, now }, caller, body));
  mount(app, siteResultEndpoints.availability, ({ caller, body }) => readAvailability({ db, now }, caller, body));
  mount(app, siteResultEndpoints.expectationGaps, ({ caller, body }) => readExpectationGaps({ db, now }, caller, body));
  mount(app, powerCurveEndpoints.measured, ({ caller, body }) =>
    readMeasuredCurves({ db, now, store, registry, queries }, { ...caller, siteIds: sitesOfAny(caller, PRODUCTION_READERS) }, body),
  );
  mount(app, powerCurveEndpoints.fit, ({ caller, body }) => fitPowerCurve({ db, store, registry }, caller, body));
  mount(app, expectedCoefficientEndpoints.fit, ({ caller, body }) => fitCoefficients({ db, now, store, registry }, caller, body));
  mount(app, eventLossEndpoints.basis, ({ caller, query }) => readLossBasis({ db, store, registry }, caller, query.eventId));
  mount(app, dataReportEndpoints.read, ({ caller, query }) => readDataReport({ db, now, store, registry, fleetDays }, caller, query));
  mount(app, siteResultEndpoints.guarantees, async ({ caller, body }) => ({ items: await readGuarantees({ db, now }, caller, body) }));
}
