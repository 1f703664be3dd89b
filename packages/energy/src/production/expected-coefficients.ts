import { columnSpace } from '@solvane/series/columns';
import { commonLength } from '@solvane/series/combine';
import { civilDate, type LocalDay, localDaysOf } from '../time/local-day.ts';

/** One month of a device's or site's table. */
export interface CoefficientRow {
  deviceId: string;
  /** First local day the table holds. */
  effectiveFrom: LocalDay;
  /** 1 to 12. */
  month: number;
  /** What is left of the theoretical output after normal design losses, 0 to 1.2. NaN where the cell was empty */
  coefficient: number;
  /** Loss of output per year of operation, 0 to 0.05. */
  degradationPerYear: number;
  /** Light below which nothing is expected. [W/m²] */
  minIrradiance: number;
  /** [kW] Absent: the AC rating of the device */
  acLimit?: number;
}

export const DEFAULT_COEFFICIENTS = { coefficient: 1, degradationPerYear: 0, minIrradiance: 20 } as const;

/** What is wrong with an uploaded table. `rows` are positions in the input. */
export interface CoefficientProblem {
  level: 'error' | 'warning';
  kind: 'monthMissing' | 'monthRepeated' | 'monthOutOfRange' | 'outOfRange' | 'allZero' | 'allOne' | 'allEmpty';
  deviceId: string;
  effectiveFrom: LocalDay;
  rows: number[];
}

/** What applies to one device in each interval, shape (n). */
export interface CoefficientColumns {
  coefficient: Float64Array;
  /** What degradation leaves, 1 when new. */
  ageFactor: Float64Array;
  /** [W/m²] */
  minIrradiance: Float64Array;
  /** [kW] */
  acLimit: Float64Array;
  /** 1 where no table applies or the age is unknown: such expectations deserve the SUSPECT flag. */
  suspect: Uint8Array;
}

export interface CoefficientLookup {
  rows: readonly CoefficientRow[];
  /** The device first, then its parent and so on up to the site. */
  lineage: readonly string[];
  /** Interval starts, shape (n). */
  startsMs: Float64Array;
  /** IANA zone of the site. */
  zone: string;
  /** Local midnight of commercial operation. NaN: unknown */
  commissionedMs: number;
  /** AC rating of the device. [kW] */
  acRating: number;
}

const MS_PER_YEAR = 365.25 * 86_400_000;
const LARGEST_COEFFICIENT = 1.2;
const LARGEST_DEGRADATION = 0.05;

/**
 * Everything wrong with a table of coefficients.
 *
 * @param rows - as uploaded
 * @returns one problem per device, validity and kind; empty when the table is good
 */
export function coefficientProblems(rows: readonly CoefficientRow[]): CoefficientProblem[] {
  const groups = Map.groupBy(rows.keys(), (i) => `${rows[i]?.deviceId}\n${rows[i]?.effectiveFrom}`);
  return [...groups.values()].flatMap((indices) => {
    const members = indices.flatMap((i) => (rows[i] ? [{ i, row: rows[i] }] : []));
    const [first] = members;
    if (!first) return [];
    const problem = (
      level: 'error' | 'warning',
      kind: CoefficientProblem['kind'],
      found: readonly { i: number }[],
    ): CoefficientProblem[] =>
      found.length === 0
        ? []
        : [{ level, kind, deviceId: first.row.deviceId, effectiveFrom: first.row.effectiveFrom, rows: found.map(({ i }) => i) }];

    const ofMonth = (month: number) => members.filter(({ row }) => row.month === month);
    const months = Array.from({ length: 12 }, (_, i) => i + 1);
    const every = (test: (coefficient: number) => boolean) => (members.every(({ row }) => test(row.coefficient)) ? members : []);
    return [
      ...problem(
        'error',
        'monthOutOfRange',
        members.filter(({ row }) => !months.includes(row.month)),
      ),
      ...problem(
        'error',
        'monthRepeated',
        months.flatMap((month) => ofMonth(month).slice(1)),
      ),
      ...problem('error', 'monthMissing', months.some((month) => ofMonth(month).length === 0) ? members : []),
      ...problem(
        'error',
        'outOfRange',
        members.filter(({ row }) => !isWithinBounds(row)),
      ),
      ...problem(
        'warning',
        'allZero',
        every((coefficient) => coefficient === 0),
      ),
      ...problem(
        'warning',
        'allOne',
        every((coefficient) => coefficient === 1),
      ),
      ...problem('warning', 'allEmpty', every(Number.isNaN)),
    ];
  });
}

/**
 * Coefficients of a device for each interval: its own table, else that of its nearest ancestor; of these the latest one in force.
 *
 * An inherited AC limit is not taken over: it is kW of the ancestor, the device has its own rating.
 *
 * @param lookup - tables, device and intervals
 * @returns columns of shape (n); without a table coefficient 1 and suspect
 * @throws RangeError for an unknown zone
 */
export function coefficientColumns({ rows, lineage, startsMs, zone, commissionedMs, acRating }: CoefficientLookup): CoefficientColumns {
  const n = startsMs.length;
  const zeros = columnSpace(4, n);
  const columns: CoefficientColumns = {
    coefficient: zeros(),
    ageFactor: zeros(),
    minIrradiance: zeros(),
    acLimit: zeros(),
    suspect: new Uint8Array(n),
  };
  const days = localDaysOf(startsMs, zone);
  const isAgeKnown = !Number.isNaN(commissionedMs);
  for (let start = 0, end = 0; start < n; start = end) {
    while (end < n && days[end] === days[start]) end++;
    const inForce = settings(rowInForce(rows, lineage, days[start] ?? 0), lineage, acRating);
    columns.coefficient.fill(inForce.coefficient, start, end);
    columns.ageFactor.fill(1, start, end);
    columns.minIrradiance.fill(inForce.minIrradiance, start, end);
    columns.acLimit.fill(inForce.acLimit, start, end);
    columns.suspect.fill(inForce.isKnown && isAgeKnown ? 0 : 1, start, end);
    for (let i = start; isAgeKnown && inForce.yearlyFactor !== 1 && i < end; i++) {
      const years = Math.max(0, ((startsMs[i] ?? Number.NaN) - commissionedMs) / MS_PER_YEAR);
      columns.ageFactor[i] = inForce.yearlyFactor ** years;
    }
  }
  return columns;
}

