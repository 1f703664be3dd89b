import { randomUUID } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { PermissionName } from '@solvane/contract/permissions';
import type { QualityContent } from '@solvane/contract/quality';
import type { qualityImpactEndpoints, Trial, WatchedSignal } from '@solvane/contract/quality-impact';
import { type LocalDay, localDaysIn } from '@solvane/energy/time/local-day';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { sites } from '../../../db/schema/fleet.ts';
import { qualityConfigurations, qualitySites, qualityVersions } from '../../../db/schema/quality.ts';
import type { Caller } from '../../../http/caller.ts';
import type { ConfigureDeps } from '../../configuration/change-configuration.ts';
import { refuse } from '../../configuration/configuration-checks.ts';
import { dryRun } from '../../configuration/dry-run.ts';
import { savePowerCurve } from '../../models/power-curves.commands.ts';
import { saveReferenceTurbines } from '../../models/reference-turbines.ts';
import { saveInvalidation } from '../../quality/invalidation/invalidations.commands.ts';
import { loadInvalidations } from '../../quality/invalidation/invalidations.queries.ts';
import { asConfiguration, contentProblems } from '../../quality/quality.commands.ts';
import { MARGIN_DAYS } from '../../recalculation/site-days.ts';
import type { BatchRunner, ComparedSignal, Comparison, ComparisonTask } from '../computation/batch.ts';
import { type ConfiguredSite, findConfiguredSite } from '../configuration/site-configuration.ts';
import { loadTask, setupsOf, type TaskDeps } from '../queue/load-task.ts';
import { toImpact, type WatchedKey } from './impact-sums.ts';

export interface ComparisonDeps extends TaskDeps {
  runner: Pick<BatchRunner, 'compare'>;
  now: () => number;
}

/** What saving needs. */
const TRIAL_PERMISSIONS = {
  quality: 'PageDataQuality',
  invalidation: 'InvalidateData',
  referenceTurbines: 'PageReferenceTurbines',
  powerCurve: 'EditMetadata',
} as const satisfies Record<Trial['kind'], PermissionName>;

const MARGINS_MS = (MARGIN_DAYS + 1) * 86_400_000;

/** One signal, and what its site comes to, as things are and as they would be. */
export async function previewQuality(
  deps: ComparisonDeps,
  caller: Caller,
  { siteId, startMs, endMs, signal, trial }: BodyOf<typeof qualityImpactEndpoints.preview>,
): Promise<ResponseOf<typeof qualityImpactEndpoints.preview>> {
  const { db, now } = deps;
  const permission = TRIAL_PERMISSIONS[trial.kind];
  if (!caller.can(permission)) throw new AppError('access.forbidden');
  const siteIds = caller.scopeFor(permission);
  const current = siteIds.has(siteId) ? await findConfiguredSite(db, siteId) : undefined;
  if (!current) throw new AppError('resource.notFound');
  const days = localDaysIn({ startMs, endMs: Math.max(startMs + 1, Math.min(endMs, now())) }, current.zone);
  if (days.length > LIMITS.previewDays)
    throw new AppError('performance.tooManyDays', { values: { requested: days.length, allowed: LIMITS.previewDays } });
  const changed = await trialSite(deps, { ...caller, siteIds }, { siteId, trial, period: { startMs, endMs } });
  const { before, after, watched } = await compareDays(deps, { siteId, days, changed, watched: signal ?? undefined }).catch(failed);
  return { days: days.length, watched: watched ? toWatched(watched) : null, before: toImpact(before), after: toImpact(after) };
}

/** A site as it would be. */
export interface TrialSite {
  site: ConfiguredSite;
  /** Absent: as they are. */
  invalidations?: ComparisonTask['changed']['invalidations'];
}

