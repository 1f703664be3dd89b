import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Part } from '../part.ts';
import type { CheckResult } from '../result.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Requests of each admitted caller to each endpoint, about its own things and as often about those of others. */
const [SHORT, LONG] = [1, 25];

/** What `apps/server/src/access-matrix.test.ts` writes. */
interface MatrixResult {
  cases: Record<string, Record<string, number>>;
  failures: { endpoint: string; caller: string; problem: string }[];
}

/** Every endpoint of the contract as every caller. It runs beside the server's own tests, because it watches the rows of every table. */
export const matrixPart: Part = {
  title: 'Access matrix',
  async *run({ isLong, seed, loops, only }) {
    const began = performance.now();
    const result = await askMatrix({ seed, count: loops ?? (isLong ? LONG : SHORT) });
    const seconds = (performance.now() - began) / 1_000;
    yield* toResults(result, { seed, seconds }).filter(({ name }) => name.includes(only ?? ''));
  },
};

async function askMatrix({ seed, count }: { seed: number; count: number }): Promise<MatrixResult> {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-matrix-'));
  const file = join(folder, 'result.json');
  const settings = { SOLVANE_MATRIX_SEED: String(seed), SOLVANE_MATRIX_COUNT: String(count), SOLVANE_MATRIX_RESULT: file };
  try {
    const output = await runTest(settings);
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch (cause) {
      throw new Error(`The matrix did not come to its end:\n${output}`, { cause });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns what the test runner printed. That the test fails is a result, too. */
function runTest(settings: Record<string, string>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const runner = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [runner, 'run', 'apps/server/src/access-matrix.test.ts', '--project', 'server', '--maxWorkers', '1'];
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...settings } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  child.on('error', reject);
  child.on('close', () => resolve(output.slice(-4_000)));
  return promise;
}

/** One line for each caller; the whole matrix first. */
export function toResults({ cases, failures }: MatrixResult, { seed, seconds }: { seed: number; seconds: number }): CheckResult[] {
  const endpoints = Object.keys(cases);
  const callers = [...new Set(Object.values(cases).flatMap((byCaller) => Object.keys(byCaller)))];
  const casesOf = (caller: string) => endpoints.reduce((sum, endpoint) => sum + (cases[endpoint]?.[caller] ?? 0), 0);
  const byCaller = callers.map((caller) => ({
    name: caller,
    cases: casesOf(caller),
    failures: failures
      .filter((each) => each.caller === caller)
      .map(({ endpoint, problem }) => ({ seed, message: `${endpoint}: ${problem}` })),
    seconds:
      (seconds * casesOf(caller)) /
      Math.max(
        1,
        callers.reduce((sum, each) => sum + casesOf(each), 0),
      ),
  }));
  return [
    {
      name: `${endpoints.length} endpoints × ${callers.length} callers`,
      cases: byCaller.reduce((sum, each) => sum + each.cases, 0),
      failures: failures
        .filter(({ caller }) => !callers.includes(caller))
        .map(({ endpoint, problem }) => ({ seed, message: `${endpoint}: ${problem}` })),
      seconds,
    },
    ...byCaller,
  ];
}
