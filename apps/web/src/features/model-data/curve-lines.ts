import type { CurveLine } from '@solvane/charts/options/curve';
import { type PowerCurve, powerFromCurve } from '@solvane/energy/wind/power-curve';

export interface NamedCurve {
  id: string;
  name: string;
  /** By wind speed. [m/s], [kW] */
  points: readonly { windSpeed: number; power: number }[];
}

/** The wind from which a curve gives power, and its last one, at which the turbine cuts out. undefined: it never gives any */
export function rangeOf({ points }: Pick<NamedCurve, 'points'>): { cutIn: number; cutOut: number } | undefined {
  const first = points.findIndex(({ power }) => power > 0);
  const last = points.at(-1);
  if (first < 0 || !last) return undefined;
  return { cutIn: (points[first - 1] ?? points[first] ?? last).windSpeed, cutOut: last.windSpeed };
}

/** Names of marks stand above the curves. */
const ABOVE = 1.08;

/** Marks from the bottom to above the highest power of all curves. */
export function markLines(marks: readonly { name: string; windSpeed: number }[], curves: readonly NamedCurve[]): CurveLine[] {
  const top = ABOVE * Math.max(0, ...curves.flatMap(({ points }) => points.map(({ power }) => power)));
  return marks.map(({ name, windSpeed }) => ({
    name,
    role: 'mark',
    points: [
      [windSpeed, 0],
      [windSpeed, top],
    ],
  }));
}

export function toLine(curve: NamedCurve, role: CurveLine['role']): CurveLine {
  return { name: curve.name, role, points: curve.points.map(({ windSpeed, power }): [number, number] => [windSpeed, power]) };
}

export interface ComparedRow {
  windSpeed: number;
  /** Of each curve; between its points on straight lines, 0 outside of them. [kW] */
  powers: number[];
}

/** Power of several curves at every wind speed that one of them states. */
export function comparedRows(curves: readonly NamedCurve[]): ComparedRow[] {
  const speeds = Float64Array.from(new Set(curves.flatMap(({ points }) => points.map(({ windSpeed }) => windSpeed)))).toSorted();
  const columns = curves.map((curve) => powerFromCurve(speeds, asCurve(curve)));
  return Array.from(speeds, (windSpeed, row) => ({ windSpeed, powers: columns.map((column) => column[row] ?? Number.NaN) }));
}

function asCurve({ points }: NamedCurve): PowerCurve {
  return {
    windSpeed: Float64Array.from(points, ({ windSpeed }) => windSpeed),
    power: Float64Array.from(points, ({ power }) => power),
  };
}
