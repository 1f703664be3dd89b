import type { RawEvent } from '../../events/raw-events.ts';
import { dayBounds, localDay } from '../../time/local-day.ts';
import { computeSiteDay } from '../compute-site-day.ts';
import type { SiteDayInputs } from '../inputs.ts';
import { EMPTY_MEMORY } from '../memory.ts';
import type { SiteDayOutputs } from '../outputs.ts';
import type { SiteConfiguration, SiteDevice } from '../site.ts';
import { contractWith, equippedDevice, smallSite } from './small-site.ts';

const ZONE = 'UTC';
const DAY = localDay(2025, 6, 10);
const STEP_MS = 600_000;
const WINDOW = { startMs: dayBounds(DAY - 2, ZONE).startMs, endMs: dayBounds(DAY + 2, ZONE).endMs };
const COUNT = (WINDOW.endMs - WINDOW.startMs) / STEP_MS;
const OF_DAY = (dayBounds(DAY, ZONE).startMs - WINDOW.startMs) / STEP_MS;

/** A signal by the interval of the day, which is negative on days before: NaN is missing. */
export type Reading = (interval: number) => number;

export interface SmallPlant {
  /** Readings by device and apCode. */
  readings: Readonly<Record<string, Readonly<Record<string, Reading>>>>;
  devices: readonly SiteDevice[];
  site?: Partial<SiteConfiguration>;
  rawEvents?: readonly RawEvent[];
}

/** One day, 10 June 2025 in UTC at ten minutes, of a plant made for a test. */
export function computeSmallPlant({ readings, devices, site = {}, rawEvents = [] }: SmallPlant): SiteDayOutputs {
  const inputs: SiteDayInputs = {
    grid: { startMs: WINDOW.startMs, stepMs: STEP_MS, count: COUNT },
    horizonMs: WINDOW.endMs,
    signals: new Map(
      Object.entries(readings).map(([id, signals]) => [
        id,
        Object.entries(signals).map(([apCode, reading]) => ({
          apCode,
          raw: Float64Array.from({ length: COUNT }, (_, i) => reading(i - OF_DAY)),
        })),
      ]),
    ),
    rawEvents,
    overlays: new Map(),
  };
  return computeSiteDay({ ...smallPlantSite(devices), ...site }, DAY, inputs, EMPTY_MEMORY);
}

/** Start of an interval of the day. */
export function instantOf(interval: number): number {
  return WINDOW.startMs + (OF_DAY + interval) * STEP_MS;
}

/** The sun of the plant: 0 at night, 1 at noon. */
export function sunAt(interval: number): number {
  return Math.max(0, Math.sin((2 * Math.PI * (interval - 36)) / 144));
}

/** Light that changes from interval to interval, as clouds make it. [W/m²] */
export function lightAt(interval: number): number {
  return 850 * sunAt(interval) * (0.9 + 0.1 * Math.sin(interval * 2.4));
}

export function deviceOf(id: string, segmentType: SiteDevice['segmentType'], more: Partial<SiteDevice> = {}): SiteDevice {
  const isGenerator = segmentType === 'WindTurbine' || segmentType === 'Inverter';
  return equippedDevice(id, segmentType, {
    ...(isGenerator && { capacityAc: 1000, capacityDc: 1200 }),
    latitude: 37,
    longitude: 0,
    ...more,
  });
}

function smallPlantSite(devices: readonly SiteDevice[]): SiteConfiguration {
  return smallSite([], {
    zone: ZONE,
    location: { latitude: 37, longitude: 0, altitude: 10 },
    devices: [deviceOf('site', 'Site'), ...devices],
    tariffs: [{ validFromMs: 0, price: { kind: 'fixed', price: 50 } }],
    contract: contractWith('Total', 'Technical', 'Operational'),
  });
}
