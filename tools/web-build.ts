import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WEB_SOURCES = [
  'apps/web',
  'packages/charts',
  'packages/contract',
  'packages/energy',
  'packages/i18n',
  'packages/series',
  'packages/ui',
];

/** Builds the web app unless `dist` was built from exactly these sources. */
export async function buildWebIfChanged(root: string): Promise<void> {
  const stamp = join(root, 'apps', 'web', 'dist', '.built-from');
  const wanted = hashOfSources(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the web app (only after a change) ...');
  const code = await new Promise<number | null>((resolve) => {
    spawn('vite', ['build', '--logLevel', 'warn'], { cwd: join(root, 'apps', 'web'), stdio: 'inherit' }).on('exit', resolve);
  });
  if (code !== 0) throw new Error('The web app could not be built; the messages above say why.');
  writeFileSync(stamp, wanted);
}

function hashOfSources(root: string): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of WEB_SOURCES) {
    const files = readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter(
        (entry) =>
          entry.isFile() && !/node_modules|[\\/]dist|\.vite|\.tanstack/.test(entry.parentPath) && !/\.test\.tsx?$/.test(entry.name),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}
