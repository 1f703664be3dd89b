import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What both test runners found, together. */
export interface TestOutcome {
  passed: number;
  failed: number;
  /** Per failed test: its file, its name and the first lines of what went wrong. */
  failures: string[];
  /** The same per browser test that passed only when it was tried again. */
  unsteady: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs?: PlaywrightSpec[];
}

interface PlaywrightSpec {
  title: string;
  ok: boolean;
  line: number;
  tests: { status: string; results: { error?: { message?: string } }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

const SHOWN_LINES = 12;
const NO_BROWSER: PlaywrightReport = { stats: { expected: 0, unexpected: 0, flaky: 0 }, suites: [] };

/** Reads the reports of Vitest's runs and of Playwright, where it ran; a report that was never written counts as one failure. */
export function readTestOutcome(root: string, files: { vitest: readonly string[]; playwright?: string }): TestOutcome {
  const vitest = files.vitest.map((file) => readReport<VitestReport>(file));
  const playwright = files.playwright === undefined ? NO_BROWSER : readReport<PlaywrightReport>(files.playwright);
  return {
    passed: sum(vitest.map((report) => report?.numPassedTests ?? 0)) + (playwright?.stats.expected ?? 0) + (playwright?.stats.flaky ?? 0),
    failed: sum(vitest.map((report) => report?.numFailedTests ?? 1)) + (playwright?.stats.unexpected ?? 1),
    failures: [
      ...vitest.flatMap((report) => (report ? vitestFailures(root, report) : ['Vitest wrote no report'])),
      ...(playwright ? namesOf(playwright, ({ ok }) => !ok) : ['Playwright wrote no report']),
    ],
    unsteady: playwright ? namesOf(playwright, ({ tests }) => tests.some(({ status }) => status === 'flaky')) : [],
  };
}

function vitestFailures(root: string, report: VitestReport): string[] {
  return report.testResults.flatMap((file) => {
    const path = relative(root, file.name);
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && file.status === 'failed') return [`${path}: ${firstLines(file.message)}`];
    return failed.map((test) => `${path} › ${test.fullName}: ${firstLines(test.failureMessages?.[0])}`);
  });
}

function namesOf({ suites }: PlaywrightReport, isWanted: (spec: PlaywrightSpec) => boolean): string[] {
  return suites.flatMap(ofSuite);

  function ofSuite({ file, specs = [], suites: inner = [] }: PlaywrightSuite): string[] {
    const own = specs.filter(isWanted).map(({ line, title, tests }) => `${file}:${line} › ${title}: ${firstLines(errorOf(tests))}`);
    return [...own, ...inner.flatMap(ofSuite)];
  }
}

function errorOf(tests: PlaywrightSpec['tests']): string | undefined {
  return tests.flatMap((test) => test.results).find((result) => result.error)?.error?.message;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Enough to know what differed: the first line of a comparison names no value. */
function firstLines(message = 'no message'): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.slice(0, SHOWN_LINES).join('\n  ');
}

function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}
