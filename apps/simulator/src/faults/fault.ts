/** When a fault acts, in days of the fault calendar and local clock hours. */
export interface FaultWindow {
  fromDay: number;
  /** Local hour on the first day. Absent: 0. */
  fromHour?: number;
  /** Last day, inclusive. Absent: it never ends. */
  toDay?: number;
  /** Local hour on the last day, exclusive. Absent: 24. */
  toHour?: number;
  /** Only between these local hours of every day; from > to runs over midnight. */
  dailyHours?: readonly [from: number, to: number];
}

/** Raw codes a device sends while it is stopped. They overlap on purpose: real controllers do. */
export interface OutageCodes {
  /** Sent for exactly the outage. */
  main: string;
  /** A Downtime code that starts inside and ends some minutes late. Absent: none, so that nothing stays open after the stop. */
  second?: string;
  /** A Warning from 20 minutes before. */
  warning: string;
}

/** What goes wrong, by physical effect; the last four make the weather that a fault needs. */
export type FaultEffect =
  | { kind: 'soiling'; lossPerDay: number; rainChance?: number; cleaningEveryDays?: number }
  | { kind: 'outage'; codes?: OutageCodes }
  | { kind: 'dcLoss'; share: number }
  | { kind: 'sensorDrift'; apCode: 'IrradiancePOA'; perYear: number }
  | { kind: 'trackerStuck'; angle: number }
  | { kind: 'communicationLoss' }
  | { kind: 'curtailment'; share: number; code: string }
  | { kind: 'snow'; depthCm: number }
  | { kind: 'clockShift'; minutes: number }
  | { kind: 'efficiencyDrift'; atEnd: number }
  | { kind: 'marketCurtailment'; code: string }
  | { kind: 'icing'; powerShare: number }
  | { kind: 'yawOffset'; angle: number }
  | { kind: 'powerCap'; kw: number }
  | { kind: 'powerFactor'; factor: number; code?: string }
  | { kind: 'undocumentedCode'; code: string }
  | { kind: 'pitchSpread'; angle: number }
  | { kind: 'stuckAnemometer' }
  | { kind: 'cellImbalance'; millivoltsPerDay: number }
  | { kind: 'heatDerating'; above: number; share: number; code: string }
  | { kind: 'missedDispatch'; share: number }
  | { kind: 'stuckIrradiance'; value: number }
  | { kind: 'irradianceSpikes'; atHours: readonly number[]; height: number }
  | { kind: 'coldSpell'; maxTemperature: number }
  | { kind: 'heatWave'; warmer: number }
  | { kind: 'storm'; windier: number }
  | { kind: 'clearSky' };

export type FaultKind = FaultEffect['kind'];

/** One injected fault of known truth. */
export interface Fault {
  /** Name of the truth, `GT01` to `GT42`. */
  id: string;
  siteId: string;
  /** Absent: the whole site. */
  deviceIds?: readonly string[];
  windows: readonly FaultWindow[];
  effect: FaultEffect;
}
