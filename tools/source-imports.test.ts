import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { filesThatReach, importsOf, listSources } from './source-imports.ts';

function repository(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'solvane-imports-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test('a file reaches what it imports through others, in circles too, but not what it only takes types from', () => {
  const root = repository({
    'apps/a/far.test.ts': `import { near } from './near.ts';`,
    'apps/a/near.ts': `import '../b/middle.ts';`,
    'apps/b/middle.ts': `export { goal } from './goal.ts';\nimport { near } from '../a/near.ts';`,
    'apps/b/goal.ts': `export const goal = 1;`,
    'apps/a/typed.test.ts': `import type { Goal } from '../b/goal.ts';`,
    'apps/a/alone.test.ts': `import { expect } from 'vitest';`,
  });
  const files = listSources(root, 'apps');
  expect(files).toHaveLength(6);
  expect(filesThatReach(root, files, 'apps/b/goal.ts').sort()).toEqual([
    'apps/a/far.test.ts',
    'apps/a/near.ts',
    'apps/b/goal.ts',
    'apps/b/middle.ts',
  ]);
});

test('imports over several lines, bare ones and lazy ones are read', () => {
  const root = repository({
    'apps/a.ts': `import {\n  one,\n  two,\n} from './b.ts';\nimport 'pkg';\nconst late = await import('./c.ts');\n`,
  });
  expect(importsOf(root, 'apps/a.ts')).toEqual([
    { from: 'apps/a.ts', to: 'apps/b.ts', typeOnly: false },
    { from: 'apps/a.ts', to: 'pkg', typeOnly: false },
    { from: 'apps/a.ts', to: 'apps/c.ts', typeOnly: true },
  ]);
});
