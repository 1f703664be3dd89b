import { channelSeed } from './hash-noise.ts';

/** Noise channels of a site. Numbers are part of the data: never reuse or move one. */
const SITE_CHANNELS = {
  sky: 1,
  clouds: 2,
  temperature: 3,
  breeze: 4,
  rainChance: 5,
  rainAmount: 6,
  price: 7,
  pressure: 8,
  humidity: 9,
  windWeeks: 10,
  windDays: 11,
  windHours: 12,
  windHour: 13,
  windMinutes: 14,
  directionSlow: 15,
  directionFast: 16,
  depthFirst: 17,
  depthSecond: 18,
  satelliteSlow: 19,
  satelliteFast: 20,
  gridControl: 21,
  rainStart: 22,
  unexplainedCode: 24,
  unexplainedStart: 25,
} as const;

/** Noise channels of a device. */
const DEVICE_CHANNELS = {
  spread: 1,
  power: 2,
  turbulence: 3,
  vane: 4,
  sensor: 5,
  secondSensor: 6,
  thirdSensor: 7,
  nightOffset: 8,
  temperature: 9,
  warningChance: 10,
  warningStart: 11,
  codeDelay: 12,
  cells: 13,
  counterStart: 14,
} as const;

/** Channels from here on are the gaps of the device's signals. */
const FIRST_GAP_CHANNEL = 40;

/** Where the chance of one site comes from. */
export interface SiteNoise {
  fleetSeed: number;
  siteNo: number;
}

export function siteSeed({ fleetSeed, siteNo }: SiteNoise, channel: keyof typeof SITE_CHANNELS): number {
  return channelSeed({ fleetSeed, siteNo, deviceNo: 0, channel: SITE_CHANNELS[channel] });
}

export function deviceSeed({ fleetSeed, siteNo }: SiteNoise, deviceNo: number, channel: keyof typeof DEVICE_CHANNELS): number {
  // The site itself is device 0 and has channels of its own; no device has that number.
  return channelSeed({ fleetSeed, siteNo, deviceNo, channel: DEVICE_CHANNELS[channel] });
}

export function gapSeed({ fleetSeed, siteNo }: SiteNoise, deviceNo: number, signalNo: number): number {
  return channelSeed({ fleetSeed, siteNo, deviceNo, channel: FIRST_GAP_CHANNEL + signalNo });
}
