import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBeyondFastTier, readDurations, writeDurations } from './fast-tier.ts';

test('the fast tier runs the quickest files that fit its budget, and leaves the slowest to the whole run', () => {
  const durations = { 'a.test.ts': 30, 'b.test.ts': 1, 'c.test.ts': 5, 'd.test.ts': 5, 'e.test.ts': 4 };
  expect(filesBeyondFastTier(durations, 11)).toEqual(['d.test.ts', 'a.test.ts']);
  expect(filesBeyondFastTier(durations, 100)).toEqual([]);
});

test('the durations of this machine win over those of the repository, and deleted files are forgotten', () => {
  const root = mkdtempSync(join(tmpdir(), 'durations-'));
  for (const folder of ['tools', '.cache']) mkdirSync(join(root, folder));
  for (const file of ['a.test.ts', 'b.test.ts']) writeFileSync(join(root, file), '');
  writeFileSync(join(root, 'tools', 'test-durations.json'), JSON.stringify({ 'a.test.ts': 9, 'gone.test.ts': 4 }));
  expect(readDurations(root)).toEqual({ 'a.test.ts': 9 });

  writeDurations(root, { 'b.test.ts': 2.6, 'a.test.ts': 0.4 });
  expect(readDurations(root)).toEqual({ 'b.test.ts': 3 });
});
