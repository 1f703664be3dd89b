import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeSection } from './report.ts';

test('a part replaces its own section and leaves the others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'reliability.md');
  const failures = [{ seed: 7, message: 'point 3 is lost\nmore' }];
  writeSection({ file, title: 'Faults', isLong: false, results: [{ name: 'kill', cases: 3, failures, seconds: 4 }] });
  writeSection({ file, title: 'Garbage', isLong: true, results: [{ name: 'json', cases: 9, failures: [], seconds: 1 }] });
  expect(readFileSync(file, 'utf8')).toContain('- kill, seed 7: point 3 is lost\n');
  writeSection({ file, title: 'Faults', isLong: true, results: [{ name: 'kill', cases: 50, failures: [], seconds: 60.4 }] });
  const page = readFileSync(file, 'utf8');
  expect(page).toContain('| kill | 50 | 0 | 60 |');
  expect(page).toContain('| json | 9 | 0 | 1 |');
  expect(page).not.toContain('- kill, seed 7');
  expect(page.match(/## Faults/g)).toHaveLength(1);
});
