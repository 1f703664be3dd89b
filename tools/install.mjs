import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs what package-lock.json names, unless that is there already: by an earlier start, or by an `npm ci` that has just run.
 *
 * @param {string} root
 * @param {string} nodePackage package of the pinned Node for this platform
 */
export async function installIfChanged(root, nodePackage) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const wanted = createHash('sha256').update(lock).digest('hex');
  const stamp = join(root, 'node_modules', '.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const node = join(root, 'node_modules', nodePackage, 'bin', 'node');
  if (!existsSync(node) || !isInstalled(JSON.parse(lock), readInstalled(root))) await install(root);
  linkPinnedNode(root, nodePackage);
  writeFileSync(stamp, wanted);
}

/** What npm writes down at the end of an installation that succeeded; undefined: there was none. */
function readInstalled(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whether everything that the lock names is installed as it names it. Optional packages are for some platforms only. */
export function isInstalled(lock, installed) {
  const packages = installed?.packages;
  if (packages === undefined) return false;
  return Object.entries(lock.packages).every(([path, { version, integrity, link, optional, devOptional }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = packages[path];
    if (found === undefined) return optional === true || devOptional === true;
    return found.version === version && found.integrity === integrity && found.link === link;
  });
}

/** One line of progress; what npm prints is shown when it fails. */
async function install(root) {
  const npm = process.env.npm_execpath;
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const startedMs = Date.now();
  const seconds = () => Math.round((Date.now() - startedMs) / 1000);
  const isTerminal = process.stdout.isTTY === true;
  if (!isTerminal) console.log('Installing dependencies ...');
  const progress = isTerminal ? setInterval(() => process.stdout.write(`\rInstalling dependencies ... ${seconds()} s`), 500) : undefined;
  const { code, output } = await run(program, [...first, 'ci', '--no-audit', '--no-fund', '--no-progress'], root);
  clearInterval(progress);
  if (code !== 0) {
    console.error(
      `${isTerminal ? '\n' : ''}${output}\nThe dependencies could not be installed (npm ci ended with ${code} after ${seconds()} s).`,
    );
    process.exit(code ?? 1);
  }
  console.log(`${isTerminal ? '\r' : ''}Dependencies installed in ${seconds()} s.`);
}

/** @returns {Promise<{ code: number | null; output: string }>} */
function run(program, args, cwd) {
  return new Promise((resolve) => {
    const chunks = [];
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}

// npm 10 drops .bin/node when several platform packages share the bin name.
function linkPinnedNode(root, nodePackage) {
  const link = join(root, 'node_modules', '.bin', 'node');
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(join('..', nodePackage, 'bin', 'node'), link);
}
