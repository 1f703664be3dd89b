import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export interface SourceImport {
  from: string;
  /** A path inside the repository, or the name of a package. */
  to: string;
  typeOnly: boolean;
}

/** TypeScript files below folders, as paths inside the repository. */
export function listSources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() && /\.tsx?$/.test(entry.name) && !/node_modules|dist/.test(entry.parentPath) && !entry.name.endsWith('.gen.ts'),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** What a file imports, as its lines say. */
export function importsOf(root: string, file: string): SourceImport[] {
  const text = readFileSync(join(root, file), 'utf8');
  const matches = text.matchAll(
    /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|[^.\w]import\(\s*['"]([^'"]+)['"]/gm,
  );
  return [...matches].map(([, typeOnly, named, bare, lazy]) => {
    const specifier = named ?? bare ?? lazy ?? '';
    return {
      from: file,
      to: specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)) : specifier,
      typeOnly: typeOnly !== undefined || lazy !== undefined,
    };
  });
}

/** Those of the files that import a target, directly or through others. */
export function filesThatReach(root: string, files: readonly string[], target: string): string[] {
  const targets = new Map<string, string[]>();
  const reaches = (file: string): boolean => {
    const seen = new Set<string>();
    const open = [file];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === target) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...relativeImportsOf(root, next, targets));
    }
    return false;
  };
  return files.filter(reaches);
}

function relativeImportsOf(root: string, file: string, known: Map<string, string[]>): string[] {
  const before = known.get(file);
  if (before) return before;
  const found = existsSync(join(root, file))
    ? importsOf(root, file).flatMap(({ to, typeOnly }) => (typeOnly || !/^(?:apps|packages)\//.test(to) ? [] : [to]))
    : [];
  known.set(file, found);
  return found;
}
