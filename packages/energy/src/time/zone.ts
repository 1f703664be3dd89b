export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

/** A period in which a zone keeps one distance from UTC. */
export interface OffsetSpan {
  /** First instant of the span. */
  startMs: number;
  /** First instant after it. */
  endMs: number;
  /** Local clock minus UTC. */
  offsetMs: number;
  /** The latest local day any earlier instant belonged to: clocks that go back over midnight do not bring a day back. */
  dayFloor: number;
}

// Wide enough that a walk over a year of data asks for transitions once, short enough to open a zone in well under a millisecond.
const STRIDE_MS = 400 * DAY_MS;
// The edges of what Temporal can express, an offset and a stride inside.
const FIRST_MS = -8.64e15 + 2 * DAY_MS;
const LAST_MS = 8.64e15 - 2 * DAY_MS;

const zones = new Map<string, Zone>();

/**
 * Whether a text names a time zone of the IANA database known here. Offsets like `+01:00` are no zones.
 *
 * @param text - for example `Europe/Stockholm`
 */
export function isZone(text: string): boolean {
  return findZone(text) !== undefined;
}

/**
 * Whether a text names a zone or a fixed offset, as loggers keep that never change their clock.
 *
 * @param text - for example `Europe/Stockholm`, `-08:00` or `+0530`
 */
export function isZoneOrOffset(text: string): boolean {
  return isZone(text) || /^[+-]\d{2}:?\d{2}$/.test(text);
}

/**
 * Local clock minus UTC at an instant.
 *
 * @param instantMs - instant
 * @param zone - IANA zone
 * @returns the offset in milliseconds, positive east of Greenwich
 * @throws RangeError for an unknown zone
 */
export function offsetMsAt(instantMs: number, zone: string): number {
  return spanAt(instantMs, zone).offsetMs;
}

/**
 * The range of constant offset an instant lies in. Transitions are looked up once per zone and year, so that asking again costs
 * nanoseconds.
 *
 * @param instantMs - instant
 * @param zone - IANA zone
 * @throws RangeError for an unknown zone, or for a number that is no instant
 */
export function spanAt(instantMs: number, zone: string): OffsetSpan {
  return getZone(zone).spanAt(instantMs);
}

/** Transitions of one zone, extended as instants are asked for. */
class Zone {
  readonly #id: string;
  #spans: OffsetSpan[] = [];
  #recent: OffsetSpan | undefined;

  constructor(id: string) {
    this.#id = id;
    this.#at(0); // throws for a name that is no zone
  }

  spanAt(instantMs: number): OffsetSpan {
    const recent = this.#recent;
    if (recent !== undefined && instantMs >= recent.startMs && instantMs < recent.endMs) return recent;
    this.#recent = this.#findSpan(instantMs);
    return this.#recent;
  }

  #findSpan(instantMs: number): OffsetSpan {
    if (!(instantMs >= FIRST_MS && instantMs <= LAST_MS)) throw new RangeError(`Not an instant: ${instantMs}`);
    const first = this.#spans[0];
    const last = this.#spans.at(-1);
    if (first === undefined || last === undefined || instantMs < first.startMs || instantMs >= last.endMs) this.#cover(instantMs);
    let low = 0;
    let high = this.#spans.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#spans[middle]?.startMs ?? Number.POSITIVE_INFINITY) <= instantMs) low = middle;
      else high = middle - 1;
    }
    const span = this.#spans[low];
    if (span === undefined) throw new RangeError(`No offset of ${this.#id} at ${instantMs}`);
    return span;
  }

  /** Rebuilds the spans so that they reach a stride beyond the instant; what was known stays covered. */
  #cover(instantMs: number): void {
    const fromMs = Math.min(instantMs - STRIDE_MS, this.#spans[0]?.startMs ?? Number.POSITIVE_INFINITY);
    const toMs = Math.max(instantMs + STRIDE_MS, this.#spans.at(-1)?.endMs ?? Number.NEGATIVE_INFINITY);
    let zoned = this.#at(Math.max(Math.floor(fromMs), FIRST_MS));
    // A transition at the very instant belongs to the span: look for it from one millisecond later.
    let startMs = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? Number.NEGATIVE_INFINITY;
    let offsetBefore = Number.isFinite(startMs) ? this.#at(startMs - 1).offsetNanoseconds / 1e6 : 0;
    const spans: OffsetSpan[] = [];
    for (;;) {
      const next = zoned.getTimeZoneTransition('next');
      const endMs = next?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
      const offsetMs = zoned.offsetNanoseconds / 1e6;
      spans.push({ startMs, endMs, offsetMs, dayFloor: Math.floor((startMs - 1 + offsetBefore) / DAY_MS) });
      if (next === null || endMs >= toMs) break;
      zoned = next;
      startMs = endMs;
      offsetBefore = offsetMs;
    }
    this.#spans = spans;
  }

  #at(instantMs: number): Temporal.ZonedDateTime {
    return globalThis.Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(this.#id);
  }
}

function getZone(id: string): Zone {
  const zone = zones.get(id) ?? findZone(id);
  if (zone === undefined) throw new RangeError(`Unknown time zone ${id}`);
  return zone;
}

function findZone(id: string): Zone | undefined {
  const known = zones.get(id);
  if (known !== undefined) return known;
  if (!/^[A-Za-z]/.test(id)) return undefined;
  try {
    const zone = new Zone(id);
    zones.set(id, zone);
    return zone;
  } catch (error) {
    if (error instanceof RangeError) return undefined; // what Temporal throws for a name it does not know
    throw error;
  }
}
