import { median } from '@solvane/series/quantile';

/** A generator behind a grid meter, columns of shape (n). [kWh] */
export interface MeteredGenerator {
  /** Net. NaN: not known */
  actual: Float64Array;
  /** As far as the grid connection can take it. NaN: not known */
  expected: Float64Array;
}

export interface MeteredSite {
  generators: readonly MeteredGenerator[];
  /** Net energy of everything else behind the meter: batteries less own use, shape (n). [kWh] NaN: not known */
  others: Float64Array;
  /** At the grid meter, shape (n). [kWh] NaN: not known */
  connection: Float64Array;
  /** What all generators can give in an interval. [kWh] */
  ratedEnergy: number;
}

/** Below this share of the rating the loss of an interval tells nothing. */
const LEAST_LOAD = 0.05;
/** With fewer complete intervals a day tells no collection loss. */
const LEAST_INTERVALS = 10;
/** A collection system loses no more: what exceeds it has another reason. */
const LARGEST_LOSS = 0.1;

/**
 * Collection loss of a day: median over the intervals in which the meter and everything behind it are known.
 *
 * @param site - columns of the day
 * @returns 0 to 0.1; NaN with fewer than ten such intervals
 * @throws RangeError when there is no meter column of that length
 */
export function collectionLossOfDay(site: MeteredSite): number {
  const { connection, others, generators, ratedEnergy } = site;
  if (others.length !== connection.length) throw new RangeError(`${others.length} intervals for ${connection.length} of the meter`);
  const losses = new Float64Array(connection.length);
  let count = 0;
  for (let i = 0; i < connection.length; i++) {
    let made = others[i] ?? Number.NaN;
    for (const { actual } of generators) made += actual[i] ?? Number.NaN;
    const loss = 1 - (connection[i] ?? Number.NaN) / made;
    if (made > LEAST_LOAD * ratedEnergy && !Number.isNaN(loss)) losses[count++] = loss;
  }
  return count < LEAST_INTERVALS ? Number.NaN : Math.min(LARGEST_LOSS, Math.max(0, median(losses.subarray(0, count))));
}

/**
 * What the grid meter shows of generators whose energy is not known: what it read above the others, at most what was expected of them.
 *
 * @param site - columns of equal length
 * @param collectionLoss - share lost on the way to the meter, 0 to 1
 * @returns by generator, shape (n) each. [kWh] 0 where its energy is known or the meter tells nothing; undefined: nothing is missing
 * @throws RangeError when there is no meter column of that length
 */
export function estimateMissing({ generators, others, connection }: MeteredSite, collectionLoss: number): Float64Array[] | undefined {
  if (others.length !== connection.length) throw new RangeError(`${others.length} intervals for ${connection.length} of the meter`);
  let estimates: Float64Array[] | undefined;
  for (let i = 0; i < connection.length; i++) {
    let known = others[i] ?? Number.NaN;
    let expected = 0;
    for (const generator of generators) {
      const made = generator.actual[i] ?? Number.NaN;
      const wanted = generator.expected[i] ?? Number.NaN;
      if (!Number.isNaN(made)) known += made;
      else if (wanted > 0) expected += wanted;
    }
    const rest = (connection[i] ?? Number.NaN) / (1 - collectionLoss) - known;
    if (!(expected > 0) || !(rest > 0)) continue;
    estimates ??= generators.map(() => new Float64Array(connection.length));
    const share = Math.min(1, rest / expected);
    for (const [at, generator] of generators.entries()) {
      const column = estimates[at];
      const wanted = generator.expected[i] ?? Number.NaN;
      if (column && wanted > 0 && Number.isNaN(generator.actual[i] ?? Number.NaN)) column[i] = wanted * share;
    }
  }
  return estimates;
}
