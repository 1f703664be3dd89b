import { standardSheet } from '../../availability/availability-sheets.ts';
import { DEFAULT_CATEGORY_SETS } from '../../events/category-sets.ts';
import type { RawEvent } from '../../events/raw-events.ts';
import { DEFAULT_EXPECTED_METHODS } from '../../production/expected-methods.ts';
import { defaultQualityConfiguration } from '../../quality/default-configuration.ts';
import { compileRules } from '../../quality/rules.ts';
import { dayBounds, type LocalDay, localDay } from '../../time/local-day.ts';
import { computeSiteDay } from '../compute-site-day.ts';
import type { SiteDayInputs } from '../inputs.ts';
import { EMPTY_MEMORY, type SiteMemory } from '../memory.ts';
import type { SiteDayOutputs } from '../outputs.ts';
import type { AvailabilityView, SiteConfiguration, SiteDevice } from '../site.ts';

/** A summer day in Madrid: sun from 6:45 to 21:45 local time. */
export const SMALL_SITE_DAY: LocalDay = localDay(2025, 6, 10);
const ZONE = 'Europe/Madrid';

/** Value of a signal at an interval start; NaN: none. */
export type Reading = (startMs: number) => number;

/** Signals of a device by apCode. */
export type Readings = Readonly<Record<string, Reading>>;

/**
 * A site of few devices with nothing configured but what a test states.
 *
 * @param devices - beside the site itself
 * @param own - what differs from an unconfigured site
 */
export function smallSite(devices: readonly SiteDevice[], own: Partial<SiteConfiguration> = {}): SiteConfiguration {
  return {
    id: 'site',
    zone: ZONE,
    location: { latitude: 40.4, longitude: -3.7, altitude: 600 },
    collectionLoss: 0,
    exportLimit: Number.NaN,
    silenceTreatment: 'noLoss',
    devices: [smallDevice('site', 'Site'), ...devices],
    quality: compileRules(defaultQualityConfiguration()),
    expectedMethods: DEFAULT_EXPECTED_METHODS,
    coefficients: [],
    tariffs: [],
    contract: contractWith('Total', 'Technical'),
    ...own,
  };
}

/**
 * A contract by the standard sheets.
 *
 * @param names - of its views, each by time and by production
 */
export function contractWith(...names: readonly ('Total' | 'Technical' | 'Operational')[]): SiteConfiguration['contract'] {
  const views = names.flatMap((name) =>
    (['time', 'production'] as const).map((basis): AvailabilityView => {
      const sheet = (isSolar: boolean) => standardSheet({ view: name, basis, isSolar });
      return { name, basis, sheets: { PV: sheet(true), Wind: sheet(false), BESS: sheet(false) } };
    }),
  );
  return {
    categories: DEFAULT_CATEGORY_SETS.All,
    views,
    primaryProductionView: 'Technical',
    overdesign: undefined,
    excludesEstimated: false,
  };
}

/**
 * A device of a small site; nothing is known of it but its type and what a test states.
 *
 * @param id - unique
 * @param segmentType - an inverter has 100 kW, a turbine 2,000 kW
 * @param own - what differs
 */
export function smallDevice(id: string, segmentType: SiteDevice['segmentType'], own: Partial<SiteDevice> = {}): SiteDevice {
  const capacityAc = segmentType === 'WindTurbine' ? 2000 : segmentType === 'Inverter' ? 100 : Number.NaN;
  return {
    id,
    parentId: undefined,
    segmentType,
    energySource: segmentType === 'WindTurbine' ? 'Wind' : segmentType === 'BatteryInverter' ? 'BESS' : 'PV',
    capacityAc,
    capacityDc: Number.NaN,
    latitude: 40.4,
    longitude: -3.7,
    altitude: 600,
    height: Number.NaN,
    tilt: Number.NaN,
    azimuth: Number.NaN,
    isTracked: false,
    samplesPerInterval: 1,
    temperatureCoefficient: -0.0037,
    systemLoss: 0.1,
    commissionedMs: Number.NaN,
    cutIn: 3,
    cutOut: 25,
    minStateOfCharge: 0,
    maxStateOfCharge: 100,
    counter: {},
    curves: [],
    codes: { codeSet: [], enterpriseOverrides: [], siteOverrides: [], categories: DEFAULT_CATEGORY_SETS.All },
    ...own,
  };
}

export interface SmallDayOptions {
  readings: Readonly<Record<string, Readings>>;
  day?: LocalDay;
  stepMinutes?: number;
  rawEvents?: readonly RawEvent[];
  memory?: SiteMemory;
}

/**
 * A device of which everything is known that an expectation asks for, in a plane to the south.
 *
 * @param id - unique
 * @param segmentType - of the device
 * @param own - what differs
 */
export function equippedDevice(id: string, segmentType: SiteDevice['segmentType'], own: Partial<SiteDevice> = {}): SiteDevice {
  return smallDevice(id, segmentType, {
    parentId: id === 'site' ? undefined : 'site',
    altitude: 10,
    height: 80,
    tilt: 25,
    azimuth: 180,
    samplesPerInterval: 600,
    plane: { kind: 'fixed', tilt: 25, azimuth: 180 },
    commissionedMs: Date.UTC(2020, 0, 1),
    ...own,
  });
}

/**
 * Computes a day of a small site from readings that hold on all days.
 *
 * @param site - as from `smallSite`
 * @param options - readings by device
 */
export function computeSmallDay(site: SiteConfiguration, options: SmallDayOptions): SiteDayOutputs {
  const { readings, day = SMALL_SITE_DAY, stepMinutes = 10, rawEvents = [], memory = EMPTY_MEMORY } = options;
  const stepMs = stepMinutes * 60_000;
  const { startMs } = dayBounds(day - 2, site.zone);
  const { endMs } = dayBounds(day + 2, site.zone);
  const count = (endMs - startMs) / stepMs;
  const signals = new Map(
    Object.entries(readings).map(([id, ofDevice]) => [
      id,
      Object.entries(ofDevice).map(([apCode, reading]) => ({
        apCode,
        raw: Float64Array.from({ length: count }, (_, i) => reading(startMs + i * stepMs)),
      })),
    ]),
  );
  const inputs: SiteDayInputs = { grid: { startMs, stepMs, count }, horizonMs: endMs, signals, rawEvents, overlays: new Map() };
  return computeSiteDay(site, day, inputs, memory);
}

/**
 * A derived column of a device.
 *
 * @param outputs - of a day
 * @param deviceId - of the device
 * @param signalId - for example `ActivePower||Expected`
 * @returns shape (day.count); NaN throughout where there is no such column
 */
export function derivedColumn({ derived, grid }: SiteDayOutputs, deviceId: string, signalId: string): Float64Array {
  const column = derived.find((each) => each.deviceId === deviceId && each.signalId === signalId);
  return column?.values ?? new Float64Array(grid.count).fill(Number.NaN);
}

/**
 * Power of an inverter on a cloudless day, as a share of its rating: a sine from 4:45 to 19:45 UTC, with ripples so that no two values are alike.
 *
 * @param startMs - interval start
 */
export function sunnyShare(startMs: number): number {
  const hour = (startMs / 3_600_000) % 24;
  const sine = Math.sin((Math.PI * (hour - 4.75)) / 15);
  return sine <= 0 ? 0 : 0.8 * sine + 0.002 * Math.sin(startMs / 700_000);
}
