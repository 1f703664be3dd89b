import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { RejectReason } from '@solvane/contract/ingest';
import { hasSignal } from '@solvane/energy/devices/segment-signals';
import { isSegmentType } from '@solvane/energy/devices/segment-types';
import { CALC_TYPES, isCalcType } from '@solvane/energy/signals/calc-types';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import type { SignalCalcPeriod } from '@solvane/energy/time/interval';
import { convertUnit, isUnit, parseUnit } from '@solvane/energy/units/units';

export interface SeriesReference {
  segmentId: string;
  /** `apCode||calcType`, or an apCode alone for Raw. */
  signal: string;
  /** Unit of the values; undefined: the catalogue's. */
  unit?: string | undefined;
}

/** A device that points may be written to, as its site and type decide it. */
export interface WritableSegment {
  segmentId: SegmentId;
  siteId: SiteId;
  segmentType: string;
  signalCalcPeriod: SignalCalcPeriod;
}

/** Where the points of a series go, and how a value becomes the catalogue's unit: `value * factor + shift`. */
export interface SeriesTarget {
  siteId: SiteId;
  segmentId: SegmentId;
  apCode: string;
  calcType: string;
  factor: number;
  shift: number;
}

export type SeriesResolution = { target: SeriesTarget } | { reason: RejectReason };

/** What a series named by a plant means here, or why it cannot be taken. A device out of the key's scope is unknown. */
export function resolveSeries(
  { segmentId, signal, unit }: SeriesReference,
  segments: ReadonlyMap<string, WritableSegment>,
): SeriesResolution {
  const segment = segments.get(segmentId);
  if (!segment) return { reason: 'unknownDevice' };
  const definition = findSignalDefinition(signal.includes('||') ? signal : `${signal}||Raw`);
  if (!definition) return { reason: 'unknownSignal' };
  if (!isSegmentType(segment.segmentType) || !hasSignal(segment.segmentType, definition.apCode)) return { reason: 'signalNotForDevice' };
  if (!isCalcType(definition.calcType) || CALC_TYPES[definition.calcType].writer !== 'ingest') return { reason: 'notWritable' };
  const conversion = conversionTo(definition.unit, unit);
  if (!conversion) return { reason: 'wrongUnit' };
  const { apCode, calcType } = definition;
  return {
    target: {
      siteId: segment.siteId,
      segmentId: segment.segmentId,
      apCode,
      calcType,
      ...conversion,
    },
  };
}

/** Units of one quantity differ by a factor and a shift; both are read off two conversions. */
export function conversionTo(wanted: string, given: string | undefined): { factor: number; shift: number } | undefined {
  if (given === undefined || given === wanted) return { factor: 1, shift: 0 };
  const from = parseUnit(given);
  if (from === undefined || !isUnit(wanted)) return undefined;
  try {
    const shift = convertUnit(0, from, wanted);
    return { factor: convertUnit(1, from, wanted) - shift, shift };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
