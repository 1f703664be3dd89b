import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { HOME_ENTRIES } from '../apps/web/chunks.ts';

interface ManifestEntry {
  file: string;
  src?: string;
  imports?: string[];
  css?: string[];
}

/** Budget of the first signed-in screen, fonts apart. */
const FIRST_SCREEN_KB = 350;

/** The app and the texts of the first screen in one language. */
const APP = /^(?:index\.html|.*catalogs\/en-US\.json\?part=first)$/;

/** What the browser has to load for some chunks: themselves, everything they import at once, and their styles. */
export function filesOf(manifest: Record<string, ManifestEntry>, names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string): void => {
    const entry = manifest[name];
    if (!entry || seen.has(name)) return;
    seen.add(name);
    for (const file of [entry.file, ...(entry.css ?? [])]) files.add(file);
    for (const imported of entry.imports ?? []) add(imported);
  };
  for (const name of names) add(name);
  return files;
}

/** Packed size of the first signed-in screen: the app, Home with the types of widgets that it draws at once, and one language. [kB] */
export function measureFirstScreen(dist: string): { kilobytes: number; files: { file: string; kilobytes: number }[] } {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, ManifestEntry>;
  const wanted = Object.keys(manifest).filter((name) => APP.test(name) || HOME_ENTRIES.test(name));
  const files = [...filesOf(manifest, wanted)]
    .map((file) => ({ file, kilobytes: gzipSync(readFileSync(join(dist, file))).length / 1024 }))
    .sort((left, right) => right.kilobytes - left.kilobytes);
  return { kilobytes: files.reduce((sum, file) => sum + file.kilobytes, 0), files };
}

if (import.meta.main) {
  const dist = process.argv[2] ?? fileURLToPath(new URL('../apps/web/dist', import.meta.url));
  const { kilobytes, files } = measureFirstScreen(dist);
  for (const { file, kilobytes: size } of files) console.log(`${size.toFixed(1).padStart(8)} KB  ${file}`);
  console.log(`${kilobytes.toFixed(1).padStart(8)} KB  first signed-in screen, at most ${FIRST_SCREEN_KB} KB (gzip, fonts apart)`);
  process.exitCode = kilobytes <= FIRST_SCREEN_KB ? 0 : 1;
}
