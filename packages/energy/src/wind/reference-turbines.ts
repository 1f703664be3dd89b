import { commonLength } from '@solvane/series/combine';

/** One row of the upload that says which turbine stands in for which. */
export interface ReferenceAssignment {
  deviceId: string;
  referenceDeviceId: string;
  /** 1 is asked first. */
  rank: number;
}

export interface ReferenceProblem {
  kind: 'rankRepeated' | 'rankGap' | 'referenceRepeated' | 'ownReference';
  deviceId: string;
  /** Positions in the input. */
  rows: number[];
}

const SECTOR_WIDTH = 30;
const SECTORS = 12;
const MIN_PAIRS = 100;
const LOWEST_RATIO = 0.7;
const HIGHEST_RATIO = 1.3;
/** Share of rated power below which a reference says too little. */
const SMALLEST_LOAD = 0.02;

/**
 * Everything wrong with a list of reference turbines.
 *
 * @param rows - as uploaded
 * @returns empty when every device's ranks run 1, 2, 3 … over different references
 */
export function referenceProblems(rows: readonly ReferenceAssignment[]): ReferenceProblem[] {
  const byDevice = Map.groupBy(rows.entries(), ([, { deviceId }]) => deviceId);
  return [...byDevice].flatMap(([deviceId, members]) => {
    const repeatedBy = (key: (row: ReferenceAssignment) => unknown) =>
      members.filter(([, row], i) => members.findIndex(([, other]) => key(other) === key(row)) < i);
    const ranks = new Set(members.map(([, { rank }]) => rank));
    const found: [ReferenceProblem['kind'], [number, ReferenceAssignment][]][] = [
      ['rankRepeated', repeatedBy(({ rank }) => rank)],
      ['rankGap', Array.from({ length: ranks.size }, (_, i) => i + 1).every((rank) => ranks.has(rank)) ? [] : members],
      ['referenceRepeated', repeatedBy(({ referenceDeviceId }) => referenceDeviceId)],
      ['ownReference', members.filter(([, row]) => row.referenceDeviceId === deviceId)],
    ];
    return found.flatMap(([kind, bad]) => (bad.length > 0 ? [{ kind, deviceId, rows: bad.map(([i]) => i) }] : []));
  });
}

/** How much a turbine gives for each unit its reference gives, by the wind direction at the reference. */
export interface ReferenceRatios {
  /** From north clockwise in steps of 30°, shape (12). */
  bySector: Float64Array;
  /** Where the direction is unknown. */
  overall: number;
}

export interface RatioLearning {
  /** Power or wind speed of the turbine, shape (n). */
  own: Float64Array;
  /** The same of the reference, shape (n). */
  reference: Float64Array;
  /** At the reference, shape (n). [°] */
  direction: Float64Array;
  /** 1 where both turbines ran undisturbed and their values are measured, shape (n). */
  selected: Uint8Array;
  /** Ratio to expect without data: of the rated powers, or 1 for wind speed. */
  capacityRatio: number;
}

/** What a period adds to the ratios of a turbine to its reference: by sector, and all sectors together last. Sums add up. */
export interface ReferenceSums {
  /** shape (13). */
  own: Float64Array;
  /** shape (13). */
  reference: Float64Array;
  /** shape (13). */
  pairs: Float64Array;
}

/**
 * Sums of undisturbed intervals, by the wind direction at the reference.
 *
 * @param columns - of any period
 * @returns shape (13)
 * @throws RangeError when the lengths differ
 */
export function referenceSums({ own, reference, direction, selected }: Omit<RatioLearning, 'capacityRatio'>): ReferenceSums {
  const n = commonLength(own, reference, direction, selected);
  const sums = { own: new Float64Array(SECTORS + 1), reference: new Float64Array(SECTORS + 1), pairs: new Float64Array(SECTORS + 1) };
  const add = (at: number, i: number) => {
    sums.own[at] = (sums.own[at] ?? 0) + (own[i] ?? 0);
    sums.reference[at] = (sums.reference[at] ?? 0) + (reference[i] ?? 0);
    sums.pairs[at] = (sums.pairs[at] ?? 0) + 1;
  };
  for (let i = 0; i < n; i++) {
    if (selected[i] !== 1 || Number.isNaN((own[i] ?? Number.NaN) + (reference[i] ?? Number.NaN))) continue;
    add(SECTORS, i);
    const sector = sectorOf(direction[i] ?? Number.NaN);
    if (!Number.isNaN(sector)) add(sector, i);
  }
  return sums;
}

/**
 * Sums of several periods.
 *
 * @param parts - none: all 0
 */
