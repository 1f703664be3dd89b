import { type ConsensusMember, flagOutOfConsensus } from './checks/consensus.ts';
import { flagHighPerformanceRatio, type LitInverter } from './checks/performance-ratio.ts';
import { flagPlaneConsensus, planeDays } from './checks/plane-consensus.ts';
import { comparisonScale, isOfPlane, ofTested, peersOf, type SignalRun, type SiteRun } from './signal-run.ts';

/**
 * Runs the tests that compare devices of a group. Every device is compared with what the others' own tests left of them, so the order of
 * devices plays no part.
 *
 * @param group - signals with the same plan; their flags are set in place
 * @param site - their site
 */
export function runPeerChecks(group: readonly SignalRun[], site: SiteRun): void {
  const tests = group[0]?.plan.tests;
  if (tests?.outOfRangeConsensus) checkConsensus(group, site);
  for (const run of group) {
    if (tests?.percentOfPoaConsensus) checkPlane(run, site);
    if (tests?.outOfRangePerformanceRatioHigh) checkPerformanceRatio(run, site);
  }
}

/**
 * Whether tests of a group look at other devices.
 *
 * @param group - signals with the same plan
 */
export function hasPeerChecks(group: readonly SignalRun[]): boolean {
  const tests = group[0]?.plan.tests;
  return (tests?.outOfRangeConsensus ?? tests?.percentOfPoaConsensus ?? tests?.outOfRangePerformanceRatioHigh) !== undefined;
}

function checkConsensus(group: readonly SignalRun[], site: SiteRun): void {
  const plan = group[0]?.plan;
  const settings = plan?.tests.outOfRangeConsensus?.settings;
  if (plan === undefined || settings === undefined) return;
  const options = { ...settings, absTol: settings.absTol ?? Number.POSITIVE_INFINITY };
  const member = (run: SignalRun, isJudged: boolean): ConsensusMember => {
    const scale = comparisonScale(run, site);
    const values = ofTested(run.good, run.tested);
    return isJudged ? { values, scale, flags: run.flags } : { values, scale };
  };
  const peers = isOfPlane(plan) ? group.map((run) => peersOf(run, site)) : [];
  if (peers.every((others) => others.length === group.length - 1)) {
    flagOutOfConsensus(
      group.map((run) => member(run, true)),
      options,
    );
    return;
  }
  // Sensors in several planes: each is judged among those of its own.
  for (const [k, run] of group.entries()) {
    flagOutOfConsensus([member(run, true), ...(peers[k] ?? []).map((peer) => member(peer, false))], options);
  }
}

function checkPlane(run: SignalRun, site: SiteRun): void {
  const settings = run.plan.tests.percentOfPoaConsensus?.settings;
  const peers = peersOf(run, site);
  if (settings === undefined || peers.length < settings.minPeers) return;
  const sums = planeDays({ own: run.good, peers: peers.map((peer) => peer.good), days: site.days() });
  for (const [day, sum] of run.input.learned?.planeDays ?? []) if (!sums.has(day)) sums.set(day, sum);
  flagPlaneConsensus(sums, site.days(), settings, run.flags);
}

function checkPerformanceRatio(run: SignalRun, site: SiteRun): void {
  const settings = run.plan.tests.outOfRangePerformanceRatioHigh?.settings;
  if (settings === undefined) return;
  flagHighPerformanceRatio(ofTested(run.good, run.tested), invertersUnder(run, site), settings, run.flags);
}

/** Inverters that refer to a sensor; all of them when none refers to it. */
function invertersUnder({ device, tested }: SignalRun, site: SiteRun): LitInverter[] {
  const inverters = site.devices.filter(({ input }) => input.segmentType === 'Inverter');
  const referring = inverters.filter(({ input }) => input.irradianceSensorId === device.input.id);
  return (referring.length > 0 ? referring : inverters).flatMap(({ input, signals }) => {
    const power = signals.get('ActivePower')?.good;
    return power === undefined ? [] : [{ power: ofTested(power, tested), capacityDc: input.capacityDc }];
  });
}
