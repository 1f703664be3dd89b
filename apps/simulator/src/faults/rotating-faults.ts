import { dayBounds, type LocalDay, localDayOf } from '@solvane/energy/time/local-day';
import { toLocalTime } from '@solvane/energy/time/local-time';
import { DAY_MS, HOUR_MS } from '@solvane/energy/time/zone';
import type { SitePlan } from '../fleet/site-plan.ts';
import type { Fault, FaultEffect, FaultWindow } from './fault.ts';

export type FaultSite = Pick<SitePlan, 'id' | 'timezone'>;

/** Where a rotating fault is for one turn. */
interface Turn {
  siteId: string;
  deviceId: string;
  effect: FaultEffect;
}

/** A fault that moves on every day and never leaves the fleet. */
export interface RotatingFault {
  /** Name of the truth, `GT38` to `GT42`. */
  id: string;
  /** When it moves on, after midnight UTC. [h] */
  movesAt: number;
  /** How long a turn goes on after the next one has begun, for what is only noticed after a while. [h] */
  overlap: number;
  turns: readonly Turn[];
}

const CONVERTER_FAULT: FaultEffect = { kind: 'outage', codes: { main: '220', warning: '102' } };
const PITCH_FAULT: FaultEffect = { kind: 'outage', codes: { main: '205', warning: '103' } };
const BATTERY_FAULT: FaultEffect = { kind: 'outage', codes: { main: '2201', warning: '2101' } };
const GROUND_FAULT: FaultEffect = { kind: 'outage', codes: { main: '1220', warning: '1102' } };
const SOUND_MODE: FaultEffect = { kind: 'powerFactor', factor: 0.9, code: '46' };
const HOT_GENERATOR: FaultEffect = { kind: 'powerFactor', factor: 0.8, code: '401' };
const SILENCE: FaultEffect = { kind: 'communicationLoss' };

/**
 * What keeps events open at every minute of the running demo: a stop, a curtailment, a degraded turbine, a silent device and a code that no list
 * explains. All are at sites of the enterprise that is shown first, and no site loses more than a tenth to them. The site with three years of daily
 * history has none.
 */
export const ROTATING_FAULTS: readonly RotatingFault[] = [
  {
    id: 'GT38',
    // Morning of the inverters in the list, so that a stop costs something from its first hour.
    movesAt: 8,
    overlap: 0,
    turns: [
      turnAt('s06-wt-5', CONVERTER_FAULT),
      turnAt('s09-bi-2', BATTERY_FAULT),
      turnAt('s03-inv-2', GROUND_FAULT),
      turnAt('s06-wt-6', PITCH_FAULT),
      turnAt('s09-bi-4', BATTERY_FAULT),
      turnAt('s03-inv-4', GROUND_FAULT),
    ],
  },
  { id: 'GT39', movesAt: 5, overlap: 0, turns: [turnAt('s06-wt-1', SOUND_MODE), turnAt('s06-wt-3', SOUND_MODE)] },
  { id: 'GT40', movesAt: 5, overlap: 0, turns: [turnAt('s06-wt-3', HOT_GENERATOR), turnAt('s06-wt-1', HOT_GENERATOR)] },
  { id: 'GT41', movesAt: 20, overlap: 1, turns: [turnAt('s09-bi-1', SILENCE), turnAt('s09-bi-3', SILENCE)] },
  {
    id: 'GT42',
    movesAt: 13,
    overlap: 0,
    turns: [
      turnAt('s06-wt-2', { kind: 'undocumentedCode', code: '911' }),
      turnAt('s03-inv-1', { kind: 'undocumentedCode', code: '1887' }),
      turnAt('s06-wt-2', { kind: 'undocumentedCode', code: '934' }),
    ],
  },
];

/** The turns of rotating faults that touch a local day of a site, as faults with one window each. */
export function rotatingFaultsOn({ id: siteId, timezone }: FaultSite, { day, faultDay }: { day: LocalDay; faultDay: number }): Fault[] {
  const { startMs, endMs } = dayBounds(day, timezone);
  return ROTATING_FAULTS.flatMap(({ id, movesAt, overlap, turns }) => {
    const longestMs = DAY_MS + overlap * HOUR_MS;
    const firstTurn = Math.floor((startMs - movesAt * HOUR_MS - longestMs) / DAY_MS);
    const lastTurn = Math.ceil((endMs - movesAt * HOUR_MS) / DAY_MS);
    return Array.from({ length: lastTurn - firstTurn + 1 }, (_, i) => firstTurn + i).flatMap((number): Fault[] => {
      const turn = turns[number % turns.length];
      const fromMs = number * DAY_MS + movesAt * HOUR_MS;
      if (turn?.siteId !== siteId || fromMs >= endMs || fromMs + longestMs <= startMs) return [];
      const { deviceId, effect } = turn;
      const windows = [windowOf({ fromMs, toMs: fromMs + longestMs }, { timezone, day, faultDay })];
      return [{ id, siteId, deviceIds: [deviceId], windows, effect }];
    });
  });
}

/** A period as days and local hours, counted from the number that a day has in the fault calendar. */
function windowOf(
  { fromMs, toMs }: { fromMs: number; toMs: number },
  { timezone, day, faultDay }: { timezone: string; day: LocalDay; faultDay: number },
): FaultWindow {
  const numberOf = (timeMs: number) => faultDay + localDayOf(timeMs, timezone) - day;
  const hourOf = (timeMs: number) => (toLocalTime(timeMs, timezone) % DAY_MS) / HOUR_MS;
  return { fromDay: numberOf(fromMs), fromHour: hourOf(fromMs), toDay: numberOf(toMs), toHour: hourOf(toMs) };
}

function turnAt(deviceId: string, effect: FaultEffect): Turn {
  return { siteId: deviceId.slice(0, 3), deviceId, effect };
}
