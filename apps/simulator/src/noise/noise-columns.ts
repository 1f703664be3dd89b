import { normalNoise, uniformNoise } from './hash-noise.ts';

/** Equally spaced instants in epoch seconds: `first + i·step`. */
export interface NoiseGrid {
  first: number;
  step: number;
  length: number;
}

/**
 * Value noise on a grid, equal to `valueNoise` at every instant but with each knot drawn once.
 *
 * @returns unit variance noise, shape (length)
 */
export function valueNoiseColumn(seed: number, grid: NoiseGrid, spacing: number): Float64Array {
  const column = new Float64Array(grid.length);
  let knot = Number.NaN;
  let left = 0;
  let right = 0;
  for (let i = 0; i < grid.length; i++) {
    const position = (grid.first + i * grid.step) / spacing;
    const wanted = Math.floor(position);
    if (wanted !== knot) {
      left = wanted === knot + 1 ? right : normalNoise(seed, wanted);
      right = normalNoise(seed, wanted + 1);
      knot = wanted;
    }
    const angle = (Math.PI / 2) * (position - wanted);
    column[i] = Math.cos(angle) * left + Math.sin(angle) * right;
  }
  return column;
}

/** White normal noise, one draw per grid step; the index is the step number since the epoch. */
export function normalNoiseColumn(seed: number, grid: NoiseGrid): Float64Array {
  const column = new Float64Array(grid.length);
  const firstIndex = Math.floor(grid.first / grid.step);
  for (let i = 0; i < grid.length; i++) column[i] = normalNoise(seed, firstIndex + i);
  return column;
}

/** White uniform noise, one draw per grid step; the index is the step number since the epoch. */
export function uniformNoiseColumn(seed: number, grid: NoiseGrid): Float64Array {
  const column = new Float64Array(grid.length);
  const firstIndex = Math.floor(grid.first / grid.step);
  for (let i = 0; i < grid.length; i++) column[i] = uniformNoise(seed, firstIndex + i);
  return column;
}
