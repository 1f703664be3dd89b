import type { Part } from './part.ts';

/** Names as given on the command line: `npm run harness -- faults`. */
export const PARTS: Record<string, () => Promise<Part>> = {
  faults: async () => (await import('./faults/faults.ts')).faultsPart,
  matrix: async () => (await import('./matrix/matrix.ts')).matrixPart,
};
