import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { isGenerator } from '@solvane/energy/devices/segment-types';
import { formulaTextKey } from '@solvane/energy/signals/formula-text';
import { MISSING_EXPECTATION_REASONS } from '@solvane/energy/site-day/expect/missing-expectation';
import type { DeviceExpectationGap } from '@solvane/energy/site-day/outputs';
import type { SiteDevice } from '@solvane/energy/site-day/site';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { and, eq } from 'drizzle-orm';
import { segments } from '../../../db/schema/fleet.ts';
import { siteDays } from '../../../db/schema/site-days.ts';
import { pointKindOf } from '../../../signals/series-registry.ts';
import type { ComputedPoint, ExplainComputed, Explanation } from '../../signals/queries/explain-point.ts';
import { type ConfiguredSite, findConfiguredSite } from '../configuration/site-configuration.ts';
import { type ExplainDeps, INPUTS_SHOWN, inputSegments, readInputsAt } from './explain-inputs.ts';
import { explainValidated } from './explain-validated.ts';
import { findFormula } from './formulas.ts';

/** Explains validated and derived values: rule or formula, the values that went in, the configuration, and where there is no value, why. */
export function createExplainComputed(deps: ExplainDeps): ExplainComputed {
  return async (point) => {
    const [day] = await deps.db
      .select({
        version: siteDays.version,
        configuration: siteDays.configurationHash,
        horizonMs: siteDays.horizonMs,
        gaps: siteDays.expectationGaps,
      })
      .from(siteDays)
      .where(and(eq(siteDays.siteId, point.siteId), eq(siteDays.day, toIsoDate(localDayOf(point.timeMs, point.zone)))));
    const configured = await findConfiguredSite(deps.db, point.siteId);
    const values = { configuration: day?.configuration ?? '', computation: day?.version ?? 0, formulaText: formulaTextKey(point) };
    const explanation =
      pointKindOf(point.calcType) === 'validated'
        ? await explainValidated(deps, point, configured)
        : await explainDerived(deps, point, configured);
    const lacking = gapReasons(point, day?.gaps ?? [], configured);
    const reasons = !day ? ['notComputed'] : point.timeMs >= day.horizonMs ? ['notYet'] : [...lacking, ...explanation.reasons];
    return {
      ...explanation,
      values: { ...values, ...explanation.values },
      reasons: point.hasValue ? [] : reasons.length > 0 ? reasons : ['notApplicable'],
    };
  };
}

async function explainDerived(deps: ExplainDeps, point: ComputedPoint, configured: ConfiguredSite | undefined): Promise<Explanation> {
  const devices = configured?.setupOn(localDayOf(point.timeMs, point.zone)).site.devices ?? [];
  const device = devices.find(({ id }) => id === point.segmentId);
  const signalId = `${point.apCode}||${point.calcType}`;
  if (configured?.siteSegmentId === point.segmentId) {
    const generators = devices.filter(({ segmentType }) => isGenerator(segmentType));
    const segmentIds = generators.slice(0, INPUTS_SHOWN).map(({ id }) => segmentIdSchema.parse(id));
    const inputs = await readInputsAt(deps, point, { segmentIds, signalIds: [signalId] });
    if (inputs.length > 0) return { ...UNEXPLAINED, method: 'Signals_Explain_Derived', values: { formula: `Σ ${signalId}` }, inputs };
  }
  const formula = device && findFormula(signalId, device.energySource);
  if (!formula) return UNEXPLAINED;
  const segmentIds = inputSegments(device, configured?.siteSegmentId);
  const inputs = await readInputsAt(deps, point, { segmentIds, signalIds: formula.inputs });
  const missingInputs = formula.inputs.filter((input) => inputs.every((each) => each.signalId !== input));
  return {
    ...UNEXPLAINED,
    method: 'Signals_Explain_Derived',
    values: { formula: formula.formula },
    inputs,
    reasons: missingInputs.length === 0 ? [] : ['inputsMissing'],
    missingInputs: missingInputs.map((input) => ({ segmentId: point.segmentId, signalId: signalIdSchema.parse(input) })),
    changedIn: await metadataOf(deps, device),
  };
}

/** Signals that rest on expected power, by the beginning of their calculation type or by themselves. */
const RESTING_CALC_TYPES = ['Expected', 'Lost', 'RevenueLost'];
const RESTING_SIGNALS = [
  'PowerPerformanceIndex',
  'ProductionAvailability',
  'TimeAvailability',
  'PerformanceRatio',
  'PerformanceRatioTempCorr',
];

/** What a generator lacked on the day, of a site what any of its generators did. */
function gapReasons(point: ComputedPoint, gaps: readonly DeviceExpectationGap[], configured: ConfiguredSite | undefined): string[] {
  const isResting = RESTING_CALC_TYPES.some((prefix) => point.calcType.startsWith(prefix)) || RESTING_SIGNALS.includes(point.apCode);
  if (!isResting) return [];
  const isOfSite = configured?.siteSegmentId === point.segmentId;
  const found = new Set(gaps.filter(({ deviceId }) => isOfSite || deviceId === point.segmentId).flatMap(({ reasons }) => reasons));
  return MISSING_EXPECTATION_REASONS.filter((reason) => found.has(reason));
}

const UNEXPLAINED: Explanation = {
  method: 'Signals_Explain_Computed',
  values: {},
  inputs: [],
  reasons: [],
  missingInputs: [],
  rules: [],
  neighbours: [],
  changedIn: null,
};

/** Ratings, planes and curves of a formula are metadata of its device. */
async function metadataOf({ db }: ExplainDeps, { id }: SiteDevice): Promise<Explanation['changedIn']> {
  const [segment] = await db
    .select({ name: segments.name })
    .from(segments)
    .where(eq(segments.id, segmentIdSchema.parse(id)));
  return segment ? { kind: 'metadata', id, name: segment.name } : null;
}
