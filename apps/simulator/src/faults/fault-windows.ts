import type { LocalDay } from '@solvane/energy/time/local-day';
import { compatibleInstant } from '@solvane/energy/time/local-time';
import { DAY_MS, HOUR_MS } from '@solvane/energy/time/zone';
import { type FaultClock, faultDayOf } from '../calendar/day-frame.ts';
import { DEMO_FAULTS } from './demo-faults.ts';
import type { Fault, FaultEffect, FaultKind, FaultWindow } from './fault.ts';
import { type FaultSite, rotatingFaultsOn } from './rotating-faults.ts';

/** A fault on a day it acts. */
export interface ActiveFault<K extends FaultKind = FaultKind> {
  fault: Fault;
  effect: Extract<FaultEffect, { kind: K }>;
  /** The window that touches the day. */
  window: FaultWindow;
}

/** Hours are sums of sixths: equal only up to rounding. */
const TOLERANCE = 1e-6;

/** All faults of a site that act on a local day. Rotating faults belong to the running demo alone. */
export function faultsOn(site: FaultSite, { day, clock }: { day: LocalDay; clock: FaultClock }): ActiveFault[] {
  const faultDay = faultDayOf(day, clock);
  const rotating = clock.kind === 'calendarYear' ? rotatingFaultsOn(site, { day, faultDay }) : [];
  return [...DEMO_FAULTS.filter((fault) => fault.siteId === site.id), ...rotating].flatMap((fault) =>
    fault.windows.filter((window) => touches(window, faultDay)).map((window) => ({ fault, effect: fault.effect, window })),
  );
}

/** Those of one kind; with a device, only those that concern it. */
export function ofKind<K extends FaultKind>(faults: readonly ActiveFault[], kind: K, deviceId?: string): ActiveFault<K>[] {
  const found: ActiveFault<K>[] = [];
  for (const { fault, effect, window } of faults) {
    if (!isKind(effect, kind)) continue;
    if (deviceId === undefined || concerns(fault, deviceId)) found.push({ fault, effect, window });
  }
  return found;
}

/** Whether an interval, by the day and hour of its local start, lies in the window. */
export function isActive(window: FaultWindow, faultDay: number, hour: number): boolean {
  const { fromDay, fromHour = 0, toDay = Number.POSITIVE_INFINITY, toHour = 24, dailyHours } = window;
  const instant = faultDay * 24 + hour + TOLERANCE;
  if (instant < fromDay * 24 + fromHour || instant >= toDay * 24 + toHour) return false;
  if (!dailyHours) return true;
  const [from, to] = dailyHours;
  const clock = hour + TOLERANCE;
  return from <= to ? clock >= from && clock < to : clock >= from || clock < to;
}

/** The instants a window stands for when day 0 of the fault calendar is a given local day; null: it never ends. */
export function windowPeriod(
  { fromDay, fromHour = 0, toDay, toHour = 24 }: FaultWindow,
  { dayZero, timezone }: { dayZero: LocalDay; timezone: string },
): { startMs: number; endMs: number | null } {
  const instant = (day: number, hour: number) => compatibleInstant((dayZero + day) * DAY_MS + Math.round(hour * HOUR_MS), timezone);
  return { startMs: instant(fromDay, fromHour), endMs: toDay === undefined ? null : instant(toDay, toHour) };
}

function concerns({ deviceIds }: Fault, deviceId: string): boolean {
  return deviceIds === undefined || deviceIds.includes(deviceId);
}

function touches({ fromDay, toDay = Number.POSITIVE_INFINITY }: FaultWindow, faultDay: number): boolean {
  return faultDay >= fromDay && faultDay <= toDay;
}

function isKind<K extends FaultKind>(effect: FaultEffect, kind: K): effect is Extract<FaultEffect, { kind: K }> {
  return effect.kind === kind;
}
