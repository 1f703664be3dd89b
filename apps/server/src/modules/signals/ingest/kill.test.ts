import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { signIn } from '@solvane/testing/http-user';
import { type RunningProduct, startProduct } from '@solvane/testing/product';
import { expect, onTestFinished, test } from 'vitest';

/** The real product as its own process, killed while it imports; kills during other work are in harness/src/faults. */

const COMMANDS = join(import.meta.dirname, '..', '..', '..', 'cli', 'main.ts');
const WATCHER = { email: 'watcher@plant.example', password: 'kestrel-orbit-4711-lantern' };
const START_MS = Date.UTC(2025, 0, 1);
const STEP_MS = 600_000;
const DEVICES = ['inv-1', 'inv-2'] as const;

interface KilledPlant {
  product: RunningProduct;
  /** Starts the product that was killed on what it left. */
  restart(): Promise<void>;
  /** Every stored point of a device as time → value. */
  stored(device: string): Promise<Map<number, number | null>>;
}

async function openPlant(): Promise<KilledPlant> {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-kill-'));
  const dataFolder = join(folder, 'data');
  const options = { demo: 'off', dataFolder, env: { SOLVANE_LOG_LEVEL: 'warn' } } as const;
  const plant: Pick<KilledPlant, 'product'> = { product: await startProduct(options) };
  onTestFinished(async () => {
    await plant.product.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const fleet = join(folder, 'fleet.yaml');
  writeFileSync(fleet, JSON.stringify(FLEET));
  await run(dataFolder, ['fleet', 'import', fleet]);
  const user = ['user', 'add', '--email', WATCHER.email, '--name', 'Watcher', '--enterprise', 'plant', '--role', 'admin'];
  await run(dataFolder, user, `${WATCHER.password}\n${WATCHER.password}\n`);
  return {
    get product() {
      return plant.product;
    },
    restart: async () => {
      plant.product = await startProduct(options);
    },
    stored: async (device) => {
      const reader = await signIn(plant.product.baseUrl, WATCHER);
      const body = {
        segmentIds: [device as SegmentId],
        signalIds: ['ActivePower||Raw' as SignalId],
        startMs: START_MS,
        endMs: Date.UTC(2026, 0, 1),
        resolution: 'raw' as const,
      };
      const [series] = (await reader.call(signalEndpoints.values, { body })).series;
      return new Map(series?.timesMs.map((timeMs, index) => [timeMs, series.values[index] ?? null]));
    },
  };
}

const FLEET = {
  version: 1,
  enterprises: [{ id: 'plant', name: 'Plant' }],
  sites: [
    {
      id: 'plant',
      name: 'Plant',
      enterpriseId: 'plant',
      visibilityState: 'Published',
      timezone: 'Europe/Stockholm',
      latitude: 59,
      longitude: 18,
      country: 'SE',
      segments: DEVICES.map((id) => ({ id, name: id, type: 'Inverter', metadata: { capacityAc: 100 } })),
    },
  ],
};

/** A command in its own process; its end is the end of the product if that comes first. */
function run(dataFolder: string, args: string[], input = '', onOutput: (output: string) => void = () => undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', COMMANDS, ...args], {
      env: { ...process.env, SOLVANE_DATA: dataFolder, SOLVANE_DEMO: 'off' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        onOutput(output);
      });
    child.once('error', reject);
    child.once('exit', () => resolve(output));
    child.stdin.end(input);
  });
}

test('an import that is killed in the middle goes on with the files that were not finished', { timeout: 480_000 }, async () => {
  const plant = await openPlant();
  const folder = mkdtempSync(join(tmpdir(), 'solvane-kill-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const rows = 10_000;
  const files = [0, 1, 2, 3, 4].map((index) => {
    const path = join(folder, `part-${index}.csv`);
    const times = Array.from({ length: rows }, (_, row) => START_MS + (index * rows + row) * STEP_MS);
    writeFileSync(path, `time,kw\n${times.map((timeMs, row) => `${new Date(timeMs).toISOString()},${index * rows + row}`).join('\n')}\n`);
    return path;
  });
  const mapping = join(folder, 'mapping.yaml');
  writeFileSync(
    mapping,
    JSON.stringify({
      version: 1,
      time: { column: 'time', stamp: 'start', interval: 'PT10M' },
      device: { segmentId: 'inv-1' },
      signals: [{ column: 'kw', signal: 'ActivePower', unit: 'kW' }],
    }),
  );
  const { dataFolder } = plant.product;
  let killed: Promise<unknown> | undefined;
  const first = await run(dataFolder, ['import', mapping, ...files], '', (output) => {
    if (output.includes('part-1.csv: 10,000 rows')) killed ??= plant.product.stop('SIGKILL');
  });
  await killed;
  expect(first).toContain('The product stopped before the command had ended.');
  await plant.restart();
  const second = await run(dataFolder, ['import', mapping, ...files]);
  const lines = second.split('\n').filter((line) => line.startsWith('part-'));
  expect(lines.slice(0, 2)).toEqual([expect.stringContaining('imported before'), expect.stringContaining('imported before')]);
  expect(lines.at(-1)).toContain('part-4.csv: 10,000 rows, imported 10,000 points');
  const stored = await plant.stored('inv-1');
  expect(stored.size).toBe(files.length * rows);
  expect([...stored].every(([timeMs, value]) => value === (timeMs - START_MS) / STEP_MS)).toBe(true);
});
