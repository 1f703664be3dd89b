import type { CurveLine } from '@solvane/charts/options/curve';
import type { MeasuredBin, MeasuredCurve } from '@solvane/contract/models';
import { type NamedCurve, toLine } from './curve-lines.ts';

/** Bins of a measured curve by how far they can be trusted. */
interface BinGroups {
  /** Too few points: they are not part of the curve. */
  tooLittle: MeasuredBin[];
  /** Without points, on a straight line between their neighbours. */
  interpolated: MeasuredBin[];
}

export function binGroups({ bins }: Pick<MeasuredCurve, 'bins'>): BinGroups {
  return {
    tooLittle: bins.filter(({ isValid, isInterpolated }) => !isValid && !isInterpolated),
    interpolated: bins.filter(({ isInterpolated }) => isInterpolated),
  };
}

/** The curves that hold now, each once. */
export function activeCurves(measured: readonly MeasuredCurve[], genericName: string): NamedCurve[] {
  const named = measured.flatMap(({ curve }): NamedCurve[] =>
    curve ? [{ id: curve.id ?? JSON.stringify(curve.points), name: curve.name ?? genericName, points: curve.points }] : [],
  );
  return [...new Map(named.map((curve) => [curve.id, curve])).values()];
}

/** Measured bins solid, hollow where they rest on too little, beside the curves that hold now. */
export function measuredLines(
  measured: readonly MeasuredCurve[],
  active: readonly NamedCurve[],
  nameOf: (curve: MeasuredCurve) => string,
): CurveLine[] {
  const of = (bins: readonly MeasuredBin[]) => bins.map(({ windSpeed, power }): [number, number] => [windSpeed, power]);
  return [
    ...active.map((curve) => toLine(curve, 'expected')),
    ...measured.map((each): CurveLine => {
      const { tooLittle, interpolated } = binGroups(each);
      return {
        name: nameOf(each),
        role: 'measured',
        points: of(each.bins.filter(({ isValid, isInterpolated }) => isValid || isInterpolated)),
        hollow: of([...tooLittle, ...interpolated]),
      };
    }),
  ];
}

/** Winds as `3, 3.5 and 12`: neighbours that follow each other become a range. */
export function binRanges(bins: readonly Pick<MeasuredBin, 'centre'>[], binWidth: number): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (const { centre } of bins.toSorted((a, b) => a.centre - b.centre)) {
    const last = ranges.at(-1);
    if (last && Math.abs(last[1] + binWidth - centre) < 1e-6) last[1] = centre;
    else ranges.push([centre, centre]);
  }
  return ranges;
}
