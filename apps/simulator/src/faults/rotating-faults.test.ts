import { HOUR_MS } from '@solvane/energy/time/zone';
import { describe, expect, test } from 'vitest';
import type { DemoEvent } from '../events/raw-event.ts';
import { eventsIn } from '../events/site-events.ts';
import { demoFleetDescription } from '../fleet/demo-fleet.ts';
import { DEMO_SITES } from '../fleet/demo-sites.ts';
import { EVENT_CODE_LISTS } from '../fleet/event-codes.ts';
import { createDemoWorld, getPlan } from '../plant/demo-world.ts';
import { siteReadings } from '../readings/site-readings.ts';
import { FIRST_DAY } from '../testing/test-world.ts';
import { isActive } from './fault-windows.ts';
import { ROTATING_FAULTS, rotatingFaultsOn } from './rotating-faults.ts';

const world = createDemoWorld({ clock: { kind: 'calendarYear' }, countersFrom: FIRST_DAY });
const types = new Map(EVENT_CODE_LISTS.flatMap(({ codes }) => codes.map(({ code, eventType }) => [code, eventType] as const)));

/** Raw codes that are up at an instant, but for what only informs. */
function openAt(timeMs: number): DemoEvent[] {
  return DEMO_SITES.flatMap((plan) => eventsIn(world, plan, { startMs: timeMs, endMs: timeMs + 1 })).filter(
    ({ code }) => types.get(code) !== 'Informational',
  );
}

describe('faults that rotate through the running demo', () => {
  test('keep a stop, an order, a degraded device and an unmapped code open, through turns, clock changes and new year', () => {
    const instants = [
      '2026-03-29T01:30:00Z',
      '2026-06-10T15:59:00Z',
      '2026-06-10T16:01:00Z',
      '2026-11-01T06:30:00Z',
      '2027-01-01T00:00:00Z',
    ];
    for (const instant of instants) {
      const found = new Set(openAt(Date.parse(instant)).map(({ code }) => types.get(code) ?? 'unmapped'));
      expect([...found], instant).toEqual(expect.arrayContaining(['Downtime', 'Curtailment', 'Degraded', 'unmapped']));
    }
  });

  test('keep a device silent in every hour of a week', () => {
    const fault = ROTATING_FAULTS.find(({ id }) => id === 'GT41');
    const sites = [...new Set(fault?.turns.map(({ siteId }) => siteId))].map(getPlan);
    for (let hour = 0; hour < 7 * 24; hour++) {
      const timeMs = Date.parse('2026-10-29T00:00:00Z') + hour * HOUR_MS;
      const silent = sites.flatMap((plan) => silentAt(plan.id, timeMs));
      expect(silent.length, new Date(timeMs).toISOString()).toBeGreaterThanOrEqual(1);
    }
  });

  test('are read in the data: the device sends nothing', () => {
    const day = FIRST_DAY + 500;
    const days = Array.from({ length: 4 }, (_, i) => siteReadings(world, getPlan('s09'), day + i));
    const values = days.flatMap(({ signals, columns }) =>
      signals.flatMap(({ device }, c) => (/-bi-[13]$/.test(device.id) ? [...(columns[c] ?? [])] : [])),
    );
    // Four turns of 25 hours in the four days of two devices.
    expect(values.filter(Number.isNaN).length / values.length).toBeCloseTo((4 * 25) / (2 * 4 * 24), 1.5);
  });

  test('name devices of the enterprise that is shown first, and spare the site with the long history', () => {
    const ids = new Set(demoFleetDescription().sites?.flatMap(({ segments = [] }) => segments.map(({ id }) => id)));
    const turns = ROTATING_FAULTS.flatMap((fault) => fault.turns);
    for (const { deviceId } of turns) expect(ids.has(deviceId), deviceId).toBe(true);
    expect([...new Set(turns.map(({ siteId }) => getPlan(siteId).enterpriseId))]).toEqual(['aurora']);
    expect(turns.filter(({ siteId }) => siteId === 's01')).toEqual([]);
  });

  test('never meet at one device', () => {
    for (let day = FIRST_DAY; day < FIRST_DAY + 60; day++) {
      const found = ['s03', 's06', 's09'].flatMap((id) => rotatingFaultsOn(getPlan(id), { day, faultDay: 0 }));
      const midday = found.filter(({ windows }) => windows.some((window) => isActive(window, 0, 12)));
      expect(new Set(midday.map(({ deviceIds }) => deviceIds?.[0])).size).toBe(midday.length);
    }
  });
});

function silentAt(siteId: string, timeMs: number): string[] {
  const { timezone } = getPlan(siteId);
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' }).format(timeMs);
  const [date = '', clock = ''] = local.split(' ');
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const day = Date.parse(`${date}T00:00:00Z`) / (24 * HOUR_MS);
  return rotatingFaultsOn({ id: siteId, timezone }, { day, faultDay: 100 })
    .filter(({ id, windows }) => id === 'GT41' && windows.some((window) => isActive(window, 100, hours + minutes / 60)))
    .flatMap(({ deviceIds = [] }) => deviceIds);
}