export function addReferenceSums(parts: readonly ReferenceSums[]): ReferenceSums {
  const total = { own: new Float64Array(SECTORS + 1), reference: new Float64Array(SECTORS + 1), pairs: new Float64Array(SECTORS + 1) };
  for (const { own, reference, pairs } of parts) {
    for (let at = 0; at <= SECTORS; at++) {
      total.own[at] = (total.own[at] ?? 0) + (own[at] ?? 0);
      total.reference[at] = (total.reference[at] ?? 0) + (reference[at] ?? 0);
      total.pairs[at] = (total.pairs[at] ?? 0) + (pairs[at] ?? 0);
    }
  }
  return total;
}

/** Ratios by id of the reference turbine, learned when they are read. */
export interface LearnedRatios {
  get(id: string): ReferenceRatios | undefined;
}

/**
 * Ratios that follow from sums.
 *
 * @param sums - of half a year
 * @param capacityRatio - ratio to expect without data: of the rated powers, or 1 for wind speed
 * @returns as `learnReferenceRatios`
 */
export function ratiosOfSums({ own, reference, pairs }: ReferenceSums, capacityRatio: number): ReferenceRatios {
  const ratio = (at: number, fallback: number) => {
    if ((pairs[at] ?? 0) < MIN_PAIRS || !((reference[at] ?? 0) > 0)) return fallback;
    const learned = (own[at] ?? 0) / (reference[at] ?? Number.NaN);
    return Math.min(HIGHEST_RATIO * capacityRatio, Math.max(LOWEST_RATIO * capacityRatio, learned));
  };
  const overall = ratio(SECTORS, capacityRatio);
  return { bySector: Float64Array.from({ length: SECTORS }, (_, sector) => ratio(sector, overall)), overall };
}

/**
 * Ratios between a turbine and its reference, learned from undisturbed intervals of the past.
 *
 * @param learning - columns of the half year before the day
 * @returns ratios between 0.7 and 1.3 times the capacity ratio; sectors with fewer than 100 pairs take the ratio of all sectors, and where
 *   that has too few pairs too the capacity ratio
 * @throws RangeError when the lengths differ
 */
export function learnReferenceRatios({ capacityRatio, ...columns }: RatioLearning): ReferenceRatios {
  return ratiosOfSums(referenceSums(columns), capacityRatio);
}

export interface RankedReference {
  /** Power or wind speed, shape (n). */
  value: Float64Array;
  /** 1 where the reference runs undisturbed, shape (n); see `usableReference`. */
  usable: Uint8Array;
  /** shape (n). [°] */
  direction: Float64Array;
  ratios: ReferenceRatios;
}

/**
 * Value of a turbine told from the first reference that is usable in each interval.
 *
 * @param references - best rank first
 * @param limit - rated power of the turbine; infinite for wind speed
 * @returns shape (n); NaN where no reference is usable
 * @throws RangeError when the lengths differ or there is no reference
 */
export function valueFromReferences(references: readonly RankedReference[], limit: number): Float64Array {
  const [first] = references;
  if (!first) throw new RangeError('a cascade needs a reference');
  commonLength(...references.flatMap(({ value, usable, direction }) => [value, usable, direction]));
  const told = new Float64Array(first.value.length).fill(Number.NaN);
  for (let i = 0; i < told.length; i++) {
    for (const { value, usable, direction, ratios } of references) {
      const measured = usable[i] === 1 ? (value[i] ?? Number.NaN) : Number.NaN;
      if (Number.isNaN(measured)) continue;
      const ratio = ratios.bySector[sectorOf(direction[i] ?? Number.NaN)] ?? ratios.overall;
      told[i] = Math.min(limit, ratio * measured);
      break;
    }
  }
  return told;
}

export interface UsableReferenceOptions {
  /** shape (n). [kW] */
  power: Float64Array;
  /** 1 while the turbine runs and its values are measured, shape (n). */
  operating: Uint8Array;
  /** 1 during a loss-bearing event, shape (n). */
  disturbed: Uint8Array;
  /** [kW] */
  ratedPower: number;
}

/**
 * Intervals in which a turbine can stand in for another.
 *
 * @param options - state of the reference
 * @returns 1 where it runs undisturbed above 2 % of its rating, shape (n)
 * @throws RangeError when the lengths differ
 */
export function usableReference({ power, operating, disturbed, ratedPower }: UsableReferenceOptions): Uint8Array {
  commonLength(power, operating, disturbed);
  return operating.map((runs, i) => (runs === 1 && disturbed[i] !== 1 && (power[i] ?? Number.NaN) > SMALLEST_LOAD * ratedPower ? 1 : 0));
}

function sectorOf(direction: number): number {
  return Math.floor((((direction % 360) + 360) % 360) / SECTOR_WIDTH);
}
