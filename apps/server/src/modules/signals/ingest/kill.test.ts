import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { ingestionKeyEndpoints } from '@solvane/contract/session';
import { signalEndpoints } from '@solvane/contract/signals';
import { signIn } from '@solvane/testing/http-user';
import { type RunningProduct, startProduct } from '@solvane/testing/product';
import { expect, onTestFinished, test, vi } from 'vitest';

/** The real product as its own process, killed where it hurts. What it acknowledged is there afterwards, and it starts in good order. */

const COMMANDS = join(import.meta.dirname, '..', '..', '..', 'commands', 'main.ts');
const WATCHER = { email: 'watcher@plant.example', password: 'kestrel-orbit-4711-lantern' };
const START_MS = Date.UTC(2025, 0, 1);
const STEP_MS = 600_000;
const POINTS_PER_BODY = 50;
const DEVICES = ['inv-1', 'inv-2'] as const;
const PLENTY = { timeout: 120_000, interval: 20 };

interface KilledPlant {
  product: RunningProduct;
  key: string;
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
  const admin = await signIn(plant.product.baseUrl, WATCHER);
  const { key } = await admin.call(ingestionKeyEndpoints.create, { body: { name: 'plant', siteIds: ['plant'] } });
  return {
    key,
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

/** Senders that deliver body after body in every form until they are told to stop, and keep account of what was acknowledged. */
function startSenders(plant: KilledPlant, senders: number): { acknowledged: Set<number>; stop(): Promise<void> } {
  const acknowledged = new Set<number>();
  let [next, isStopped] = [0, false];
  async function deliver(): Promise<void> {
    while (!isStopped) {
      const n = next++;
      // A body that fails is lost to this test: what matters is what was said to be safe.
      if (await send(plant, n).catch(() => false)) acknowledged.add(n);
    }
  }
  const all = Array.from({ length: senders }, deliver);
  return {
    acknowledged,
    stop: async () => {
      isStopped = true;
      await Promise.all(all);
    },
  };
}

async function send({ product, key }: KilledPlant, n: number): Promise<boolean> {
  const [type, body] = bodyOf(n);
  const answer = await fetch(`${product.baseUrl}${ingestEndpoints.points.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body,
  });
  const text = await answer.text();
  if (answer.status === 200) expect(JSON.parse(text)).toEqual({ accepted: POINTS_PER_BODY, rejected: 0, reasons: [] });
  // Whatever cannot be taken now is told as what it is, never as a defect.
  else expect([429, 503]).toContain(answer.status);
  return answer.status === 200;
}

const deviceOf = (n: number): string => DEVICES[n % DEVICES.length] ?? DEVICES[0];
const pointsOf = (n: number): [timeMs: number, value: number][] =>
  Array.from({ length: POINTS_PER_BODY }, (_, k) => {
    const place = n * POINTS_PER_BODY + k;
    return [START_MS + place * STEP_MS, place];
  });

function bodyOf(n: number): [type: string, body: string] {
  const [segmentId, signal, points] = [deviceOf(n), 'ActivePower', pointsOf(n)];
  switch (Math.floor(n / DEVICES.length) % 4) {
    case 0:
      return [
        'application/json',
        JSON.stringify({ series: [{ segmentId, signal, t: points.map(([t]) => t), v: points.map(([, v]) => v) }] }),
      ];
    case 1:
      return ['text/csv', ['segmentId,signal,t,v', ...points.map(([t, v]) => `${segmentId},${signal},${t},${v}`)].join('\n')];
    case 2:
      return ['text/csv', [`t,${segmentId}/${signal}`, ...points.map(([t, v]) => `${t},${v}`)].join('\n')];
    default:
      return ['application/x-ndjson', points.map(([t, v]) => JSON.stringify({ segmentId, signal, t, v })).join('\n')];
  }
}

async function expectAcknowledged(plant: KilledPlant, acknowledged: ReadonlySet<number>): Promise<void> {
  const stored = new Map<string, Map<number, number | null>>();
  for (const device of DEVICES) stored.set(device, await plant.stored(device));
  const lost = [...acknowledged].filter((n) => pointsOf(n).some(([timeMs, value]) => stored.get(deviceOf(n))?.get(timeMs) !== value));
  expect(lost).toEqual([]);
}

/** The process of the engine, which the product starts. */
function enginePid({ pid }: RunningProduct): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const engine = lines
    .map((line) => line.trim().split(/\s+/))
    .find(([, parent, ...args]) => Number(parent) === pid && args.join(' ').includes('engine-child'));
  return Number(engine?.[0]);
}

test('killed during ingestion, the engine and then the whole product: everything acknowledged is there', { timeout: 480_000 }, async () => {
  const plant = await openPlant();
  const senders = startSenders(plant, 4);
  const until = (count: number): Promise<void> => vi.waitFor(() => expect(senders.acknowledged.size).toBeGreaterThanOrEqual(count), PLENTY);
  await until(40);
  const engine = enginePid(plant.product);
  process.kill(engine, 'SIGKILL');
  // The product goes on with a new engine.
  await until(senders.acknowledged.size + 20);
  expect(enginePid(plant.product)).not.toBe(engine);
  await expectAcknowledged(plant, new Set(senders.acknowledged));

  await plant.product.stop('SIGKILL');
  await senders.stop();
  await plant.restart();
  expect(plant.product.output()).not.toMatch(/"level":"?(50|60|error|fatal)/);
  await expectAcknowledged(plant, senders.acknowledged);
  expect(await send(plant, 0)).toBe(true);
});

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
