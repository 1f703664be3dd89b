import { isDaylight, sunPositions } from '@solvane/energy/pv/sun-position';
import { DAY_MS } from '@solvane/energy/time/zone';
import { type DayFrame, STEP_MS } from '../calendar/day-frame.ts';
import { at, column } from '../columns/column.ts';
import type { DemoDevice } from '../fleet/demo-devices.ts';
import { EVENT_CODE_LISTS, type ManufacturerName } from '../fleet/event-codes.ts';
import type { SitePlan } from '../fleet/site-plan.ts';
import { deviceSeed, type SiteNoise, siteSeed } from '../noise/channels.ts';
import { hash2, uniformNoise } from '../noise/hash-noise.ts';
import type { TurbineDay } from '../wind/turbine-day.ts';
import { type DemoEvent, rawEvent } from './raw-event.ts';
import { runsOf } from './runs.ts';

/** Chance that a device warns of something on a day, without any loss. */
const WARNING_CHANCE = 0.012;
/** Chance that a code without documentation appears on a day. */
const UNDOCUMENTED_CHANCE = 0.05;
const UNDOCUMENTED_SITE = 's12';
const CUT_IN = 3;
const CUT_OUT = 25;
const MINUTE_MS = 60_000;

/** Inverters wait for the sun: from dusk to the next dawn. */
export function nightEvents(
  { plan, noise, frame }: { plan: SitePlan; noise: SiteNoise; frame: DayFrame },
  inverters: readonly DemoDevice[],
): DemoEvent[] {
  const { latitude, longitude, altitude } = plan;
  const length = Math.round((1.5 * DAY_MS) / STEP_MS);
  const timesMs = column(length, (i) => frame.startMs + (i + 0.5) * STEP_MS);
  const { apparentZenith } = sunPositions({ timesMs, location: { latitude, longitude, altitude } });
  const isUp = (i: number) => isDaylight(at(apparentZenith, i));
  let dusk = frame.length - 1;
  while (dusk > 0 && !(isUp(dusk - 1) && !isUp(dusk))) dusk--;
  let dawn = dusk;
  while (dawn < length && !isUp(dawn)) dawn++;
  if (dusk === 0 || dawn === length) return [];
  return inverters.map(({ id, deviceNo }) => {
    const chance = (index: number) => uniformNoise(deviceSeed(noise, deviceNo, 'codeDelay'), frame.day * 4 + index);
    return rawEvent(id, '1001', {
      startMs: frame.startMs + dusk * STEP_MS + chance(2) * 8 * MINUTE_MS,
      endMs: frame.startMs + dawn * STEP_MS + chance(3) * 8 * MINUTE_MS,
    });
  });
}

/** Turbines say when the wind is too low or too high for them. */
export function windLimitEvents(frame: DayFrame, turbines: readonly TurbineDay[]): DemoEvent[] {
  return turbines.flatMap(({ device, windSpeed }) => [
    ...runsOf(frame, (i) => at(windSpeed, i) < CUT_IN, 3).map((run) => rawEvent(device.id, '2', run)),
    ...runsOf(frame, (i) => at(windSpeed, i) > CUT_OUT).map((run) => rawEvent(device.id, '31', run)),
  ]);
}

/** Now and then a device warns of something and all goes on as before. */
export function warningEvents({ noise, frame }: { noise: SiteNoise; frame: DayFrame }, devices: readonly DemoDevice[]): DemoEvent[] {
  return devices.flatMap(({ id, kind, deviceNo }) => {
    const warnings = warningsOf(kind);
    const seed = deviceSeed(noise, deviceNo, 'warningChance');
    const code = warnings[hash2(seed, frame.day * 2 + 1) % Math.max(1, warnings.length)];
    if (code === undefined || uniformNoise(seed, frame.day * 2) >= WARNING_CHANCE) return [];
    const startSeed = deviceSeed(noise, deviceNo, 'warningStart');
    const startMs = frame.startMs + uniformNoise(startSeed, frame.day * 2) * (frame.endMs - frame.startMs);
    return [rawEvent(id, code, { startMs, endMs: startMs + (5 + 85 * uniformNoise(startSeed, frame.day * 2 + 1)) * MINUTE_MS })];
  });
}

/** Codes that stand in no list, on one site only. */
export function undocumentedEvents(
  { plan, noise, frame }: { plan: SitePlan; noise: SiteNoise; frame: DayFrame },
  devices: readonly DemoDevice[],
): DemoEvent[] {
  if (plan.id !== UNDOCUMENTED_SITE) return [];
  return EVENT_CODE_LISTS.flatMap(({ manufacturer, undocumented }, l) =>
    undocumented.flatMap(({ code }, c) => {
      const index = (frame.day * 4 + l) * 8 + c;
      const chance = siteSeed(noise, 'unexplainedCode');
      const madeByThem = devices.filter(({ kind }) => manufacturerOf(kind) === manufacturer);
      const device = madeByThem[hash2(chance, index * 2 + 1) % Math.max(1, madeByThem.length)];
      if (!device || uniformNoise(chance, index * 2) >= UNDOCUMENTED_CHANCE) return [];
      const start = siteSeed(noise, 'unexplainedStart');
      const startMs = frame.startMs + uniformNoise(start, index * 2) * (frame.endMs - frame.startMs);
      return [rawEvent(device.id, code, { startMs, endMs: startMs + (2 + 40 * uniformNoise(start, index * 2 + 1)) * MINUTE_MS })];
    }),
  );
}

function manufacturerOf(kind: DemoDevice['kind']): ManufacturerName | undefined {
  if (kind === 'inverter' || kind === 'controller') return 'Lumenar';
  if (kind === 'turbine') return 'Aerostrom';
  return kind === 'batteryInverter' ? 'Kelvar' : undefined;
}

function warningsOf(kind: DemoDevice['kind']): string[] {
  const manufacturer = kind === 'controller' ? undefined : manufacturerOf(kind);
  const list = EVENT_CODE_LISTS.find((each) => each.manufacturer === manufacturer);
  return list?.codes.filter(({ eventType }) => eventType === 'Warning').map(({ code }) => code) ?? [];
}
