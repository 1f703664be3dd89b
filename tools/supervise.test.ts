import { type ChildProcess, spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { supervise } from './supervise.mjs';

/** Runs the scripts one after the other, the last one from then on. */
async function run(scripts: readonly string[], { shortestRunMs = 0 } = {}): Promise<{ code: number; runs: number; lines: string[] }> {
  let runs = 0;
  const lines: string[] = [];
  const start = (): ChildProcess => spawn(process.execPath, ['-e', scripts[Math.min(runs++, scripts.length - 1)] ?? '']);
  const code = await supervise(start, { shortestRunMs, report: (line) => lines.push(line) }).ended;
  return { code, runs, lines };
}

const crash = 'process.exit(70)';

test('a product that ended by an uncaught exception or by Node itself starts again, each time', async () => {
  const { code, runs, lines } = await run([crash, 'process.abort()', crash, 'process.exit(0)']);
  expect([code, runs]).toEqual([0, 4]);
  expect(lines.filter((line) => line === 'Solvane starts again.')).toHaveLength(3);
  expect(lines.some((line) => /was ended by SIGABRT/.test(line))).toBe(true);
});

test.each([
  ['with an error of its own', 'process.exit(1)', 1],
  ['by a signal from outside', "process.kill(process.pid, 'SIGTERM')", 1],
  ['as it was told to', 'process.exit(0)', 0],
])('one that ended %s does not', async (_how, script, expected) => {
  expect(await run([script])).toMatchObject({ code: expected, runs: 1 });
});

test('one that fails right after its start does not: it would fail for ever', async () => {
  expect(await run([crash], { shortestRunMs: 600_000 })).toMatchObject({ code: 70, runs: 1 });
});

test('a signal reaches the process that runs by now', async () => {
  let runs = 0;
  const scripts = [crash, 'setInterval(() => undefined, 1000)'];
  const { kill, ended } = supervise(() => spawn(process.execPath, ['-e', scripts[runs++] ?? '']), {
    shortestRunMs: 0,
    report: () => setTimeout(() => kill('SIGTERM'), 200),
  });
  expect(await ended).toBe(1);
  expect(runs).toBe(2);
});
