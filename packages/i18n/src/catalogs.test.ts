import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import english from '../catalogs/en-US.json' with { type: 'json' };
import canadianFrench from '../catalogs/fr-CA.json' with { type: 'json' };
import swedish from '../catalogs/sv-SE.json' with { type: 'json' };
import { LOCALES, type Locale } from './locales.ts';
import { textIn } from './text.ts';

const catalogues: Record<Locale, Record<string, string>> = { 'en-US': english, 'sv-SE': swedish, 'fr-CA': canadianFrench };
const keys = Object.keys(english);
/** Words of the domain that come with the data: each list is whole, whether or not a screen shows every word already. */
const VOCABULARIES = [
  'EventCategory_',
  'EventType_',
  'ExpectedMethod_',
  'OperatingState_',
  'QualityMethod_',
  'QualityState_',
  'SignalFormula_',
  'SystemCode_',
  'TimeCategory_',
];
const root = fileURLToPath(new URL('../../..', import.meta.url));

describe.each(LOCALES)('%s', (locale) => {
  const catalogue = catalogues[locale];

  test('has exactly the keys of the English catalogue, in order', () => {
    expect(Object.keys(catalogue)).toEqual(keys);
    expect(Object.keys(catalogue)).toEqual([...keys].sort());
  });

  test('fills the same placeholders as the English text', () => {
    const different = keys.filter(
      (key) => placeholders(catalogue[key] ?? '').join() !== placeholders(catalogues['en-US'][key] ?? '').join(),
    );
    expect(different).toEqual([]);
  });

  test('leaves no text empty and writes every text so that it can be formatted', () => {
    const text = textIn(locale);
    const values = new Proxy<Record<string, number>>(
      {},
      { get: () => 2, has: () => true, getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }) },
    );
    const broken = keys.filter((key) => {
      const filled = Object.fromEntries(placeholders(catalogue[key] ?? '').map((name) => [name, values[name] ?? 0]));
      return text(key as keyof typeof english, filled).trim() === '';
    });
    expect(broken).toEqual([]);
  });
});

test('no French sign begins a line of its own: the space before it does not break', () => {
  expect(Object.entries(canadianFrench).filter(([, text]) => /« | (?=[:;?!»%])(?!::)/.test(text))).toEqual([]);
});

test('every key is used somewhere: by its name, or by the beginning of it that a template completes', () => {
  const sources = listSources()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const completed = [...sources.matchAll(/['"`]([A-Za-z_]+_)\$\{/g)].map(([, prefix]) => prefix ?? '');
  const prefixes = [...VOCABULARIES, ...new Set(completed)];
  expect(keys.filter((key) => !sources.includes(key) && !prefixes.some((prefix) => key.startsWith(prefix)))).toEqual([]);
});

test('the forms of a number are no placeholders, what stands in them is', () => {
  expect(placeholders('{count, plural, =0 {Save} one {Save # of {total, number}} other {{name} and #}}')).toEqual([
    'count',
    'name',
    'total',
  ]);
});

test('a text whose placeholder is missing is an error', () => {
  expect(() => textIn('en-US')('App_DocumentTitle')).toThrow();
});

/** Names inside braces, also those that choose between forms, and those in the forms; a form itself, as `one {Save}`, is text, and so are quoted braces. */
function placeholders(text: string): string[] {
  return [...new Set(bracesOf(text.replaceAll(/'\{[^']*'/g, '')).flatMap(namesIn))].sort();
}

function namesIn(inner: string): string[] {
  const [, name = '', choice] = /^\s*(\w+)\s*(?:,\s*(plural|select|selectordinal)\s*,)?/.exec(inner) ?? [];
  return choice ? [name, ...bracesOf(inner).flatMap((form) => bracesOf(form).flatMap(namesIn))] : [name];
}

/** What stands in the outermost braces. */
function bracesOf(text: string): string[] {
  const found: string[] = [];
  let [depth, start] = [0, 0];
  for (const [place, sign] of [...text].entries()) {
    if (sign === '{') {
      depth += 1;
      if (depth === 1) start = place + 1;
    } else if (sign === '}') {
      depth -= 1;
      if (depth === 0) found.push([...text].slice(start, place).join(''));
    }
  }
  return found;
}

function listSources(): string[] {
  return ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter(
        (entry) =>
          entry.isFile() &&
          /\.tsx?$/.test(entry.name) &&
          !/\.test\.tsx?$/.test(entry.name) &&
          !/node_modules|\/dist(\/|$)/.test(entry.parentPath),
      )
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}
