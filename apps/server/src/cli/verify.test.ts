import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { testApp } from '../testing/test-app.ts';
import { CommandError } from './command.ts';
import { findDataSets } from './verify/data-set.ts';
import { productOn } from './verify/product.ts';
import { findRecipe } from './verify/recipe.ts';
import { writeReport } from './verify/report.ts';
import { type SetReport, verifySet } from './verify/verify-set.ts';
import { verify } from './verify.ts';

const FLEET = `version: 1
enterprises: [{ id: own, name: Own }]
sites:
  - id: roof
    name: Roof
    enterpriseId: own
    visibilityState: Published
    timezone: Europe/Stockholm
    latitude: 59.3
    longitude: 18
    country: SE
    energyType: PV
    signalCalcPeriod: PT10M
    segments:
      - { id: roof-a, name: A, type: Inverter, metadata: { capacityAc: 10, capacityDc: 12 } }
      - { id: roof-b, name: B, type: Inverter, metadata: { capacityAc: 10, capacityDc: 12 } }
`;

const RECIPE = `version: 1
fleet: fleet.yaml
zone: Europe/Stockholm
imports:
  - file: power.csv
    answers:
      time: { zone: Europe/Stockholm, stamp: start }
      device: { column: inverter, segments: { A: roof-a, B: roof-b } }
    columns: { out: { signal: ActivePower, unit: W } }
checks:
  day:
    values: [{ at: '{each}.{by}', by: day, each: { A: roof-a, B: roof-b }, signal: ActivePower||Raw, figure: energy }]
  wrong:
    values: [{ segmentId: roof-a, signal: ActivePower||Raw, figure: max }]
  partly:
    omitted: nothing counts them
    values: [{ at: rows, segmentId: roof-a, signal: ActivePower||Raw, figure: count }]
  text: { notApplicable: words belong to tasks }
`;

const STEPS = 60;

/** Ten hours of a June day; the second inverter makes half of the first. */
function powerFile(): string {
  const rows = Array.from({ length: STEPS }, (_, i) => {
    const time = new Date(Date.UTC(2025, 5, 10, 8) + i * 600_000).toISOString().slice(0, 19);
    const watts = 1000 + 100 * (i % 7) + 13 * i;
    return `${time},A,${watts}\n${time},B,${watts / 2}\n`;
  });
  return `time,inverter,out\n${rows.join('')}`;
}

/** kWh of the first inverter. */
const ENERGY = Array.from({ length: STEPS }, (_, i) => (1000 + 100 * (i % 7) + 13 * i) / 6000).reduce((sum, kwh) => sum + kwh, 0);

function check(id: string, value: unknown, tolerance: unknown = { rel: 1e-9 }): unknown {
  return { id: `own-plant.${id}`, what: id, value, unit: 'kWh', tolerance, kind: 'recalculated', source: '', inputs: '' };
}

async function writePlant(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'solvane-verify-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'own-plant');
  await mkdir(folder);
  const checks = [
    check('day', { A: { '2025-06-10': ENERGY }, B: { '2025-06-10': ENERGY / 2 } }),
    check('wrong', 5, { abs: 0.1 }),
    check('partly', { rows: STEPS, stops: 3 }, { exact: true }),
    check('text', 'a ticket'),
    check('unknown', 1),
  ];
  await writeFile(join(folder, 'expected.json'), JSON.stringify({ dataset: 'own-plant', checks }));
  await writeFile(join(folder, 'verify.yaml'), RECIPE);
  await writeFile(join(folder, 'fleet.yaml'), FLEET);
  await writeFile(join(folder, 'power.csv'), powerFile());
  return parent;
}

async function verifyPlant(parent: string): Promise<SetReport> {
  const { deps, app } = await testApp({ signals: true, nowMs: Date.UTC(2025, 6, 1) });
  const [set] = findDataSets(parent);
  if (!set) throw new Error('the folder holds a set');
  const own = await mkdtemp(join(tmpdir(), 'solvane-mapping-'));
  onTestFinished(() => rm(own, { recursive: true }));
  return verifySet(await productOn(deps, app), set, await findRecipe(set), own);
}

describe('a plant with known answers', () => {
  test('is imported, computed and compared, and no check is left out', async () => {
    const report = await verifyPlant(await writePlant());
    expect(report.siteDays).toBeGreaterThan(0);
    expect(report.imports.map(({ rows, points }) => [rows, points])).toEqual([[2 * STEPS, 2 * STEPS]]);
    expect(report.rows.map(({ quantity, verdict }) => [quantity, verdict])).toEqual([
      ['day', 'match'],
      ['wrong', 'differs'],
      ['partly', 'match'],
      ['text', 'not applicable'],
      ['unknown', 'not applicable'],
      ['points read back', 'match'],
      ['validated energy of roof-a', 'match'],
      ['validated energy of roof-b', 'match'],
    ]);
    const remarks = Object.fromEntries(report.rows.map((row) => [row.quantity, row.remarks.join('; ')]));
    expect(remarks.wrong).toMatch(/^value: 2\.\d+ instead of 5; tolerance ±0\.1$/);
    expect(remarks.partly).toContain('1 not compared: nothing counts them');
    expect(remarks.unknown).toBe('no recipe says which quantity it is');
    const page = writeReport([report], { date: '2025-07-01' });
    expect(page).toContain('Total: 5 match, 0 within 5 %, 1 differs, 0 error, 2 not applicable, 0 not built yet.');
    expect(page).toContain('| text | kWh | a ticket |  | not applicable | words belong to tasks |');
  });

  test('a file that cannot be imported is an error, and its checks differ', async () => {
    const parent = await writePlant();
    await writeFile(join(parent, 'own-plant', 'power.csv'), 'nothing\n');
    const { rows } = await verifyPlant(parent);
    expect(rows[0]).toMatchObject({ quantity: 'import of power.csv', verdict: 'error' });
    expect(rows.find(({ quantity }) => quantity === 'day')?.verdict).toBe('differs');
  });
});

describe('without a folder', () => {
  const run = async (...args: string[]): Promise<{ code: number; text: string }> => {
    const lines: string[] = [];
    const code = await verify(readConfig({}), args, { print: (line) => lines.push(line), status: () => undefined });
    return { code, text: lines.join('\n') };
  };

  test('it is skipped with a message, and nothing is written', async () => {
    const out = join(tmpdir(), 'solvane-absent', 'validation.md');
    expect(await run('/nowhere/data', '--out', out)).toEqual({ code: 0, text: 'Skipped: there is no folder /nowhere/data.' });
    await expect(readFile(out, 'utf8')).rejects.toThrow(/ENOENT/);
  });

  test('without answers in it the command says so; without arguments it explains itself', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'solvane-empty-'));
    onTestFinished(() => rm(empty, { recursive: true }));
    expect(await run(empty)).toEqual({ code: 1, text: expect.stringContaining('holds no expected.json') });
    expect((await run()).text).toContain('npm run verify -- <folder>');
    await writeFile(join(empty, 'expected.json'), '{"checks":[{}]}');
    expect(() => findDataSets(empty)).toThrow(CommandError);
  });
});
