import { at } from '../columns/column.ts';

/** What a plant is made to lose. What has no code is silent: only the signals show it. */
export interface InjectedFault {
  id: string;
  deviceId: string;
  kind: 'stop' | 'derate' | 'limit';
  /** Code the plant reports, from the first to the last minute of it. Absent: silent */
  code?: string;
  startMinute: number;
  minutes: number;
  /** What is left: of its own power (derate) or of its rating (limit). Absent: nothing */
  share?: number;
}

export interface KnownLoss extends InjectedFault {
  startMs: number;
  endMs: number;
  /** [kWh] */
  lost: number;
}

const STANDBY_SHARE = 0.002;

/**
 * What is left of a device's power.
 *
 * @param available - one-minute means, left as it is. [kW]
 * @param faults - of the device, not overlapping
 */
export function disturbed(
  available: Float64Array,
  faults: readonly InjectedFault[],
  { ratedKw, startMs }: { ratedKw: number; startMs: number },
): { power: Float64Array; losses: KnownLoss[] } {
  const power = available.slice();
  const losses = faults.map((fault) => {
    let lost = 0;
    const end = fault.startMinute + fault.minutes;
    for (let i = fault.startMinute; i < end && i < power.length; i++) {
      const before = at(available, i);
      power[i] = leftOf(before, fault, ratedKw);
      lost += (Math.max(0, before) - Math.max(0, at(power, i))) / 60;
    }
    return { ...fault, startMs: startMs + fault.startMinute * 60_000, endMs: startMs + end * 60_000, lost };
  });
  return { power, losses };
}

function leftOf(available: number, { kind, share = 0 }: InjectedFault, ratedKw: number): number {
  if (kind === 'stop') return Math.min(available, -STANDBY_SHARE * ratedKw);
  if (available <= 0) return available;
  return kind === 'derate' ? available * share : Math.min(available, share * ratedKw);
}
