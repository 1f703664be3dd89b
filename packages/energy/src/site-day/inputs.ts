import type { OverlayEntry } from '../events/overlay.ts';
import type { RawEvent } from '../events/raw-events.ts';
import type { ExternalWeather, QualitySignal } from '../quality/site.ts';
import type { IntervalGrid } from '../time/interval.ts';

/** What arrived from one site around one day, and what people entered about it. */
export interface SiteDayInputs {
  /** Native intervals of the day and of two days before and after. */
  grid: IntervalGrid;
  /** End of the last complete interval: nothing is known of what begins at or after it. */
  horizonMs: number;
  /** End of the last complete interval of all time: events that go on last until then. Absent: `horizonMs` */
  nowMs?: number;
  /** First point that ever came from the site: nothing was silent before. Absent: earlier than the grid. */
  beginMs?: number | undefined;
  /** Signals by device; columns of shape (grid.count). Clear sky and what was learned are not stated here: they are added. */
  signals: ReadonlyMap<string, readonly ReportedSignal[]>;
  /** By apCode, shape (grid.count) each. */
  satellite?: ReadonlyMap<string, Float64Array>;
  externalWeather?: readonly ExternalWeather[];
  /** Everything that overlaps the grid, of all devices. Detected events of the day itself are found again. */
  rawEvents: readonly RawEvent[];
  /** Edits of people by device. */
  overlays: ReadonlyMap<string, readonly OverlayEntry[]>;
}

/** What a register showed at the end of an interval beyond the grid. */
export interface RegisterReading {
  /** Of the interval: below 0 before the grid, from its count on behind it. */
  position: number;
  /** [kWh] */
  value: number;
}

export interface ReportedSignal extends Omit<QualitySignal, 'clearSky' | 'learned'> {
  /** Spread of the samples inside each interval, shape (grid.count). */
  standardDeviation?: Float64Array;
  /** Of a register: the last reading before the grid and the first one behind it. Absent: none is known, or the grid has one at that end */
  readingBefore?: RegisterReading;
  readingAfter?: RegisterReading;
}
