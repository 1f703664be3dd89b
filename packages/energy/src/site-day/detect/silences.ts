import { silent } from '../../events/detected-events.ts';
import { LOWEST_SWITCH, nightStandby } from '../../events/night-standby.ts';
import { DAY_MS } from '../../time/zone.ts';
import type { SiteDayInputs } from '../inputs.ts';
import type { DeviceTree } from '../layout/device-tree.ts';
import { ofDay, type SiteFrame } from '../layout/frame.ts';

/** Time in which no signal of a device arrived, columns of shape (span.count). */
export interface Silence {
  /** 1 where it should have sent. */
  lost: Uint8Array;
  /** 1 where a PV logger sleeps. Absent: never */
  standby?: Uint8Array;
  /** The sun stayed too low all day for a logger to wake, and none of its values came. Absent: not so */
  isDark?: true;
}

interface SilenceContext {
  siteId: string;
  tree: DeviceTree;
  frame: SiteFrame;
  inputs: SiteDayInputs;
}

/**
 * Which devices fell silent around the day, and where that is the night standby of a PV logger.
 *
 * @param context - what arrived
 * @returns by device; none that has no signals or always sent
 */
export function findSilences({ siteId, tree, frame, inputs }: SilenceContext): Map<string, Silence> {
  const silences = new Map<string, Silence>();
  for (const { id, energySource } of tree.devices) {
    const columns = (inputs.signals.get(id) ?? []).map(({ raw }) => raw);
    // The site itself is no device: its signals come from markets and providers.
    if (columns.length === 0 || id === siteId) continue;
    const lost = silent(columns, frame.spanInWindow);
    const { beginMs = Number.NEGATIVE_INFINITY } = inputs;
    for (let i = 0; i < lost.length && (frame.startsMs[i] ?? 0) < beginMs; i++) lost[i] = 0;
    if (!lost.includes(1)) continue;
    const standby = energySource === 'PV' ? standbyOf(columns, frame, inputs) : undefined;
    if (standby) for (let i = 0; i < lost.length; i++) if (standby[i] === 1) lost[i] = 0;
    const isDark = standby !== undefined && isTooDark(frame) && ofDay(standby, frame).every((flag) => flag === 1);
    silences.set(id, { lost, ...(standby && { standby }), ...(isDark && { isDark }) });
  }
  return silences;
}

function isTooDark({ sunElevation, spanInWindow, dayInSpan, day, dayBounds }: SiteFrame): boolean {
  const first = spanInWindow.start + dayInSpan.start;
  const isOver = day.startMs + day.count * day.stepMs >= dayBounds.endMs;
  for (let i = first; i < first + day.count; i++) if ((sunElevation[i] ?? Number.NaN) >= LOWEST_SWITCH) return false;
  return isOver;
}

/** The window shows when a silence began; what lies beyond the data is not known. */
function standbyOf(columns: readonly Float64Array[], frame: SiteFrame, { horizonMs }: SiteDayInputs): Uint8Array | undefined {
  const { window, spanInWindow, sunElevation } = frame;
  const known = Math.max(0, Math.min(window.count, Math.floor((horizonMs - window.startMs) / window.stepMs)));
  const standby = nightStandby({
    silent: silent(columns, { start: 0, end: known }),
    sunElevation: sunElevation.subarray(0, known),
    perDay: Math.round(DAY_MS / window.stepMs),
    stepMs: window.stepMs,
  });
  const ofSpan = standby.slice(spanInWindow.start, spanInWindow.end);
  return ofSpan.includes(1) ? ofSpan : undefined;
}
