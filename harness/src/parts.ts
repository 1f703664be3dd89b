import type { Part } from './part.ts';

/** Names as given on the command line: `npm run harness -- faults`. */
export const PARTS: Record<string, () => Promise<Part>> = {
  garbage: async () => (await import('./garbage/garbage.ts')).garbagePart,
  faults: async () => (await import('./faults/faults.ts')).faultsPart,
  matrix: async () => (await import('./matrix/matrix.ts')).matrixPart,
};
