import type { Unit } from '../units/units.ts';
import type { SegmentType } from './segment-types.ts';

/**
 * How the value of an attribute is written. `monthly` holds twelve numbers, January first, and `list` words of `options`, both as text
 * with commas; `segment` holds the id of another segment; `date` is a local date `YYYY-MM-DD`; `zone` an IANA zone.
 */
export type AttributeKind = 'number' | 'integer' | 'text' | 'enum' | 'list' | 'date' | 'boolean' | 'zone' | 'monthly' | 'segment';

/** Texts, numbers and fault values, as metadata stores them. */
export type AttributeValue = number | string | boolean;

export interface AttributeRow {
  name: string;
  kind: AttributeKind;
  /** Unit of a number; absent: the value has none. */
  unit?: Unit;
  /** Smallest allowed number. */
  min?: number;
  /** Largest allowed number. */
  max?: number;
  /** Allowed words of an enum or a list. */
  options?: readonly string[];
  /** Exact form of a text. */
  pattern?: RegExp;
  segmentTypes: readonly SegmentType[];
  /** Types of these for which calculations stay incomplete without a value. Absent: none. */
  requiredFor?: readonly SegmentType[];
  /** What calculations take where no value was ever set. Absent: nothing, what needs the value is not computed. */
  assumed?: AttributeValue;
}
