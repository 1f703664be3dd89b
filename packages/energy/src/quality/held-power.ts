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
    let [known, below] = [0, 0];
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
  const resource = run.plan.apCode === 'ActivePower' ? resourcePotential(run, site) : undefined;
  return resource ? [({ start, end }) => resource.subarray(start, end), ofPeers] : [ofPeers];
}

/** A device is asked once, whatever its signals want to know. */
const resources = new WeakMap<DeviceRun, Float64Array>();

/** By night the sun gives nothing, whoever measures it. */
function resourcePotential({ device, plan }: SignalRun, site: SiteRun): Float64Array | undefined {
  const known = resources.get(device);
  if (known) return known;
  const isSolar = device.input.energySource === 'PV';
  const told = device.input.potential?.((deviceId, apCode) => tellingColumn(site.devicesById.get(deviceId)?.signals.get(apCode), site));
  if (!told && !isSolar) return undefined;
  const column = told?.slice() ?? new Float64Array(site.input.grid.count).fill(Number.NaN);
  if (isSolar) {
    const night = site.night(plan.nightElevation);
    for (let i = 0; i < column.length; i++) if (night[i] === 1) column[i] = 0;
  }
  resources.set(device, column);
  return column;
}

/** Single values that can be trusted: present, within limits, not declared invalid, and other than those beside them as a stuck sensor never is. */
function tellingColumn(run: SignalRun | undefined, site: SiteRun): Float64Array | undefined {
  if (!run) return undefined;
  const { raw } = run.input;
  const column = new Float64Array(raw.length);
  const limits = limitsOf(run, site);
  for (let i = 0; i < column.length; i++) column[i] = isTelling(run, i, limits) ? (raw[i] ?? Number.NaN) : Number.NaN;
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