/** Days of a site computed as it is configured and as it would be. */
export async function compareDays(
  deps: ComparisonDeps,
  { siteId, days, changed, watched }: { siteId: SiteId; days: readonly LocalDay[]; changed: TrialSite; watched: WatchedKey | undefined },
): Promise<Comparison> {
  const { now, runner } = deps;
  // As after a save: what a day taught later ones when it closed stays.
  const claimed = days.map((day) => ({ day, mark: 0, priority: 2 as const, reason: 'configuration', failures: 0 }));
  const task = await loadTask(deps, { siteId, days: claimed }, now());
  const [first, last] = [days[0], days.at(-1)];
  if (!task || first === undefined || last === undefined) throw new AppError('resource.notFound');
  return runner.compare({
    task,
    changed: { setups: setupsOf(changed.site, first, last), invalidations: changed.invalidations ?? task.invalidations },
    ...(watched && { watched }),
  });
}

/**
 * A site that follows other rules without a start date, whatever is assigned to it. Nothing is stored.
 *
 * @throws AppError request.invalid with everything that is wrong with the rules; resource.notFound: the site is gone
 */
export async function siteWithRules(
  deps: Pick<ComparisonDeps, 'db' | 'now'>,
  siteId: SiteId,
  content: QualityContent,
): Promise<ConfiguredSite> {
  refuse(contentProblems(content));
  return siteAfter(deps, siteId, ({ db }) => followRules(db, siteId, content));
}

/** How the site would be configured. */
async function siteAfter(
  deps: Pick<ComparisonDeps, 'db' | 'now'>,
  siteId: SiteId,
  save: (inside: ConfigureDeps) => Promise<unknown>,
): Promise<ConfiguredSite> {
  const site = await dryRun(deps, save, (tx) => findConfiguredSite(tx, siteId));
  if (!site) throw new AppError('resource.notFound');
  return site;
}

async function trialSite(
  deps: ComparisonDeps,
  caller: Caller,
  { siteId, trial, period }: { siteId: SiteId; trial: Trial; period: { startMs: number; endMs: number } },
): Promise<TrialSite> {
  if (trial.kind === 'quality') return { site: await siteWithRules(deps, siteId, trial.content) };
  if (trial.kind === 'powerCurve') return { site: await siteAfter(deps, siteId, (inside) => savePowerCurve(inside, caller, trial.body)) };
  if (trial.kind === 'referenceTurbines')
    return { site: await siteAfter(deps, siteId, (inside) => saveReferenceTurbines(inside, caller, { siteId, rows: trial.rows })) };
  const { body } = trial;
  return dryRun(
    deps,
    (inside) => saveInvalidation(inside, caller, body),
    async (tx) => {
      const site = await findConfiguredSite(tx, siteId);
      if (!site) throw new AppError('resource.notFound');
      const margins = { startMs: period.startMs - MARGINS_MS, endMs: period.endMs + MARGINS_MS };
      return { site, invalidations: await loadInvalidations(tx, siteId, margins) };
    },
  );
}

/** Within a transaction that is rolled back. */
async function followRules(tx: Db, siteId: SiteId, content: QualityContent): Promise<void> {
  const [site] = await tx.select({ enterpriseId: sites.enterpriseId }).from(sites).where(eq(sites.id, siteId));
  if (!site) throw new AppError('resource.notFound');
  const configurationId = randomUUID();
  const saved = { updatedBy: '', updatedAtMs: 0 };
  await tx.insert(qualityConfigurations).values({ id: configurationId, enterpriseId: site.enterpriseId, name: configurationId, ...saved });
  await tx
    .insert(qualityVersions)
    .values({ configurationId, version: 1, content: asConfiguration(content), savedBy: '', savedAtMs: 0, effectiveFrom: sql`'-infinity'` });
  await tx.delete(qualitySites).where(eq(qualitySites.siteId, siteId));
  await tx.insert(qualitySites).values({ siteId, configurationId });
}

function failed(error: unknown): never {
  if (error instanceof AppError) throw error;
  const reason = error instanceof Error ? (error.message.split('\n', 1)[0]?.slice(0, 300) ?? '') : '';
  throw new AppError('performance.previewFailed', { values: { reason }, cause: error });
}

function toWatched({ timesMs, raw, before, after }: NonNullable<Comparison['watched']>): WatchedSignal {
  return { timesMs: [...timesMs], raw: raw.map(toNullable), before: toState(before), after: toState(after) };
}

function toState({ values, flags, methods }: ComparedSignal): WatchedSignal['before'] {
  return { values: values.map(toNullable), flags: [...flags], methods: [...methods] };
}

function toNullable(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
