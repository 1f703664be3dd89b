import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { testApp } from '../testing/test-app.ts';
import { type CommandIo, execute } from './command.ts';
import { findCommand, findHelp } from './registry.ts';
import { restore } from './restore.ts';

const COMMANDS = ['user', 'fleet', 'import', 'data-report', 'backup', 'restore', 'verify'];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-commands-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe.each(COMMANDS)('npm run %s', (name) => {
  test.each(['--help', '-h'])('prints its help for %s, wherever it stands', async (option) => {
    expect(await findHelp(name, [option])).toContain(`npm run ${name} -- `);
    expect(await findHelp(name, ['something', option])).toContain(`npm run ${name} -- `);
    expect(await findHelp(name, ['something'])).toBeUndefined();
  });
});

describe('an option that is none', () => {
  test.each([
    ['user', ['list', '--everything']],
    ['fleet', ['export', 'fleet.yaml', '--everything']],
    ['import', ['--everything', 'map.yaml', 'data.csv']],
    ['data-report', ['site', '--everything']],
    ['backup', ['--everything']],
    ['backup', ['folder', '--everything']],
  ])('of npm run %s is refused with the help, and nothing is done', async (name, args) => {
    const { deps } = await testApp();
    const folder = newFolder();
    const printed: string[] = [];
    const io: CommandIo = {
      folder,
      print: (line) => printed.push(line),
      status: () => undefined,
      ask: async () => '',
      signal: new AbortController().signal,
    };
    const command = await findCommand(name);
    expect(await execute(command ?? (async () => 0), deps, args, io)).toBe(1);
    expect(printed.join('\n')).toContain('--everything');
    expect(printed.join('\n')).toContain(`npm run ${name}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('of npm run restore is refused with the help, and no data folder is made', async () => {
    const data = join(newFolder(), 'data');
    const printed: string[] = [];
    const config = readConfig({ SOLVANE_DATA: data, SOLVANE_LOG_LEVEL: 'silent' });
    expect(await restore(config, ['--everything'], { print: (line) => printed.push(line) })).toBe(1);
    expect(printed.join('\n')).toContain('npm run restore');
    expect(existsSync(data)).toBe(false);
  });
});
