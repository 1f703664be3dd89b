import { type SegmentId, segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { isGenerator } from '@solvane/energy/devices/segment-types';
import { flagNames } from '@solvane/energy/quality/flags';
import { methodNameOf } from '@solvane/energy/quality/methods';
import { formulaTextKey } from '@solvane/energy/signals/formula-text';
import type { SiteDevice } from '@solvane/energy/site-day/site';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { siteDays } from '../../../db/schema/site-days.ts';
import { pointKindOf, type SeriesRegistry } from '../../../signals/series-registry.ts';
import type { SignalStore } from '../../../signals/signal-store.ts';
import type { ComputedPoint, ExplainComputed, Explanation } from '../../signals/queries/explain-point.ts';
import { findConfiguredSite } from '../configuration/site-configuration.ts';
import { findFormula } from './formulas.ts';

export interface ExplainDeps {
  db: Db;
  store: Pick<SignalStore, 'readPoints'>;
  registry: Pick<SeriesRegistry, 'list'>;
}

/** More values than these nobody reads; a site is the sum of its devices. */
const INPUTS_SHOWN = 20;

/** Says what a validated or derived value was made of: rule or formula, the values that went in, and the configuration. */
export function createExplainComputed(deps: ExplainDeps): ExplainComputed {
  return async (point) => {
    const [day] = await deps.db
      .select({ version: siteDays.version, configuration: siteDays.configurationHash })
      .from(siteDays)
      .where(and(eq(siteDays.siteId, point.siteId), eq(siteDays.day, toIsoDate(localDayOf(point.timeMs, point.zone)))));
    // The sentence for people; the formula in symbols stands beside it where somebody wrote it down.
    const values = { configuration: day?.configuration ?? '', computation: day?.version ?? 0, formulaText: formulaTextKey(point) };
    const explanation =
      pointKindOf(point.calcType) === 'validated' ? await explainValidated(deps, point) : await explainDerived(deps, point);
    return { ...explanation, values: { ...values, ...explanation.values } };
  };
}

async function explainValidated(deps: ExplainDeps, point: ComputedPoint): Promise<Explanation> {
  const method = methodNameOf(point.method);
  const bits = flagNames(point.flags);
  return {
    method: 'Signals_Explain_Validated',
    values: { bits: bits.length === 0 ? '–' : bits.join(', '), ...(method && { qualityMethod: `QualityMethod_${method}` }) },
    inputs: await readInputs(deps, point, [{ segmentIds: [point.segmentId], signalIds: [`${point.apCode}||Raw`] }]),
  };
}

async function explainDerived(deps: ExplainDeps, point: ComputedPoint): Promise<Explanation> {
  const configured = await findConfiguredSite(deps.db, point.siteId);
  const devices = configured?.setupOn(localDayOf(point.timeMs, point.zone)).site.devices ?? [];
  const device = devices.find(({ id }) => id === point.segmentId);
  const signalId = `${point.apCode}||${point.calcType}`;
  const generators = devices.filter(({ segmentType }) => isGenerator(segmentType));
  if (configured?.siteSegmentId === point.segmentId) {
    const segmentIds = generators.slice(0, INPUTS_SHOWN).map(({ id }) => segmentIdSchema.parse(id));
    const inputs = await readInputs(deps, point, [{ segmentIds, signalIds: [signalId] }]);
    if (inputs.length > 0) return { method: 'Signals_Explain_Derived', values: { formula: `Σ ${signalId}` }, inputs };
  }
  const formula = device && findFormula(signalId, device.energySource);
  if (!formula) return { method: 'Signals_Explain_Computed', values: {}, inputs: [] };
  const segmentIds = lookedAt(device, configured?.siteSegmentId);
  const inputs = await readInputs(deps, point, [{ segmentIds, signalIds: formula.inputs }]);
  return { method: 'Signals_Explain_Derived', values: { formula: formula.formula }, inputs };
}

/** Where the inputs of a device come from: itself first. */
function lookedAt(device: SiteDevice, siteSegmentId: SegmentId | undefined): SegmentId[] {
  const ids = [device.id, device.irradianceSensorId, device.primaryWeatherStationId, device.secondaryWeatherStationId, siteSegmentId];
  return [...new Set(ids.flatMap((id) => (id === undefined ? [] : [segmentIdSchema.parse(id)])))];
}

/** Values at the time of the point. Of each signal asked of one group of segments the first that has it counts, unless all are the same signal. */
async function readInputs(
  { store, registry }: ExplainDeps,
  { timeMs, intervalMs }: ComputedPoint,
  [asked]: readonly { segmentIds: readonly SegmentId[]; signalIds: readonly string[] }[],
): Promise<Explanation['inputs']> {
  if (!asked) return [];
  const { segmentIds, signalIds } = asked;
  const stored = await registry.list(segmentIds);
  const wanted = stored.filter(({ apCode, calcType }) => signalIds.includes(`${apCode}||${calcType}`));
  const found: { segmentId: SegmentId; signalId: string; timeMs: number; value: number }[] = [];
  for (const kind of ['raw', 'validated', 'derived'] as const) {
    const ofKind = wanted.filter(({ calcType }) => pointKindOf(calcType) === kind);
    const period = { startMs: timeMs, endMs: timeMs + intervalMs };
    const points = await store.readPoints({ kind, series: ofKind.map(({ series }) => series), ...period });
    points.series.forEach((series, i) => {
      const name = ofKind.find((each) => each.series === series);
      const [at, value] = [points.timesMs[i], points.values[i]];
      if (name && at !== undefined && value !== undefined)
        found.push({ segmentId: name.segmentId, signalId: `${name.apCode}||${name.calcType}`, timeMs: at, value });
    });
  }
  const inOrder = found.sort(
    (a, b) =>
      signalIds.indexOf(a.signalId) - signalIds.indexOf(b.signalId) ||
      segmentIds.indexOf(a.segmentId) - segmentIds.indexOf(b.segmentId) ||
      a.timeMs - b.timeMs,
  );
  const first = signalIds.length === 1 ? inOrder : inOrder.filter((each, i) => inOrder[i - 1]?.signalId !== each.signalId);
  return first.slice(0, INPUTS_SHOWN).map((each) => ({ ...each, signalId: signalIdSchema.parse(each.signalId) }));
}
