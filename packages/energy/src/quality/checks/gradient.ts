import { QUALITY_FLAGS } from '../flags.ts';

export interface GradientOptions {
  /** Largest plausible change from one interval to the next. */
  maxStep: number;
  /** `spike`: away and back again. `step`: any change that large, marked at its later value. */
  mode: 'spike' | 'step';
}

/**
 * Marks changes no real quantity makes.
 *
 * @param values - raw, shape (n); where a neighbour is missing nothing is marked
 * @param options - what is too much
 * @param flags - shape (n), GRADIENT is set in place
 * @see QARTOD spike and rate of change tests
 */
export function flagGradient(values: Float64Array, { maxStep, mode }: GradientOptions, flags: Int32Array): void {
  let before = Number.NaN;
  let value = values[0] ?? Number.NaN;
  for (let i = 0; i < values.length; i++) {
    // Never past the end: a column that answers undefined once answers with boxes from then on.
    const after = i + 1 < values.length ? (values[i + 1] ?? Number.NaN) : Number.NaN;
    const rise = value - before;
    const fall = after - value;
    const isHit = Math.abs(rise) > maxStep && (mode === 'step' || (Math.abs(fall) > maxStep && rise * fall < 0));
    if (isHit) flags[i] = (flags[i] ?? 0) | QUALITY_FLAGS.GRADIENT;
    before = value;
    value = after;
  }
}
