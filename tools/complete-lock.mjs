// npm leaves optional platform packages that it could not resolve out of the lock, and `npm ci` then refuses the lock.
// This adds an entry for each of them. Run after `npm install --package-lock-only`; added entries survive later installs.
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'win32',
  windows: 'win32',
  freebsd: 'freebsd',
  android: 'android',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  sunos: 'sunos',
  aix: 'aix',
  openharmony: 'openharmony',
};
const PROCESSORS = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32'];

const lockUrl = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(lockUrl, 'utf8'));
const added = [];

for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const known = Object.keys(lock.packages).some((path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`));
    if (known) continue;
    const words = name.replace('@', '').split(/[-/]/);
    const os = words.map((word) => SYSTEMS[word]).find(Boolean);
    const cpu = words.find((word) => PROCESSORS.includes(word));
    if (!os && !cpu) continue;
    const libc = name.endsWith('-musl') ? { libc: ['musl'] } : {};
    lock.packages[`node_modules/${name}`] = {
      version: version.replace(/^[\^~]/, ''),
      ...(cpu && { cpu: [cpu] }),
      ...libc,
      optional: true,
      ...(os && { os: [os] }),
    };
    added.push(name);
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)));
writeFileSync(lockUrl, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? 'package-lock.json is complete' : `added: ${added.join(', ')}`);
