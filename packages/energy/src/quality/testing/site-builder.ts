import type { SegmentType } from '../../devices/segment-types.ts';
import type { QualityConfiguration, SignalRules } from '../configuration.ts';
import { defaultQualityConfiguration } from '../default-configuration.ts';
import { compileRules } from '../rules.ts';
import type { QualityDevice, QualitySignal, QualitySite, SignalQuality } from '../site.ts';
import { validateSite } from '../validate-site.ts';

/** Intervals of a site in tests: four hours of ten minutes, all of them asked for. */
export const LENGTH = 24;
export const DEFAULT_RULES = compileRules(defaultQualityConfiguration());

export function constant(value: number): Float64Array {
  return new Float64Array(LENGTH).fill(value);
}

export function ramp(start: number, step: number): Float64Array {
  return Float64Array.from({ length: LENGTH }, (_, i) => start + i * step);
}

/** A signal of a level that moves a little from interval to interval. */
export function wave(level: number): Float64Array {
  return Float64Array.from({ length: LENGTH }, (_, i) => level * (1 + 0.01 * Math.sin(i)));
}

export function changed(values: Float64Array, changes: Record<number, number>): Float64Array {
  const out = values.slice();
  for (const [i, value] of Object.entries(changes)) out[Number(i)] = value;
  return out;
}

export function device(
  id: string,
  segmentType: SegmentType,
  signals: Record<string, Float64Array | Omit<QualitySignal, 'apCode'>>,
): QualityDevice {
  return {
    id,
    segmentType,
    energySource: segmentType === 'WindTurbine' ? 'Wind' : 'PV',
    capacityAc: 1000,
    capacityDc: 1000,
    latitude: 50,
    longitude: 10,
    altitude: 500,
    height: 10,
    tilt: 25,
    azimuth: 180,
    isTracked: false,
    samplesPerInterval: 600,
    signals: Object.entries(signals).map(([apCode, signal]) =>
      signal instanceof Float64Array ? { apCode, raw: signal } : { ...signal, apCode },
    ),
  };
}

export function siteOf(devices: readonly QualityDevice[], extra: Partial<QualitySite> = {}): QualitySite {
  return {
    zone: 'Europe/Madrid',
    grid: { startMs: Date.parse('2025-06-21T08:00Z'), stepMs: 600_000, count: LENGTH },
    core: { start: 0, end: LENGTH },
    sunElevation: constant(40),
    devices,
    ...extra,
  };
}

export function validated(
  devices: readonly QualityDevice[],
  apCode: string,
  id = devices[0]?.id ?? '',
  rules = DEFAULT_RULES,
): SignalQuality {
  return signalOf(validateSite(siteOf(devices), rules), id, apCode);
}

export function signalOf(results: ReturnType<typeof validateSite>, id: string, apCode: string): SignalQuality {
  const signal = results.find((one) => one.id === id)?.signals.find((one) => one.apCode === apCode);
  if (signal === undefined) throw new Error(`no ${apCode} of ${id}`);
  return signal;
}

/** The default configuration with other rules for one signal. */
export function rulesFor(apCode: string, change: (rules: SignalRules) => SignalRules): ReturnType<typeof compileRules> {
  const configuration: QualityConfiguration = {
    signals: defaultQualityConfiguration().signals.map((signal) => (signal.apCode === apCode ? change(signal) : signal)),
  };
  return compileRules(configuration);
}
