import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError, type Issue } from '@solvane/contract/errors';
import type { SegmentId } from '@solvane/contract/ids';
import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { performanceEndpoints } from '@solvane/contract/performance';
import { findAttribute } from '@solvane/energy/devices/attributes';
import { localDaysIn } from '@solvane/energy/time/local-day';
import { SINCE_EVER } from '../../db/schema/fleet.ts';
import type { Caller } from '../../http/caller.ts';
import type { FleetState } from '../fleet/fleet-state.ts';
import { asAttributeKind, attributeIssue } from '../fleet/metadata/attribute-values.ts';
import type { BatchRunner, BatchTask } from './computation/batch.ts';
import { type ConfiguredSite, findConfiguredSite } from './configuration/site-configuration.ts';
import { loadTask, setupsOf, type TaskDeps } from './queue/load-task.ts';

export interface PreviewDeps extends TaskDeps {
  runner: Pick<BatchRunner, 'preview'>;
  now: () => number;
}

type PreviewRequest = BodyOf<typeof performanceEndpoints.preview>;

/** The most changed come first; more than this is not read. */
const SIGNALS_SHOWN = 500;

/** What changed attributes would do to the results of some days: the calculation itself on a copy of the configuration. */
export async function preview(
  deps: PreviewDeps,
  caller: Pick<Caller, 'siteIds'>,
  { changes, ...request }: PreviewRequest,
): Promise<ResponseOf<typeof performanceEndpoints.preview>> {
  const { db } = deps;
  return previewSetups(deps, caller, request, async (current) => {
    assertKnown(changes, new Set(current.segmentIds));
    const site = await findConfiguredSite(db, request.siteId, (state) => withChanges(state, changes));
    return site && { site };
  });
}

/** A site as it would be after a save. */
interface ChangedSite {
  site: ConfiguredSite;
  /** Absent: as they are. */
  invalidations?: BatchTask['invalidations'];
}

/**
 * Days of a site computed as they are configured and as they would be.
 *
 * @param findChanged - the site as it would be configured; undefined: it is gone
 * @throws AppError resource.notFound when the site is out of scope
 */
export async function previewSetups(
  deps: PreviewDeps,
  caller: Pick<Caller, 'siteIds'>,
  { siteId, startMs, endMs }: Pick<PreviewRequest, 'siteId' | 'startMs' | 'endMs'>,
  findChanged: (current: ConfiguredSite) => Promise<ChangedSite | undefined>,
): Promise<ResponseOf<typeof performanceEndpoints.preview>> {
  const { db, now, runner } = deps;
  if (!caller.siteIds.has(siteId)) throw new AppError('resource.notFound');
  const current = await findConfiguredSite(db, siteId);
  if (!current) throw new AppError('resource.notFound');
  const days = localDaysIn({ startMs, endMs: Math.max(startMs + 1, Math.min(endMs, now())) }, current.zone);
  if (days.length > LIMITS.previewDays)
    throw new AppError('performance.tooManyDays', { values: { requested: days.length, allowed: LIMITS.previewDays } });
  const changed = await findChanged(current);
  const claimed = days.map((day) => ({ day, mark: 0, priority: 2 as const, reason: 'request', failures: 0 }));
  const task = await loadTask(deps, { siteId, days: claimed }, now());
  const [first, last] = [days[0], days.at(-1)];
  if (!task || !changed || first === undefined || last === undefined) throw new AppError('resource.notFound');
  const signals = await runner
    .preview({ task, changed: { setups: setupsOf(changed.site, first, last), invalidations: changed.invalidations ?? task.invalidations } })
    .catch((error: unknown): never => {
      if (error instanceof AppError) throw error;
      throw new AppError('performance.previewFailed', {
        values: { reason: error instanceof Error ? firstLine(error.message) : '' },
        cause: error,
      });
    });
  return {
    days: days.length,
    signals: signals.slice(0, SIGNALS_SHOWN).map(({ segmentId, signalId, changedIntervals, before, after }) => ({
      segmentId: segmentIdSchema.parse(segmentId),
      signalId: signalIdSchema.parse(signalId),
      changedIntervals,
      before: toNullable(before),
      after: toNullable(after),
    })),
  };
}

/** @throws AppError naming every change that could not be kept either */
function assertKnown(changes: PreviewRequest['changes'], segmentIds: ReadonlySet<SegmentId>): void {
  const issues = changes.flatMap(({ segmentId, attribute, value }, index): Issue[] => {
    const path = ['changes', index, 'value'];
    if (!segmentIds.has(segmentId)) return [{ level: 'error', path, message: 'Metadata_Problem_Device' }];
    const definition = findAttribute(attribute);
    if (!definition) return [{ level: 'error', path, message: 'Attribute_Problem_unknown', values: { attribute } }];
    const issue = value === null ? undefined : attributeIssue(definition, asAttributeKind(definition, value), path);
    return issue ? [issue] : [];
  });
  if (issues.length > 0) throw new AppError('request.invalid', { issues });
}

function withChanges(state: FleetState, changes: PreviewRequest['changes']): FleetState {
  const metadata = new Map(state.metadata);
  for (const { segmentId, attribute, value } of changes) {
    const definition = findAttribute(attribute);
    const ofSegment = new Map(metadata.get(segmentId));
    ofSegment.set(attribute, new Map([[SINCE_EVER, value === null || !definition ? value : asAttributeKind(definition, value)]]));
    metadata.set(segmentId, ofSegment);
  }
  return { ...state, metadata };
}

function toNullable(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 300) ?? '';
}
