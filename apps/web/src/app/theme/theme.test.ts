import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../../..');
const tokensFile = join(import.meta.dirname, 'tokens.css');
const tokens = readFileSync(tokensFile, 'utf8');

test('both themes have the same tokens', () => {
  const [light = '', dark = ''] = tokens.split(':root[data-mantine-color-scheme=').map((part) => part);
  const names = (text: string) => [...text.matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name).sort();
  expect(names(light).length).toBeGreaterThan(80);
  expect(names(dark)).toEqual(names(light));
});

test('components name tokens and never a colour', () => {
  const broken = listFiles()
    .filter((file) => file !== tokensFile)
    .filter((file) =>
      /(?<!&)#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!['"]?\s*\/\/)/i.test(withoutComments(readFileSync(file, 'utf8'))),
    )
    .map((file) => relative(root, file));
  expect(broken).toEqual([]);
});

test('every token a style names exists', () => {
  const measures = readFileSync(join(import.meta.dirname, 'base.css'), 'utf8');
  const tokenNames = [...`${tokens}${measures}`.matchAll(/^ {2}--([\w-]+):/gm)].map(([, name]) => name);
  // What a component says of itself, as its width.
  const setByComponents = listFiles()
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/['"]--([\w-]+)['"]/g)].map(([, name]) => name));
  // A part gives it to the pictures within it.
  const setByParts = ['widget-picture', 'widget-picture-least'];
  const known = new Set([...tokenNames, ...setByComponents, ...setByParts]);
  const missing = listFiles()
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const own = new Set([...text.matchAll(/--([\w-]+)\s*:/g)].map(([, name]) => name));
      return [...text.matchAll(/var\(--([\w-]+)/g)]
        .map(([, name]) => name ?? '')
        .filter((name) => !known.has(name) && !own.has(name) && !name.startsWith('mantine-'))
        .map((name) => `${relative(root, file)}: ${name}`);
    });
  expect(missing.filter((entry) => !/: (level|input-)/.test(entry))).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

function listFiles(): string[] {
  return ['apps/web/src', 'packages/ui/src', 'packages/charts/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter(
        (entry) =>
          entry.isFile() &&
          /\.(css|tsx|ts)$/.test(entry.name) &&
          !/\.(test|gen|testing)\.tsx?$/.test(entry.name) &&
          !entry.parentPath.includes('testing'),
      )
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}
