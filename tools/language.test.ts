import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Words that readers had to decode, with the standard terms that replace them. The glossary has the others. */
const REPLACEMENTS: Record<string, string> = {
  deed: 'action, edit or command',
  deeds: 'actions, edits or commands',
  said: 'override, stated, message',
  anew: 'again, re-',
  stretch: 'range, period or chunk',
  stretches: 'ranges, periods or chunks',
  patience: 'timeout',
  nobody: 'no user, none',
  somebody: 'a user, the caller',
  whoever: 'the user who, the caller',
};

const SOURCE = /\.(tsx?|mjs|sql)$/;
const NOT_OURS = /node_modules|\/dist|\.gen\.ts$/;
/** Applied migrations never change. */
const APPLIED = /db\/migrations\/|signals\/sql\/(migration-000[1-4]|migrations\.test)|testing\/migration-fills/;
/** A value of CSS. */
const CSS_VALUE = /(['"])stretch\1/g;

const sources = ['apps', 'packages', 'bench', 'harness', 'tools']
  .flatMap((folder) => filesBelow(folder))
  .filter((path) => SOURCE.test(path) && !NOT_OURS.test(path) && !APPLIED.test(path) && path !== 'tools/language.test.ts');

describe('words that need decoding are neither', () => {
  test('in names of files', () => {
    expect(sources.filter((path) => bannedWords(path).length > 0)).toEqual([]);
  });

  test('in identifiers, comments and texts of the source', () => {
    const found = sources.flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => bannedWords(line.replaceAll(CSS_VALUE, '')).map((word) => `${path}:${index + 1} ${advice(word)}`)),
    );
    expect(found).toEqual([]);
  });

  test('in keys and English texts of the message catalogue', () => {
    const messages: Record<string, string> = JSON.parse(readFileSync(join(root, 'packages/i18n/catalogs/en-US.json'), 'utf8'));
    const found = Object.entries(messages).flatMap(([key, text]) => bannedWords(`${key} ${text}`).map((word) => `${key} ${advice(word)}`));
    expect(found).toEqual([]);
  });

  test('in the documents', () => {
    const documents = [
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      ...filesBelow('docs').filter((path) => path.endsWith('.md')),
    ];
    const found = documents.flatMap((path) => bannedWords(readFileSync(join(root, path), 'utf8')).map((word) => `${path} ${advice(word)}`));
    expect(found).toEqual([]);
  });
});

/** Words of a text, those inside of camelCase and kebab-case names too. */
function bannedWords(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => Object.hasOwn(REPLACEMENTS, word));
}

function advice(word: string): string {
  return `"${word}": ${REPLACEMENTS[word]}`;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !NOT_OURS.test(entry.parentPath))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
