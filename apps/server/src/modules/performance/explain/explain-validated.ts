import { segmentIdSchema } from '@solvane/contract/ids';
import { flagNames, QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import { methodNameOf } from '@solvane/energy/quality/methods';
import { compileRules, type SignalPlan } from '@solvane/energy/quality/rules';
import { localDayOf } from '@solvane/energy/time/local-day';
import { findQualityConfiguration } from '../../quality/quality-rules.ts';
import type { ComputedPoint, Explanation } from '../../signals/queries/explain-point.ts';
import type { ConfiguredSite } from '../configuration/site-configuration.ts';
import { type ExplainDeps, INPUTS_SHOWN, readInputs, readInputsAt } from './explain-inputs.ts';

/** Values shown on each side of the interval. */
const NEIGHBOURS = 6;

/** Bits whose rules compare a value with the same signal of other devices. */
const PEER_BITS = QUALITY_FLAGS.CONSENSUS | QUALITY_FLAGS.POA_CONSENSUS | QUALITY_FLAGS.PR_HIGH | QUALITY_FLAGS.CONSENSUS_AVERAGE;

/** Which rules decided on a validated value, with their settings, and what they looked at. */
export async function explainValidated(
  deps: ExplainDeps,
  point: ComputedPoint,
  configured: ConfiguredSite | undefined,
): Promise<Explanation> {
  const { segmentId, apCode, zone, timeMs, intervalMs, flags, method } = point;
  const day = localDayOf(timeMs, zone);
  const setup = configured?.setupOn(day);
  const device = setup?.site.devices.find(({ id }) => id === segmentId);
  const plan = setup && device ? compileRules(setup.quality).planFor(apCode, device.segmentType) : undefined;
  const peers = (setup?.site.devices ?? [])
    .filter((other) => other.id !== segmentId && other.segmentType === device?.segmentType)
    .map(({ id }) => segmentIdSchema.parse(id));
  const signalIds = [`${apCode}||Raw`];
  const around = { startMs: timeMs - NEIGHBOURS * intervalMs, endMs: timeMs + (NEIGHBOURS + 1) * intervalMs };
  const beside = await readInputs(deps, { segmentIds: [segmentId], signalIds }, around);
  const ofPeers = (flags & PEER_BITS) === 0 ? [] : await readInputsAt(deps, point, { segmentIds: peers, signalIds });
  const name = methodNameOf(method);
  const bits = flagNames(flags);
  const isOwn = (each: { timeMs: number }) => each.timeMs >= timeMs && each.timeMs < timeMs + intervalMs;
  return {
    method: 'Signals_Explain_Validated',
    values: { bits: bits.length === 0 ? '–' : bits.join(', '), ...(name && { qualityMethod: `QualityMethod_${name}` }) },
    inputs: beside.filter(isOwn),
    reasons: (flags & QUALITY_FLAGS.NO_VALUE) === 0 ? [] : [(flags & QUALITY_FLAGS.MISSING) === 0 ? 'removed' : 'notReceived'],
    missingInputs: [],
    rules: plan ? appliedRules(plan, { flags, method }) : [],
    neighbours: [...beside.filter((each) => !isOwn(each)), ...ofPeers].slice(0, 2 * NEIGHBOURS + INPUTS_SHOWN),
    changedIn: await findQualityConfiguration(deps.db, point.siteId, day),
  };
}

/** Tests whose bit is set, then the source that supplied the value. */
function appliedRules(plan: SignalPlan, { flags, method }: { flags: number; method: number }): Explanation['rules'] {
  const hits = Object.values(plan.tests).filter(({ flag }) => (flags & flag) !== 0);
  const source = plan.sources.find(({ number }) => number === method);
  return [
    ...hits.map(({ method: name, quality, settings }) => ({
      name: `QualityMethod_${name}`,
      effect: quality ? ('rejected' as const) : ('suspect' as const),
      settings: { ...settings },
    })),
    ...(source ? [{ name: `QualityMethod_${source.method}`, effect: 'supplied' as const, settings: { ...source.settings } }] : []),
  ];
}
