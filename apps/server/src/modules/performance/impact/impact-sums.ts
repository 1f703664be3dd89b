import { IMPACT_FIGURES, type Impact, type ImpactFigure, type ImpactPoints } from '@solvane/contract/quality-impact';
import { ESTIMATED_MASK, QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import type { SiteDayOutputs } from '@solvane/energy/site-day/outputs';
import { addBits, countFlags } from '@solvane/energy/site-day/roll-up/quality-sums';
import type { ImpactSums } from '../../../db/schema/quality.ts';

/** A signal of a device that is looked at. */
export interface WatchedKey {
  segmentId: string;
  apCode: string;
}

type Source = { signalId: string; isRatio: boolean };

const sum = (signalId: string): Source => ({ signalId, isRatio: false });
const ratio = (signalId: string): Source => ({ signalId, isRatio: true });

const SOURCES: Readonly<Record<ImpactFigure, Source>> = {
  insolation: sum('InsolationPOA||Calculated'),
  energy: sum('ActiveEnergy||Validated'),
  expected: sum('ActiveEnergy||Expected'),
  lost: sum('ActiveEnergy||Lost'),
  unexplained: sum('ActiveEnergy||LostResidual'),
  pr: ratio('PerformanceRatio||Calculated'),
  performanceIndex: ratio('PowerPerformanceIndex||Calculated'),
  timeAvailability: ratio('TimeAvailability||Technical'),
  productionAvailability: ratio('ProductionAvailability||Technical'),
};

/** Where measured values are taken out: by a test or a user. A value that only looks suspect stays. */
const REPLACED_MASK = ESTIMATED_MASK | QUALITY_FLAGS.NO_VALUE | QUALITY_FLAGS.MANUAL_VALUE;

/**
 * What a day comes to for the comparison of two sets of rules.
 *
 * @param outputs - of the day
 * @param siteSegmentId - segment of the site itself
 * @param watched - counted by its flags; undefined: none
 */
export function impactOf(outputs: SiteDayOutputs, siteSegmentId: string, watched: WatchedKey | undefined): ImpactSums {
  const figures: ImpactSums['figures'] = {};
  for (const figure of IMPACT_FIGURES) {
    const { signalId, isRatio } = SOURCES[figure];
    const column = findColumn(outputs, siteSegmentId, signalId);
    const total = column && (isRatio ? ratioSums(column.values, column.weights) : valueSum(column.values));
    if (total) figures[figure] = total;
  }
  const column = watched && outputs.validated.find(({ deviceId, apCode }) => deviceId === watched.segmentId && apCode === watched.apCode);
  return { points: column ? pointsOf(column.flags) : null, figures };
}

/** Sums of two periods of one site together. */
export function addImpacts(a: ImpactSums | undefined, b: ImpactSums): ImpactSums {
  if (!a) return b;
  const figures: ImpactSums['figures'] = { ...a.figures };
  for (const figure of IMPACT_FIGURES) {
    const [left, right] = [a.figures[figure], b.figures[figure]];
    if (left && right) figures[figure] = { part: left.part + right.part, whole: left.whole + right.whole };
    else if (right) figures[figure] = right;
  }
  return { points: addPoints(a.points, b.points), figures };
}

/** As the wire has it: energies and insolation as sums, ratios in %. */
export function toImpact({ points, figures }: ImpactSums): Impact {
  const figureOf = (figure: ImpactFigure): number | null => {
    const found = figures[figure];
    if (!found) return null;
    if (!SOURCES[figure].isRatio) return found.part;
    return found.whole > 0 ? found.part / found.whole : null;
  };
  return {
    points,
    figures: {
      insolation: figureOf('insolation'),
      energy: figureOf('energy'),
      expected: figureOf('expected'),
      lost: figureOf('lost'),
      unexplained: figureOf('unexplained'),
      pr: figureOf('pr'),
      performanceIndex: figureOf('performanceIndex'),
      timeAvailability: figureOf('timeAvailability'),
      productionAvailability: figureOf('productionAvailability'),
    },
  };
}

function findColumn({ validated, derived }: SiteDayOutputs, deviceId: string, signalId: string) {
  const found = derived.find((column) => column.deviceId === deviceId && column.signalId === signalId);
  if (found) return found;
  const own = validated.find((column) => column.deviceId === deviceId && `${column.apCode}||Validated` === signalId);
  return own && { values: own.values, weights: undefined };
}

function valueSum(values: Float64Array): { part: number; whole: number } | undefined {
  let [part, whole] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    part += value;
    whole += 1;
  }
  return whole > 0 ? { part, whole } : undefined;
}

function ratioSums(values: Float64Array, weights: Float64Array | undefined): { part: number; whole: number } | undefined {
  let [part, whole] = [0, 0];
  for (const [i, value] of values.entries()) {
    const weight = weights ? (weights[i] ?? Number.NaN) : 1;
    if (Number.isNaN(value) || !(weight > 0)) continue;
    part += value * weight;
    whole += weight;
  }
  return whole > 0 ? { part, whole } : undefined;
}

function pointsOf(flags: Int32Array): ImpactPoints {
  const { counts, byBit } = countFlags(flags, undefined);
  let [removed, withoutValue] = [0, 0];
  for (const bits of flags) {
    if ((bits & QUALITY_FLAGS.MISSING) === 0 && (bits & REPLACED_MASK) !== 0) removed++;
    if ((bits & QUALITY_FLAGS.NO_VALUE) !== 0) withoutValue++;
  }
  const known = Object.fromEntries(Object.entries(byBit).map(([bit, intervals]) => [bit, intervals ?? 0]));
  return { intervals: counts.expected, removed, estimated: counts.estimated, withoutValue, byBit: known };
}

function addPoints(a: ImpactPoints | null, b: ImpactPoints | null): ImpactPoints | null {
  if (!a || !b) return a ?? b;
  const byBit: Record<string, number> = { ...a.byBit };
  addBits(byBit, b.byBit);
  return {
    intervals: a.intervals + b.intervals,
    removed: a.removed + b.removed,
    estimated: a.estimated + b.estimated,
    withoutValue: a.withoutValue + b.withoutValue,
    byBit,
  };
}
