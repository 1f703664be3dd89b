import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { execute } from './command.ts';
import { fleetCommand } from './fleet.ts';

const PLANT = `version: 1
enterprises: [ { id: north, name: North } ]
sites:
  - id: ridge
    name: Ridge
    enterpriseId: north
    timezone: America/Denver
    latitude: 41
    longitude: -104
    country: US
    energyType: Wind
    segments:
      - { id: WT-1, name: "1", type: WindTurbine, metadata: { capacityAc: 1500, hubHeight: 80, rotorDiameter: 77 } }
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solvane-fleet-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function terminal() {
  const { deps } = await testApp();
  return async (...args: string[]) => {
    const printed: string[] = [];
    const io = {
      folder,
      print: (line: string) => printed.push(line),
      status: () => undefined,
      ask: async () => '',
      signal: new AbortController().signal,
    };
    const code = await execute(fleetCommand, deps, args, io);
    return { code, text: printed.join('\n') };
  };
}

describe('npm run fleet', () => {
  test.each(['copy.yaml', 'copy.xlsx'])('imports a plant, writes it to %s, and finds nothing new in that', async (copy) => {
    const run = await terminal();
    await writeFile(join(folder, 'plant.yaml'), PLANT);
    const imported = await run('import', 'plant.yaml');
    expect(imported.text).toContain('warning  line 4 (sites[0]): ridge has no commissioningDate: what needs it is not calculated');
    expect(imported.text).toContain('segments     1 created, 0 updated, 0 removed');
    expect(await run('export', copy)).toEqual({ code: 0, text: `1 site with 1 segment written to ${join(folder, copy)}` });
    const again = await run('import', copy, '--prune');
    expect(again.code).toBe(0);
    expect(again.text).toContain('sites        0 created, 0 updated, 0 removed, 1 unchanged');
    expect(again.text).toContain('values       0 written, 0 removed');
  });

  test('writes the sites that are asked for', async () => {
    const run = await terminal();
    await writeFile(join(folder, 'plant.yaml'), PLANT);
    await run('import', 'plant.yaml');
    await run('export', 'none.yaml', '--site', 'other');
    expect(await readFile(join(folder, 'none.yaml'), 'utf8')).not.toContain('ridge');
  });

  test('tries an import without changing anything', async () => {
    const run = await terminal();
    await writeFile(join(folder, 'plant.yaml'), PLANT);
    for (const _round of [1, 2]) expect((await run('import', 'plant.yaml', '--dry-run')).text).toContain('sites        1 created');
  });

  test('names every error with its line, and imports nothing', async () => {
    const run = await terminal();
    await writeFile(
      join(folder, 'plant.yaml'),
      PLANT.replace('hubHeight: 80', 'hubHeight: 8000').replace('America/Denver', 'Mars/Olympus'),
    );
    const { code, text } = await run('import', 'plant.yaml');
    expect(code).toBe(1);
    expect(text).toContain('error    line 7 (sites[0].timezone): Mars/Olympus is not a time zone such as Europe/Stockholm');
    expect(text).toContain('error    line 13 (sites[0].segments[0].metadata.hubHeight): hubHeight: 8000 is above 400 m');
    expect(text).toContain('2 errors, 1 warning\nNothing was imported.');
  });

  test.each([
    [['import', 'absent.yaml'], 'There is no file'],
    [['import'], 'One file is needed'],
    [['import', 'a.yaml', 'b.yaml'], 'One file is needed'],
    [['import', '--force', 'a.yaml'], "Unknown option '--force'"],
    [['destroy'], 'npm run fleet -- import'],
  ])('says what is wrong with %j', async (args, message) => {
    const run = await terminal();
    expect(await run(...args)).toEqual({ code: 1, text: expect.stringContaining(message) });
  });
});
