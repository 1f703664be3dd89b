import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockEntry {
  version?: string;
  license?: string;
  link?: boolean;
  optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  packages: Readonly<Record<string, LockEntry>>;
}

/** Licences that let a dependency be delivered with the product under Apache-2.0. */
const ALLOWED = new Set([
  'MIT',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'PostgreSQL',
]);

/** Others, by the start of the package's name, with the reason. */
const EXCEPTIONS: readonly { name: string; license: string; reason: string }[] = [
  { name: '@fontsource-variable/inter', license: 'OFL-1.1', reason: 'a font, delivered unchanged' },
  { name: 'axe-core', license: 'MPL-2.0', reason: 'browser tests only, unchanged' },
  { name: '@axe-core/playwright', license: 'MPL-2.0', reason: 'browser tests only, unchanged' },
  { name: 'lightningcss', license: 'MPL-2.0', reason: 'builds the web app, unchanged, not delivered' },
  { name: 'caniuse-lite', license: 'CC-BY-4.0', reason: 'data for building the web app, not delivered' },
];

/** Names of packages whose licence the product may not be delivered with, or that state none. */
export function findForbiddenLicenses(lock: Lock): string[] {
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (!path.includes('node_modules/') || entry.link === true) return [];
    const license = entry.license ?? licenseOfParent(lock, name);
    if (license !== undefined && isAllowed(license)) return [];
    if (EXCEPTIONS.some((exception) => name.startsWith(exception.name) && exception.license === license)) return [];
    return [`${name} ${license ?? 'states no licence'}`];
  });
}

/** One allowed licence of a choice is enough; of a conjunction all have to be. */
function isAllowed(expression: string): boolean {
  const choices = expression.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((license) => ALLOWED.has(license.trim())));
}

/** The lock knows packages of other platforms by name only: they have the licence of the package that needs them. */
function licenseOfParent(lock: Lock, name: string): string | undefined {
  return Object.values(lock.packages).find((entry) => entry.optionalDependencies?.[name] !== undefined)?.license;
}

/** Writes what the product is delivered with, in CycloneDX. @returns exit code */
export function writeSbom(root: string): number {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--omit', 'dev'];
  const npm = process.env.npm_execpath;
  const { status, stdout, stderr } = spawnSync(npm ? process.execPath : 'npm', npm ? [npm, ...args] : args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) {
    console.error(stderr);
    return 1;
  }
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const sbom = JSON.parse(stdout);
  // npm takes the name of the folder.
  sbom.metadata.component.name = name;
  const file = join(root, 'sbom.cdx.json');
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(`${sbom.components.length} components written to ${file}`);
  return 0;
}
