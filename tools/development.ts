import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findServerPrograms } from '../packages/testing/src/postgres-programs.ts';
import { filesBeyondFastTier, readDurations } from './fast-tier.ts';
import { readTestOutcome, type TestOutcome } from './test-report.ts';
import { buildWebIfChanged } from './web-build.ts';

type Command = readonly [program: string, ...args: string[]];

const CHROMIUM = '/usr/bin/chromium';

/** They take as long as the browser still does when the tests of the screens have ended. */
const ENGINE_TESTS = 'apps/server/src/signals/';

const OF_SERVER = ['--project=!pure', '--project=!web'];

const STATIC_CHECKS: readonly Command[] = [
  // What did not change since the last time is not judged again.
  ['tsc', '-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', '.cache/types/server.tsbuildinfo'],
  ['tsc', '-p', 'apps/web/tsconfig.json', '--incremental', '--tsBuildInfoFile', '.cache/types/web.tsbuildinfo'],
  ['biome', 'check', '--error-on-warnings', '--diagnostic-level=warn'],
  ['knip', '--no-progress', '--cache', '--cache-location', '.cache/knip'],
];

/** Types, lint, architecture and message catalogues, side by side. */
export function runChecks(root: string): Promise<number> {
  const tests: Command = ['vitest', 'run', 'tools/', 'packages/i18n/', '--project', 'pure', '--reporter', 'dot'];
  return runTogether(root, [...STATIC_CHECKS, tests]);
}

async function runTogether(root: string, commands: readonly Command[]): Promise<number> {
  return Math.max(...(await Promise.all(commands.map((command) => run(root, command)))));
}

/** Server and web app, both reloading on change; the web app proxies to the server. */
export async function runDev(root: string): Promise<number> {
  const children = [
    // Watched is what the server has loaded: tests and screens do not restart it.
    start(root, [process.execPath, '--watch', '--watch-preserve-output', 'apps/server/src/main.ts']),
    start(join(root, 'apps', 'web'), ['vite'], { SOLVANE_SERVER: serverAddress() }),
  ];
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.on(signal, () => stopAll(children));
  return Promise.race(children.map((child) => exitCode(child))).finally(() => stopAll(children));
}

/** Where the web app finds the server that starts beside it. */
function serverAddress(): string {
  const { HOST = '127.0.0.1', PORT = '8080' } = process.env;
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** Everything, or the fast tier with `--fast`. Ends with what failed and one line of sums. */
export function runTests(root: string, args: string[]): Promise<number> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  return args.includes('--fast')
    ? runFastTier(
        root,
        args.filter((arg) => arg !== '--fast'),
      )
    : runWholeSuite(root, args);
}

/** Checks, and the quickest test files within a budget: no browser, no second database, no attack on a running product. */
async function runFastTier(root: string, args: string[]): Promise<number> {
  const report = join(root, '.cache', 'fast-tests.json');
  rmSync(report, { force: true });
  const beyond = filesBeyondFastTier(readDurations(root));
  const projects = ['pure', 'web', 'server'].map((name) => `--project=${name}`);
  const checks = await runTogether(root, STATIC_CHECKS);
  const tests = await runVitest(root, [...projects, ...beyond.map((file) => `--exclude=${file}`), ...args], { report, workers: 2 });
  printOutcome(readTestOutcome(root, { vitest: [report] }));
  console.log(`${beyond.length} slow test files, PostgreSQL and the browser are left to the whole \`npm test\`.`);
  return Math.max(checks, tests);
}

