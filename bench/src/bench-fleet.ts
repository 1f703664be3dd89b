import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FleetDescriptionInput } from '@solvane/contract/fleet-description';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { ingestionKeyEndpoints } from '@solvane/contract/session';
import { type HttpUser, signIn } from '@solvane/testing/http-user';
import { type RunningProduct, startProduct } from '@solvane/testing/product';
import { type PointBlock, toColumnarArrow } from './point-bodies.ts';

export const BENCH_ZONE = 'Europe/Stockholm';
const DAY_MS = 86_400_000;
const ARROW = 'application/vnd.apache.arrow.stream';
export const BENCH_SIGNALS = ['ActivePower', 'DcPower', 'DcVoltage'] as const;
/** The account of the product that benchmarks start. */
export const LOGIN = { email: 'bench@solvane.demo', password: 'kestrel-orbit-4711-lantern' };

export interface BenchProduct {
  product: RunningProduct;
  user: HttpUser;
  ingestionKey: string;
  deviceIds: string[];
}

export interface BenchFleetSize {
  sites: number;
  devicesPerSite: number;
  /** Default: in Sweden. */
  place?: { latitude: number; longitude: number };
}

/** A product with an empty store and a fleet of PV sites, if not told otherwise of 40 x 25 inverters x 3 signals: 3,000 series. */
export async function startBenchProduct(size: BenchFleetSize = { sites: 40, devicesPerSite: 25 }): Promise<BenchProduct> {
  return addBenchFleet(await startProduct({ demo: 'off', env: { SOLVANE_LOG_LEVEL: 'warn' } }), size);
}

/**
 * The same fleet beside what the product has already.
 *
 * @param env - what its processes were started with, where that is more than their folder
 */
export async function addBenchFleet(
  product: RunningProduct,
  size: BenchFleetSize,
  env: Record<string, string> = {},
): Promise<BenchProduct> {
  const commanded = { dataFolder: product.dataFolder, env };
  const fleetFile = join(product.dataFolder, 'bench-fleet.yaml');
  const fleet = describeBenchFleet(size);
  writeFileSync(fleetFile, JSON.stringify(fleet));
  runCommand(commanded, ['fleet', 'import', fleetFile]);
  runCommand(
    commanded,
    ['user', 'add', '--email', LOGIN.email, '--name', 'Bench', '--enterprise', 'bench', '--role', 'admin'],
    LOGIN.password,
  );
  const user = await signIn(product.baseUrl, LOGIN);
  const siteIds = fleet.sites?.map(({ id }) => id) ?? [];
  const { key } = await user.call(ingestionKeyEndpoints.create, { body: { name: 'bench', siteIds } });
  return { product, user, ingestionKey: key, deviceIds: fleet.sites?.flatMap(({ segments }) => segments?.map(({ id }) => id) ?? []) ?? [] };
}

function describeBenchFleet({ sites, devicesPerSite, place = { latitude: 59, longitude: 18 } }: BenchFleetSize): FleetDescriptionInput {
  return {
    version: 1,
    enterprises: [{ id: 'bench', name: 'Bench' }],
    sites: Array.from({ length: sites }, (_, site) => ({
      id: `bench-${site}`,
      name: `Bench ${site}`,
      enterpriseId: 'bench',
      visibilityState: 'Published' as const,
      timezone: BENCH_ZONE,
      ...place,
      country: 'SE',
      segments: Array.from({ length: devicesPerSite }, (_, device) => ({
        id: `bench-${site}-inv-${device}`,
        name: `INV-${device}`,
        type: 'Inverter',
        metadata: { capacityAc: 1000, capacityDc: 1200 },
      })),
    })),
  };
}

interface Commanded {
  dataFolder: string;
  env?: Record<string, string>;
}

/** Commands reach the running product; a password is asked for twice and read from standard input. */
export function runCommand({ dataFolder, env }: Commanded, args: string[], input = ''): string {
  const tasks = fileURLToPath(new URL('../../tools/tasks.ts', import.meta.url));
  const result = spawnSync(process.execPath, [tasks, ...args], {
    env: { ...process.env, ...env, SOLVANE_DATA: dataFolder, SOLVANE_DEMO: 'off' },
    input: `${input}\n${input}\n`,
    encoding: 'utf8',
  });
  if (result.status !== 0) throw new Error(`${args.join(' ')} ended with ${result.status}:\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

/** At night a plant without a value is known to produce nothing, and no calculation waits for its values. */
export function whereItIsNoon(): { latitude: number; longitude: number } {
  const hours = (Date.now() % DAY_MS) / 3_600_000;
  return { latitude: 0, longitude: (12 - hours) * 15 };
}

/** Points of some devices, as a plant sends them. @throws Error when one of them is refused */
export async function sendBlock({ product, ingestionKey }: BenchProduct, block: PointBlock): Promise<void> {
  const response = await fetch(`${product.baseUrl}${ingestEndpoints.points.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingestionKey}`, 'content-type': ARROW },
    body: toColumnarArrow(block),
  });
  const answer = await response.text();
  if (!response.ok || JSON.parse(answer).rejected !== 0) throw new Error(`Ingestion answered ${response.status}: ${answer.slice(0, 500)}`);
}
