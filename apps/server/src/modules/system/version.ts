import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };

/** Of the product, and of the web app that is served: a browser that has another one is asked to reload. */
export function readVersion(webFolder: string): string {
  const page = join(webFolder, 'index.html');
  if (!existsSync(page)) return packageJson.version;
  // The page names every script and style by a hash of its content.
  const build = createHash('sha256').update(readFileSync(page)).digest('hex').slice(0, 10);
  return `${packageJson.version}+${build}`;
}
