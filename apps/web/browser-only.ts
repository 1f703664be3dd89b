import type { Plugin } from 'vite';

const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/g;
/** Codes that an endpoint may answer with besides the common ones, for its documentation. */
const ERROR_CODES = /\berrors: \[(?:\s*['"][\w.]+['"],?)*\s*\]/g;
/** Its own sentences: screens say what is wrong with theirs. */
const ZOD_TEXTS = /\/zod\/v4\/locales\/en\.js$/;
const JSON_SCHEMA = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;

/**
 * What only the server needs stays there: sentences of the API documentation and of zod, and what makes JSON Schemas of schemas. Together they
 * are 9 KB of the first screen.
 */
export function browserOnly(): Plugin {
  return {
    name: 'browser-only',
    apply: 'build',
    transform(code, id) {
      if (/\/packages\/contract\/src\//.test(id))
        return { code: code.replace(SUMMARY, "summary: ''").replace(ERROR_CODES, 'errors: []'), map: null };
      if (ZOD_TEXTS.test(id)) return { code: "export default () => ({ localeError: () => 'Invalid' });", map: null };
      if (JSON_SCHEMA.test(id)) return { code: standIn(code), map: null };
      return undefined;
    },
  };
}

/** The same exports without what they do: no screen calls them. */
function standIn(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name);
  return names.map((name) => `export const ${name} = () => () => { throw new Error('JSON Schemas are made on the server'); };`).join('\n');
}