/**
 * Expected PV power: nominal power after design losses and age, up to the AC limit.
 *
 * @param nominalPower - temperature-adjusted nominal power, shape (n). [kW]
 * @param planeIrradiance - shape (n). [W/m²]
 * @param columns - of the device, shape (n)
 * @returns shape (n). [kW] 0 below the smallest light, NaN where an input is NaN
 * @throws RangeError when the lengths differ
 */
export function expectedSolarPower(nominalPower: Float64Array, planeIrradiance: Float64Array, columns: CoefficientColumns): Float64Array {
  return limitedSolarPower(designedSolarPower(nominalPower, columns), planeIrradiance, columns);
}

/**
 * What inverters make of the power of their modules: none below the smallest light, at most their AC limit.
 *
 * @param designedPower - after design losses and age, shape (n). [kW]
 * @param planeIrradiance - shape (n). [W/m²]
 * @param columns - of the device, shape (n)
 * @returns shape (n). [kW] 0 below the smallest light, NaN where an input is NaN
 * @throws RangeError when the lengths differ
 */
export function limitedSolarPower(
  designedPower: Float64Array,
  planeIrradiance: Float64Array,
  { minIrradiance, acLimit }: Pick<CoefficientColumns, 'minIrradiance' | 'acLimit'>,
): Float64Array {
  const power = new Float64Array(commonLength(designedPower, planeIrradiance, minIrradiance, acLimit));
  for (let i = 0; i < power.length; i++) {
    const isDark = (planeIrradiance[i] ?? Number.NaN) < (minIrradiance[i] ?? Number.NaN);
    power[i] = isDark ? 0 : Math.min(designedPower[i] ?? Number.NaN, acLimit[i] ?? Number.NaN);
  }
  return power;
}

/**
 * Nominal power after design losses and age, before any limit.
 *
 * @param nominalPower - temperature-adjusted nominal power, shape (n). [kW]
 * @param columns - of the device, shape (n)
 * @returns shape (n). [kW] NaN where the nominal power is NaN
 * @throws RangeError when the lengths differ
 */
export function designedSolarPower(
  nominalPower: Float64Array,
  { coefficient, ageFactor }: Pick<CoefficientColumns, 'coefficient' | 'ageFactor'>,
): Float64Array {
  const power = new Float64Array(commonLength(nominalPower, coefficient, ageFactor));
  for (let i = 0; i < power.length; i++) {
    power[i] = (nominalPower[i] ?? Number.NaN) * (coefficient[i] ?? Number.NaN) * (ageFactor[i] ?? Number.NaN);
  }
  return power;
}

/**
 * Expected power of a turbine read from a nominal curve, after normal losses, up to its rating.
 *
 * @param curvePower - shape (n). [kW]
 * @param columns - of the device, shape (n); their AC limit is the rating
 * @returns shape (n). [kW] NaN where the curve power is NaN
 * @throws RangeError when the lengths differ
 */
export function expectedWindPower(
  curvePower: Float64Array,
  { coefficient, acLimit }: Pick<CoefficientColumns, 'coefficient' | 'acLimit'>,
): Float64Array {
  const power = new Float64Array(commonLength(curvePower, coefficient, acLimit));
  for (let i = 0; i < power.length; i++) {
    power[i] = Math.min((curvePower[i] ?? Number.NaN) * (coefficient[i] ?? Number.NaN), acLimit[i] ?? Number.NaN);
  }
  return power;
}

function rowInForce(rows: readonly CoefficientRow[], lineage: readonly string[], day: LocalDay): CoefficientRow | undefined {
  const { month } = civilDate(day);
  for (const deviceId of lineage) {
    let latest: CoefficientRow | undefined;
    for (const row of rows) {
      if (row.deviceId !== deviceId || row.effectiveFrom > day || row.month !== month) continue;
      if (!latest || row.effectiveFrom > latest.effectiveFrom) latest = row;
    }
    if (latest) return latest;
  }
  return undefined;
}

function settings(row: CoefficientRow | undefined, lineage: readonly string[], acRating: number) {
  const isKnown = row !== undefined && !Number.isNaN(row.coefficient);
  return {
    isKnown,
    coefficient: isKnown ? row.coefficient : DEFAULT_COEFFICIENTS.coefficient,
    yearlyFactor: 1 - (row?.degradationPerYear ?? DEFAULT_COEFFICIENTS.degradationPerYear),
    minIrradiance: row?.minIrradiance ?? DEFAULT_COEFFICIENTS.minIrradiance,
    acLimit: (row?.deviceId === lineage[0] ? row?.acLimit : undefined) ?? acRating,
  };
}

function isWithinBounds({ coefficient, degradationPerYear, minIrradiance, acLimit }: CoefficientRow): boolean {
  const isCoefficient = Number.isNaN(coefficient) || (coefficient >= 0 && coefficient <= LARGEST_COEFFICIENT);
  const isDegradation = degradationPerYear >= 0 && degradationPerYear <= LARGEST_DEGRADATION;
  return isCoefficient && isDegradation && minIrradiance >= 0 && (acLimit === undefined || acLimit > 0);
}
