/** Money per percentage point, from a distance to the guaranteed value on. */
export interface GuaranteeStep {
  /** Distance from the guarantee at which the rates of the step begin. [percentage points] */
  fromPercent: number;
  /** [currency per percentage point] Not negative. */
  bonusPerPoint: number;
  penaltyPerPoint: number;
}

export interface Guarantee {
  /** [%] */
  percent: number;
  /** By rising distance. Below the first nothing is paid. */
  steps: readonly GuaranteeStep[];
}

/** How far a figure is from what was promised, and what that is worth. */
export interface GuaranteeOutcome {
  /** Above the guarantee; negative below. [percentage points] */
  points: number;
  /** Bonus; negative: penalty. [currency] */
  amount: number;
}

/**
 * Holds an availability against its guarantee. Each part of the distance is paid at the rate of the step it lies in, as in a tax table: crossing
 * into the next step changes nothing of what was reached before.
 *
 * @param percent - reached. [%]
 * @param guarantee - what was promised
 * @returns NaN for both when nothing was reached that could be judged
 * @see 95.4 % against 97 % with 1000 per point from 0 and 2500 from 1: −1.6 points, −(1 · 1000 + 0.6 · 2500) = −2500
 */
export function guaranteeOutcome(percent: number, { percent: promised, steps }: Guarantee): GuaranteeOutcome {
  const points = percent - promised;
  const distance = Math.abs(points);
  const amount = steps.reduce((sum, { fromPercent, bonusPerPoint, penaltyPerPoint }, at) => {
    const toPercent = steps[at + 1]?.fromPercent ?? Number.POSITIVE_INFINITY;
    const inside = Math.max(0, Math.min(distance, toPercent) - fromPercent);
    return sum + inside * (points >= 0 ? bonusPerPoint : -penaltyPerPoint);
  }, 0);
  return { points, amount: Number.isNaN(points) ? Number.NaN : amount + 0 };
}

/**
 * What makes a table of steps impossible.
 *
 * @param steps - as typed
 * @returns positions of steps that do not begin after the one before them
 */
export function stepProblems(steps: readonly GuaranteeStep[]): number[] {
  return steps.flatMap(({ fromPercent }, at) => (at > 0 && fromPercent <= (steps[at - 1]?.fromPercent ?? 0) ? [at] : []));
}
