import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { ingestionKeyEndpoints } from '@solvane/contract/session';
import { signalEndpoints } from '@solvane/contract/signals';
import { type HttpUser, signIn } from '@solvane/testing/http-user';
import { type RunningProduct, startProduct } from '@solvane/testing/product';

const COMMANDS = fileURLToPath(new URL('../../../apps/server/src/cli/main.ts', import.meta.url));
export const OPERATOR = { email: 'operator@plant.example', password: 'kestrel-orbit-4711-lantern' };
const SIGNAL = 'ActivePower||Raw' as SignalId;

export const SITE = 'plant';
export const DEVICES = ['inv-1', 'inv-2'] as const;
/** First point of every sender: long ago, so that nothing is refused as future. */
export const START_MS = Date.UTC(2020, 0, 1);

/** A plant of two inverters, its product as a process of its own, and what operator and sender need. */
export interface FaultPlant {
  readonly product: RunningProduct;
  readonly key: string;
  /** Its own, with the data folder in it. */
  readonly folder: string;
  readonly dataFolder: string;
  operator(): Promise<HttpUser>;
  /** A command of the product with this plant's data. @returns what it printed */
  run(args: readonly string[], signal?: AbortSignal): Promise<string>;
  /** Ends the product at once, as a power cut does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Every stored raw point of a device as time → value. */
  readStored(device: string): Promise<Map<number, number | null>>;
  dispose(): Promise<void>;
}

export interface PlantOptions {
  /** Settings of its processes. */
  env?: Record<string, string>;
  /** Folder on the disk that it shall use. */
  parent?: string;
  /** One that other processes work on, too. */
  dataFolder?: string;
}

export async function openPlant({ env = {}, parent = tmpdir(), dataFolder: shared }: PlantOptions = {}): Promise<FaultPlant> {
  const folder = mkdtempSync(join(parent, 'solvane-faults-'));
  const dataFolder = shared ?? join(folder, 'data');
  const options = { demo: 'off', dataFolder, env: { SOLVANE_LOG_LEVEL: 'warn', ...env } } as const;
  let product = await startProduct(options);
  const dispose = async (): Promise<void> => {
    await product.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  const operator = () => signIn(product.baseUrl, OPERATOR);
  try {
    await describePlant(folder, { dataFolder, env });
    const { key } = await (await operator()).call(ingestionKeyEndpoints.create, { body: { name: SITE, siteIds: [SITE] } });
    return {
      key,
      folder,
      dataFolder,
      operator,
      run: (args, signal) => runCommand({ dataFolder, env, args, ...(signal && { signal }) }),
      get product() {
        return product;
      },
      kill: async () => {
        await product.stop('SIGKILL');
      },
      start: async () => {
        product = await startProduct(options);
      },
      readStored: async (device) => readRaw(await operator(), device),
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Fleet and operator, through the product's own commands. */
async function describePlant(folder: string, { dataFolder, env }: Required<Pick<CommandRun, 'dataFolder' | 'env'>>): Promise<void> {
  const fleet = join(folder, 'fleet.yaml');
  writeFileSync(fleet, JSON.stringify(FLEET));
  await runCommand({ dataFolder, env, args: ['fleet', 'import', fleet] });
  const user = ['user', 'add', '--email', OPERATOR.email, '--name', 'Operator', '--enterprise', SITE, '--role', 'admin'];
  await runCommand({ dataFolder, env, args: user, input: `${OPERATOR.password}\n${OPERATOR.password}\n` });
}

async function readRaw(reader: HttpUser, device: string): Promise<Map<number, number | null>> {
  const body = {
    segmentIds: [device as SegmentId],
    signalIds: [SIGNAL],
    startMs: START_MS,
    endMs: Date.UTC(2026, 0, 1),
    resolution: 'raw' as const,
  };
  const [series] = (await reader.call(signalEndpoints.values, { body })).series;
  return new Map(series?.timesMs.map((timeMs, index) => [timeMs, series.values[index] ?? null]));
}

const FLEET = {
  version: 1,
  enterprises: [{ id: SITE, name: 'Plant' }],
  sites: [
    {
      id: SITE,
      name: 'Plant',
      enterpriseId: SITE,
      visibilityState: 'Published',
      timezone: 'Europe/Stockholm',
      latitude: 59,
      longitude: 18,
      country: 'SE',
      segments: DEVICES.map((id) => ({ id, name: id, type: 'Inverter', metadata: { capacityAc: 100 } })),
    },
  ],
};

interface CommandRun {
  dataFolder: string;
  env?: Record<string, string>;
  args: readonly string[];
  input?: string;
  /** Kills it when aborted. */
  signal?: AbortSignal;
}

/** A command of the product in its own process. @returns what it printed */
export function runCommand({ dataFolder, env = {}, args, input = '', signal }: CommandRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', COMMANDS, ...args], {
      env: { ...process.env, SOLVANE_DATA: dataFolder, SOLVANE_DEMO: 'off', ...env },
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`solvane ${args.join(' ')} ended with ${code}: ${output}`)),
    );
    child.stdin.end(input);
  });
}

/** The process of the engine, which the product starts. @throws Error while there is none */
export function enginePid({ pid }: RunningProduct): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const engine = lines
    .map((line) => line.trim().split(/\s+/))
    .find(([, parent, ...args]) => Number(parent) === pid && args.join(' ').includes('engine-child'));
  if (!engine) throw new Error('the product has no engine');
  return Number(engine[0]);
}
