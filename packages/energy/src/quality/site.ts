import type { SegmentType } from '../devices/segment-types.ts';
import type { Mounting } from '../pv/cell-temperature.ts';
import type { EnergySource } from '../signals/signal-row.ts';
import type { IntervalGrid } from '../time/interval.ts';
import type { LocalDay } from '../time/local-day.ts';
import type { LearnedRatios } from '../wind/reference-turbines.ts';
import type { PlaneDay } from './checks/plane-consensus.ts';
import type { ReferenceLine } from './learning.ts';
import type { Resolution } from './resolution.ts';
import type { ValueHistory } from './sources/persistence.ts';

/** What is known of one signal of a device in the window. Columns lie on the site's grid, shape (n). */
export interface QualitySignal {
  apCode: string;
  /** As received; NaN is missing. */
  raw: Float64Array;
  /** 1 where a user declared the interval invalid. */
  manualInvalid?: Uint8Array;
  /** Values entered by hand; NaN elsewhere. */
  override?: Float64Array;
  /** Samples each value is made of. */
  sampleCount?: Float64Array;
  /** The same quantity under a cloudless sky. */
  clearSky?: Float64Array;
  /** Learned from earlier days. */
  learned?: SignalMemory;
}

/** What rules know of a signal from earlier days. */
export interface SignalMemory {
  /** `learnSatelliteRatio`. */
  satelliteRatio?: number;
  /** `learnReferenceLine`, by id of the reference. */
  referenceLines?: ReadonlyMap<string, ReferenceLine>;
  /** `learnReferenceRatios`, by id of the reference turbine. */
  referenceRatios?: LearnedRatios;
  /** `planeDays` of days before the window. */
  planeDays?: ReadonlyMap<LocalDay, PlaneDay>;
  /** Good values of days before, for sources that look back further than the window reaches. */
  histories?: readonly ValueHistory[];
}

/** One enabled device with its signals. NaN stands for a number that is not known. */
export interface QualityDevice {
  id: string;
  segmentType: SegmentType;
  energySource: EnergySource;
  /** [kW] */
  capacityAc: number;
  /** [kW] */
  capacityDc: number;
  /** [°] */
  latitude: number;
  longitude: number;
  /** Of the sensor above mean sea level. [m] */
  altitude: number;
  /** Of the hub or the sensor above ground. [m] */
  height: number;
  /** Of the plane, for sensors in one. [°] */
  tilt: number;
  azimuth: number;
  isTracked: boolean;
  mounting?: Mounting;
  /** Samples a complete interval has. */
  samplesPerInterval: number;
  /** Ids of the device or else of its nearest ancestor that has one. */
  primaryWeatherStationId?: string | undefined;
  secondaryWeatherStationId?: string | undefined;
  /** Sensor whose light the device works with. */
  irradianceSensorId?: string | undefined;
  /** Reference turbines, best first. */
  referenceTurbineIds?: readonly string[];
  /** 1 during a loss-bearing event of the plant or a user, shape (n). */
  stopped?: Uint8Array;
  /** 1 during a curtailment event of the plant or a user, or below 97 % of the rating by setpoint, shape (n). */
  curtailed?: Uint8Array;
  /** What it could make of its resource, whatever holds it back. Absent: not known */
  potential?: ResourcePotential;
  /** In what steps a signal was written in the last days, by apCode. Absent, or undefined for a signal: the window tells */
  resolutionOf?: (apCode: string) => Resolution | undefined;
  signals: readonly QualitySignal[];
}

/**
 * Power a device could make in a part of the window by what is measured at the site, shape (part). [kW] NaN where not known; undefined: nothing
 * measures its resource
 *
 * @param telling - values of a signal of a device that can be trusted one by one, shape (part); undefined: it has no such signal
 * @param part - of the window
 */
export type ResourcePotential = (
  telling: (deviceId: string, apCode: string) => Float64Array | undefined,
  part: { start: number; end: number },
) => Float64Array | undefined;

/** Weather of the place by a provider, on the site's grid. */
export interface ExternalWeather {
  providerId: string;
  /** Height of its winds above ground. [m] */
  windHeight: number;
  /** Above mean sea level. [m] */
  altitude: number;
  /** By apCode, shape (n) each; NaN between records. */
  signals: ReadonlyMap<string, Float64Array>;
}

/** A site over a window around the intervals that are asked for. */
export interface QualitySite {
  zone: string;
  grid: IntervalGrid;
  /** Intervals to give values for; the rest of the window is context. Half open. */
  core: { start: number; end: number };
  /** Longest time a value holds without a row of its own: it may rest so much longer. [min] Absent: 0 */
  maxHoldMinutes?: number;
  /** Of the sun at the middle of each interval, shape (n). [°] */
  sunElevation: Float64Array;
  devices: readonly QualityDevice[];
  /** By apCode, shape (n) each; NaN between records. */
  satellite?: ReadonlyMap<string, Float64Array>;
  externalWeather?: readonly ExternalWeather[];
}

/** What became of one signal. */
export interface SignalQuality {
  apCode: string;
  /** Values of the core intervals; NaN where no source had one. */
  values: Float64Array;
  /** Quality bits of the core intervals. */
  flags: Int32Array;
  /** Number of the method that supplied each value; 0 by hand, 255 none. */
  methods: Uint8Array;
  /** Every bit that a test set somewhere in what it looked at. */
  marks: number;
  /** Whether all core intervals were measured and no test marked anything. */
  isFlawless: boolean;
  /** What stood all tests, shape (n) over the window; NaN elsewhere. Never an estimate. Far from the core nothing is tested: as it arrived. */
  good: Float64Array;
  /** What its reference devices have for the core intervals, whether it is needed or not. Absent: its rules name none */
  reference?: Float64Array;
}

export interface DeviceQuality {
  id: string;
  /** In the order of the input. */
  signals: readonly SignalQuality[];
}