/** Checks, unit, property and integration tests, PostgreSQL, the harness' short forms and the browser. */
async function runWholeSuite(root: string, args: string[]): Promise<number> {
  if (!ensureChromium()) return 1;
  const reportOf = (name: string) => join(root, '.cache', `${name}-tests.json`);
  const [screens, engine, server, browser] = [reportOf('screens'), reportOf('engine'), reportOf('server'), reportOf('browser')];
  for (const report of [screens, engine, server, browser]) rmSync(report, { force: true });

  const [checks, isBuilt] = await Promise.all([runTogether(root, STATIC_CHECKS), webIsBuilt(root)]);
  if (!process.env.SOLVANE_TEST_DATABASE && !findServerPrograms())
    console.log('No PostgreSQL in /usr/lib/postgresql: the server is tested on the embedded database only.');
  const isWhole = args.length === 0;
  const runPart = (name: string, options: readonly string[], workers: number) =>
    runVitest(root, [...options, ...args], { report: reportOf(name), workers, recordsDurations: isWhole });
  // Half of a browser test is waiting, for pages and for the product: beside it there is room for one worker, and for no more.
  const besideBrowser = async () => {
    const ofScreens = await runPart('screens', ['--project=pure', '--project=web'], 1);
    return Math.max(ofScreens, isWhole ? await runPart('engine', [...OF_SERVER, ENGINE_TESTS], 1) : 0);
  };
  const first = await Promise.all([
    besideBrowser(),
    isBuilt ? runMarked(join(root, 'apps', 'e2e'), ['playwright', 'test', ...args], { PLAYWRIGHT_JSON_OUTPUT_NAME: browser }) : 1,
  ]);
  // A quarter of a server test is waiting, for the disk and for other processes: a third worker uses it.
  const left = isWhole ? [`--exclude=${ENGINE_TESTS}**`] : [];
  const second = await runPart('server', [...OF_SERVER, ...left], 3);

  printOutcome(readTestOutcome(root, { vitest: [screens, ...(isWhole ? [engine] : []), server], playwright: browser }));
  return Math.max(checks, ...first, second);
}

function printOutcome({ passed, failed, failures, unsteady }: TestOutcome): void {
  for (const test of unsteady) console.log(`UNSTEADY ${test}`);
  for (const failure of failures) console.log(`FAILED ${failure}`);
  console.log(`\n${passed} passed, ${failed} failed`);
}

interface VitestRun {
  report: string;
  workers: number;
  /** Whether the fast tier shall go by what the files cost in this run. */
  recordsDurations?: boolean;
}

function runVitest(root: string, args: string[], { report, workers, recordsDurations = false }: VitestRun): Promise<number> {
  const reporters = ['default', 'json', './tools/slowest-files.ts'].map((name) => `--reporter=${name}`);
  const command: Command = ['vitest', 'run', '--passWithNoTests', ...reporters, `--outputFile.json=${report}`, ...args];
  return run(root, command, { VITEST_MAX_WORKERS: String(workers), ...(recordsDurations ? { RECORD_DURATIONS: root } : {}) });
}

export async function runSequence(root: string, commands: Command[]): Promise<number> {
  for (const command of commands) {
    const code = await run(root, command);
    if (code !== 0) return code;
  }
  return 0;
}

/** Browser tests drive Debian's Chromium; it is installed here when this user may. */
function ensureChromium(): boolean {
  if (existsSync(CHROMIUM)) return true;
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (mayInstall) {
    console.log('Installing Chromium for the browser tests ...');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', 'chromium'],
    ])
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    if (existsSync(CHROMIUM)) return true;
  }
  console.error(`The browser tests need ${CHROMIUM}. As root: apt-get update && apt-get install -y chromium`);
  return false;
}

/** What cannot be built is no reason to leave the other tests out. */
async function webIsBuilt(root: string): Promise<boolean> {
  try {
    await buildWebIfChanged(root);
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}

function stopAll(children: ChildProcess[]): void {
  for (const child of children) child.kill();
}

function run(cwd: string, command: Command, env: Record<string, string> = {}): Promise<number> {
  return exitCode(start(cwd, command, env));
}

/** Every line is marked as the browser's: another run writes at the same time. Ends when the last line is written. */
function runMarked(cwd: string, [program, ...args]: Command, env: Record<string, string>): Promise<number> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (line) => console.log(`browser │ ${line}`));
  return exitCode(child, 'close');
}

function start(cwd: string, [program, ...args]: Command, env: Record<string, string> = {}): ChildProcess {
  return spawn(program, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
}

function exitCode(child: ChildProcess, end: 'exit' | 'close' = 'exit'): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on(end, (code: number | null) => resolve(code ?? 1));
  });
}
