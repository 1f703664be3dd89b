import { localDaysIn, type Period } from '@solvane/energy/time/local-day';
import { at } from '../columns/column.ts';
import { type DemoWorld, getPlan, powerDayOf } from './demo-world.ts';
import { generatorsOf } from './site-power.ts';

/** What truly happened to one generator, interval by interval. */
export interface GeneratorTruth {
  /** Interval starts. */
  timesMs: Float64Array;
  /** What it would have given without any injected fault, dirt, order or limit. [kW] */
  undisturbedKw: Float64Array;
  /** What it gave, also while no signal showed it. [kW] */
  actualKw: Float64Array;
  /** Energy lost, by cause: the id of an injected truth, `soiling` or `exportLimit`. Undisturbed less all causes is actual. [kWh] */
  lostKwh: Map<string, Float64Array>;
}

/** Ground truth of a generator for whole intervals that start in a period. */
export function truth(
  world: DemoWorld,
  { siteId, deviceId, startMs, endMs }: { siteId: string; deviceId: string } & Period,
): GeneratorTruth {
  const plan = getPlan(siteId);
  const parts = localDaysIn({ startMs, endMs }, plan.timezone).map((day) => {
    const power = powerDayOf(world, plan, day);
    const generator = generatorsOf(power).find(({ device }) => device.id === deviceId);
    if (!generator) throw new RangeError(`Site ${siteId} has no generator ${deviceId}`);
    const isInside = (i: number) => at(power.frame.startsMs, i) >= startMs && at(power.frame.startsMs, i) < endMs;
    const cut = (values: Float64Array) => values.filter((_, i) => isInside(i));
    return { times: cut(power.frame.startsMs), generator, cut };
  });
  const causes = new Set(parts.flatMap(({ generator }) => [...generator.lostKwh.keys()]));
  return {
    timesMs: joined(parts.map(({ times }) => times)),
    undisturbedKw: joined(parts.map(({ generator, cut }) => cut(generator.undisturbedKw))),
    actualKw: joined(parts.map(({ generator, cut }) => cut(generator.actualKw))),
    lostKwh: new Map(
      [...causes].map((cause) => [
        cause,
        joined(parts.map(({ generator, cut }) => cut(generator.lostKwh.get(cause) ?? new Float64Array(generator.actualKw.length)))),
      ]),
    ),
  };
}

function joined(columns: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(columns.reduce((length, { length: more }) => length + more, 0));
  let offset = 0;
  for (const values of columns) {
    all.set(values, offset);
    offset += values.length;
  }
  return all;
}
