import { limitsOf } from './limits.ts';
import { comparisonScale, type DeviceRun, peersOf, type SignalRun, type SiteRun, type WindowPart } from './signal-run.ts';

/** What a device could have made in a part of the window, shape (part). [kW] NaN where not known */
export type PotentialIn = (part: WindowPart) => Float64Array;

/** A power above what the device could have made by more than its uncertainty was not held. */
const BELOW_HELD = 0.8;
const LEAST_BELOW = 2;
/** Share of a run in which a potential must be known to tell that it was held. */
const LEAST_KNOWN = 0.5;
const LEAST_PEERS = 2;
/** Of the upper quartile of the peers: those below are down. */
const ELIGIBLE_SHARE = 0.5;
/** Below this load of the upper quartile all peers may be down. */
const LEAST_LOAD = 0.02;

/**
 * Whether a device could have held its power.
 *
 * @param power - raw, over the window, shape (n). [kW]
 * @param part - in which the power does not move
 * @param potentials - best first; the first that is known there decides
 * @returns false: what it could have made fell clearly below. undefined: nothing tells
 */
export function isHeld(power: Float64Array, part: WindowPart, potentials: readonly PotentialIn[]): boolean | undefined {
  if ((power[part.start] ?? Number.NaN) <= 0) return true;
  for (const potentialIn of potentials) {
    const potential = potentialIn(part);
    let known = 0;
    let below = 0;
    for (let k = 0; k < potential.length; k++) {
      const possible = potential[k] ?? Number.NaN;
      if (Number.isNaN(possible)) continue;
      known++;
      if (possible < BELOW_HELD * (power[part.start + k] ?? Number.NaN)) below++;
    }
    if (below >= LEAST_BELOW) return false;
    if (known >= LEAST_KNOWN * potential.length) return true;
  }
  return undefined;
}

/**
 * What tells about the potential of a device, best first: its resource, then its peers. Both are read as they arrived, as far as single values can
 * be trusted: no test of another signal is waited for, so no circle can arise.
 *
 * @param run - a power
 * @param site - its site
 */
export function potentialsOf(run: SignalRun, site: SiteRun): PotentialIn[] {
  const ofPeers: PotentialIn = (part) => peerPotential(run, site, part);
  if (run.plan.apCode !== 'ActivePower') return [ofPeers];
  return [(part) => resourcePotential(run, site, part), ofPeers];
}

interface KnownPotential extends WindowPart {
  column: Float64Array;
}

/** A device is asked once for what is tested of it, and again where a run reaches further. */
const resources = new WeakMap<DeviceRun, KnownPotential>();

function resourcePotential(run: SignalRun, site: SiteRun, { start, end }: WindowPart): Float64Array {
  const { device, tested } = run;
  const before = resources.get(device);
  if (before && before.start <= start && before.end >= end) return before.column.subarray(start - before.start, end - before.start);
  const part = { start: Math.min(start, tested.start), end: Math.max(end, tested.end) };
  const column = resourceColumn(run, site, part);
  resources.set(device, { ...part, column });
  return column.subarray(start - part.start, end - part.start);
}

/** By night the sun gives nothing, whatever measures it. */
function resourceColumn({ device, plan }: SignalRun, site: SiteRun, part: WindowPart): Float64Array {
  const telling = (deviceId: string, apCode: string) => tellingColumn(site.devicesById.get(deviceId)?.signals.get(apCode), site, part);
  const column = device.input.potential?.(telling, part)?.slice() ?? new Float64Array(part.end - part.start).fill(Number.NaN);
  if (device.input.energySource === 'PV') {
    const night = site.night(plan.nightElevation);
    for (let k = 0; k < column.length; k++) if (night[part.start + k] === 1) column[k] = 0;
  }
  return column;
}

/** One sensor is asked for by many devices. */
const tellingColumns = new WeakMap<SignalRun, KnownPotential>();

/** Single values that can be trusted: present, within limits, not declared invalid, and other than those beside them as a stuck sensor never is. */
function tellingColumn(run: SignalRun | undefined, site: SiteRun, part: WindowPart): Float64Array | undefined {
  if (!run) return undefined;
  const known = tellingColumns.get(run);
  if (known?.start === part.start && known.end === part.end) return known.column;
  const column = new Float64Array(part.end - part.start);
  const limits = limitsOf(run, site);
  for (let k = 0; k < column.length; k++) {
    const i = part.start + k;
    column[k] = isTelling(run, i, limits) ? (run.input.raw[i] ?? Number.NaN) : Number.NaN;
  }
  tellingColumns.set(run, { ...part, column });
  return column;
}

function isTelling({ input: { raw, manualInvalid } }: SignalRun, i: number, { min, max }: { min: number; max: number }): boolean {
  const value = raw[i] ?? Number.NaN;
  if (value - value !== 0 || value < min || value > max || manualInvalid?.[i] === 1) return false;
  return value !== raw[i - 1] && value !== raw[i + 1];
}

/** Middle load of the peers that run, at the own capacity. */
function peerPotential(run: SignalRun, site: SiteRun, { start, end }: WindowPart): Float64Array {
  const peers = peersOf(run, site).map((peer) => ({ peer, limits: limitsOf(peer, site), scale: comparisonScale(peer, site) }));
  const ownScale = comparisonScale(run, site);
  const potential = new Float64Array(end - start).fill(Number.NaN);
  const loads = new Float64Array(peers.length);
  for (let k = 0; k < potential.length; k++) {
    let count = 0;
    for (const { peer, limits, scale } of peers) {
      if (isTelling(peer, start + k, limits)) loads[count++] = (peer.input.raw[start + k] ?? Number.NaN) / scale;
    }
    potential[k] = ownScale * eligibleLoad(loads, count);
  }
  return potential;
}

/** Median of those that run; NaN where too few tell. The space is sorted. */
function eligibleLoad(loads: Float64Array, count: number): number {
  if (count < LEAST_PEERS) return Number.NaN;
  loads.subarray(0, count).sort();
  const upper = loads[Math.ceil(0.75 * (count - 1))] ?? Number.NaN;
  if (!(upper > LEAST_LOAD)) return Number.NaN;
  let first = 0;
  while ((loads[first] ?? Number.NaN) < ELIGIBLE_SHARE * upper) first++;
  const middle = (first + count - 1) / 2;
  return ((loads[Math.floor(middle)] ?? Number.NaN) + (loads[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
