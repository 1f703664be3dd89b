import type { OverlayEntry } from '../events/overlay.ts';
import type { RawEvent } from '../events/raw-events.ts';
import type { ExternalWeather, QualitySignal } from '../quality/site.ts';
import type { IntervalGrid } from '../time/interval.ts';

/** What arrived from one site around one day, and what people said about it. */
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
  /** Everything that overlaps the grid, of all devices. Detected events of the day itself are found anew. */
  rawEvents: readonly RawEvent[];
  /** Edits of people by device. */
  overlays: ReadonlyMap<string, readonly OverlayEntry[]>;
}

export interface ReportedSignal extends Omit<QualitySignal, 'clearSky' | 'learned'> {
  /** Spread of the samples inside each interval, shape (grid.count). */
  standardDeviation?: Float64Array;
}
