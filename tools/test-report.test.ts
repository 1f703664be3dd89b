import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTestOutcome } from './test-report.ts';

function reports(vitest: object[], playwright: object) {
  const folder = mkdtempSync(join(tmpdir(), 'test-report-'));
  const files = { vitest: vitest.map((_, run) => join(folder, `vitest-${run}.json`)), playwright: join(folder, 'playwright.json') };
  for (const [run, report] of vitest.entries()) writeFileSync(join(folder, `vitest-${run}.json`), JSON.stringify(report));
  writeFileSync(files.playwright, JSON.stringify(playwright));
  return files;
}

test('the end of a run names each test that failed, or passed only the second time, with its file and what went wrong', () => {
  const files = reports(
    [
      { numPassedTests: 3, numFailedTests: 0, testResults: [] },
      {
        numPassedTests: 4,
        numFailedTests: 1,
        testResults: [
          { name: '/repo/a.test.ts', status: 'passed', assertionResults: [{ fullName: 'is fine', status: 'passed', failureMessages: [] }] },
          {
            name: '/repo/b.test.ts',
            status: 'failed',
            assertionResults: [{ fullName: 'adds up', status: 'failed', failureMessages: ['\u001b[31mError: 3\u001b[39m\n\n at b'] }],
          },
          { name: '/repo/c.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] },
        ],
      },
    ],
    {
      stats: { expected: 2, unexpected: 1, flaky: 1 },
      suites: [
        {
          title: 'log.spec.ts',
          file: 'log.spec.ts',
          suites: [
            {
              title: 'the log',
              file: 'log.spec.ts',
              specs: [
                {
                  title: 'opens',
                  ok: false,
                  line: 4,
                  tests: [{ status: 'unexpected', results: [{ error: { message: 'timeout\nmore' } }] }],
                },
                { title: 'scrolls', ok: true, line: 9, tests: [{ status: 'flaky', results: [{ error: { message: 'late' } }, {}] }] },
                { title: 'closes', ok: true, line: 12, tests: [{ status: 'expected', results: [{}] }] },
              ],
            },
          ],
        },
      ],
    },
  );
  expect(readTestOutcome('/repo', files)).toEqual({
    passed: 10,
    failed: 2,
    failures: ['b.test.ts › adds up: Error: 3\n   at b', 'c.test.ts: cannot be read', 'log.spec.ts:4 › opens: timeout\n  more'],
    unsteady: ['log.spec.ts:9 › scrolls: late'],
  });
});

test('a report that was never written is a failure, not silence', () => {
  const outcome = readTestOutcome('/repo', { vitest: ['/nowhere/a.json'], playwright: '/nowhere/b.json' });
  expect(outcome).toEqual({ passed: 0, failed: 2, failures: ['Vitest wrote no report', 'Playwright wrote no report'], unsteady: [] });
});
