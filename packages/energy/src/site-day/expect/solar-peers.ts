import { either } from '@solvane/series/columns';
import { type PeerExpectation, type PeerInverter, peerPowers } from '../../pv/peer-power.ts';
import { ofSpan } from '../layout/frame.ts';
import { peerCapacity, peerGroups } from '../layout/peer-groups.ts';
import type { SiteDevice } from '../site.ts';
import type { ExpectContext } from './expect-context.ts';
import { daylightOf } from './missing-expectation.ts';

/** What the peers of an inverter tell of it, shape (span.count) each. */
export type PeersOf = (device: SiteDevice) => PeerExpectation;

/**
 * What inverters on the same plane made of the same light. At night that is nothing; by day an inverter without eligible peers has no
 * expectation, and then none at night either: zeros alone would add up to a day without light.
 *
 * @param inverters - of one site
 * @param context - validated signals and configuration
 * @returns computed for all inverters when the first of them asks
 */
export function peersOnce(inverters: readonly SiteDevice[], context: ExpectContext): PeersOf {
  let told: Map<SiteDevice, PeerExpectation> | undefined;
  return (device) => {
    told ??= peersOfSite(inverters, context);
    return told.get(device) ?? { power: missing(context), weak: missing(context) };
  };
}

function peersOfSite(inverters: readonly SiteDevice[], context: ExpectContext): Map<SiteDevice, PeerExpectation> {
  const daylight = daylightOf(context.frame).all;
  const told = new Map<SiteDevice, PeerExpectation>();
  for (const group of peerGroups(inverters)) {
    if (group.length < 2) continue;
    const ratios = context.memory.peerRatios?.();
    const peers = group.map((device) => toPeer(device, peerCapacity(device, group) * (ratios?.get(device.id) ?? 1), context));
    for (const [k, expectation] of peerPowers(peers).entries()) {
      const device = group[k];
      if (!device) continue;
      limitTo(device.capacityAc, expectation);
      if (hasDaylight(expectation.power, daylight, context)) fillNight(expectation.power, daylight);
      told.set(device, expectation);
    }
  }
  return told;
}

function toPeer({ id }: SiteDevice, capacity: number, { frame, signals, states }: ExpectContext): PeerInverter {
  const good = signals.find(id, 'ActivePower')?.good;
  const { stopped, curtailed } = states.get(id) ?? {};
  const { start, end } = frame.spanInWindow;
  const held = [stopped, curtailed].flatMap((column) => (column ? [column.subarray(start, end)] : []));
  const [first, second] = held;
  return {
    power: good ? ofSpan(good, frame) : new Float64Array(frame.span.count).fill(Number.NaN),
    capacity,
    ...(first && { held: second ? either(first, second) : first }),
  };
}

function limitTo(rating: number, { power, weak }: PeerExpectation): void {
  if (!(rating > 0)) return;
  for (const column of [power, weak]) for (let i = 0; i < column.length; i++) if ((column[i] ?? Number.NaN) > rating) column[i] = rating;
}

function hasDaylight(power: Float64Array, daylight: Uint8Array, { frame }: ExpectContext): boolean {
  for (let i = frame.dayInSpan.start; i < frame.dayInSpan.end; i++) if (daylight[i] === 1 && !Number.isNaN(power[i])) return true;
  return false;
}

function fillNight(power: Float64Array, daylight: Uint8Array): void {
  for (let i = 0; i < power.length; i++) if (daylight[i] === 0) power[i] = 0;
}

function missing({ frame }: ExpectContext): Float64Array {
  return new Float64Array(frame.span.count).fill(Number.NaN);
}
