import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runMatrix } from './testing/matrix/run-matrix.ts';
import { testApp } from './testing/test-app.ts';

/** Short here; `npm run harness -- matrix --long` asks more of each endpoint and writes the table. */
const { SOLVANE_MATRIX_SEED = '1', SOLVANE_MATRIX_COUNT = '1', SOLVANE_MATRIX_RESULT } = process.env;

test('every endpoint gives every caller what its declaration permits', { timeout: 3_600_000 }, async () => {
  const nowMs = Date.UTC(2026, 0, 15, 12);
  const app = await testApp({ signals: true, nowMs, config: { demo: 'small' } });
  const result = await runMatrix(app, {
    seed: Number(SOLVANE_MATRIX_SEED),
    count: Number(SOLVANE_MATRIX_COUNT),
    nowMs,
    isThorough: SOLVANE_MATRIX_RESULT !== undefined,
  });
  if (SOLVANE_MATRIX_RESULT) writeFileSync(SOLVANE_MATRIX_RESULT, JSON.stringify(result));
  expect(result.failures).toEqual([]);
});
