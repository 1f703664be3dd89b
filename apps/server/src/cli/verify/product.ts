import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointDefinition, RequestOf, ResponseOf } from '@solvane/contract/endpoint';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import type { FastifyInstance } from 'fastify';
import { buildApp, computeAllWaiting } from '../../app.ts';
import type { Config } from '../../config.ts';
import { apiTokens } from '../../db/schema/access.ts';
import { createDeps, type Deps, startDeps, stopDeps } from '../../deps.ts';
import { CONSOLE } from '../../modules/access/audit.ts';
import { hashSecret, newSecret } from '../../modules/access/credentials/secrets.ts';
import { ensureRoles } from '../../modules/access/users/roles.ts';
import { addUser } from '../../modules/access/users/users.ts';
import { type Command, CommandError, execute } from '../command.ts';

/** The product, with its own databases, as the commands and the API of a user reach it. */
export interface Product {
  /** What a command of the console printed. @throws CommandError when it fails */
  run(command: Command, folder: string, ...args: string[]): Promise<string[]>;
  call<E extends EndpointDefinition>(endpoint: E, request: RequestOf<E>): Promise<ResponseOf<E>>;
  /** Every stored point of one signal; kept until something is imported or computed. */
  series(segmentId: string, signalId: string): Promise<Series>;
  /** Computes all that waits. @returns site-days and the time they took */
  compute(): Promise<{ days: number; seconds: number }>;
}

export interface Series {
  timesMs: readonly number[];
  /** NaN: no value. */
  values: Float64Array;
}

/** Years that can have been measured, and how many of them are one request: fewer points than it may ask for, also of minutes. */
const YEARS = { first: 1985, together: 3 };
const TOKEN_MS = 24 * 3_600_000;

/** Opens the product on a folder of its own, whatever runs on this machine; it is removed at the end. */
export async function withProduct<T>(config: Config, use: (product: Product) => Promise<T>): Promise<T> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'solvane-verify-'));
  const deps = createDeps({
    ...config,
    dataFolder,
    databaseUrl: undefined,
    clickhouseUrl: undefined,
    clickhouseCluster: undefined,
    role: 'all',
    demo: 'off',
    logLevel: 'warn',
  });
  try {
    await startDeps(deps);
    const app = await buildApp(deps);
    await ensureRoles(deps.db, deps.now());
    deps.readiness.set('sign-in', true);
    await deps.jobs.start({ work: false });
    try {
      return await use(await productOn(deps, app));
    } finally {
      await app.close();
    }
  } finally {
    await stopDeps(deps);
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** On parts that run already. */
export async function productOn(deps: Deps, app: FastifyInstance): Promise<Product> {
  const authorization = `Bearer ${await newToken(deps)}`;
  const series = new Map<string, Promise<Series>>();
  const call: Product['call'] = async (endpoint, request) => {
    const answer = await app.inject({
      method: endpoint.method,
      url: addressOf(endpoint.path, request as { query?: Record<string, unknown> }),
      headers: { authorization, ...('body' in request && request.body !== undefined ? { 'content-type': 'application/json' } : {}) },
      ...('body' in request && request.body !== undefined ? { payload: JSON.stringify(request.body) } : {}),
    });
    if (answer.statusCode >= 300) throw new Error(`${endpoint.path} answered ${answer.statusCode}: ${answer.body.slice(0, 500)}`);
    return answer.json();
  };
  return {
    call,
    run: async (command, folder, ...args) => {
      series.clear();
      const printed: string[] = [];
      const io = {
        folder,
        print: (line: string) => void printed.push(line),
        status: () => undefined,
        ask: async () => '',
        signal: new AbortController().signal,
      };
      if ((await execute(command, deps, args, io)) !== 0) throw new CommandError(printed.join('\n'));
      return printed;
    },
    series: (segmentId, signalId) => {
      const key = `${segmentId} ${signalId}`;
      const known = series.get(key) ?? readSeries(call, segmentId, signalId);
      series.set(key, known);
      return known;
    },
    compute: async () => {
      series.clear();
      const startedMs = performance.now();
      const days = await computeAllWaiting(deps);
      return { days, seconds: (performance.now() - startedMs) / 1000 };
    },
  };
}

async function readSeries(call: Product['call'], segmentId: string, signalId: string): Promise<Series> {
  const timesMs: number[] = [];
  const values: number[] = [];
  const { first, together } = YEARS;
  for (let year = first; year <= new Date().getUTCFullYear(); year += together) {
    const period = { startMs: Date.UTC(year, 0, 1), endMs: Date.UTC(year + together, 0, 1) };
    const body = { segmentIds: [segmentId as SegmentId], signalIds: [signalId as SignalId], ...period, resolution: 'raw' as const };
    const [one] = (await call(signalEndpoints.values, { body })).series;
    for (const timeMs of one?.timesMs ?? []) timesMs.push(timeMs);
    for (const value of one?.values ?? []) values.push(value ?? Number.NaN);
  }
  return { timesMs, values: Float64Array.from(values) };
}

async function newToken({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<string> {
  const nowMs = now();
  const user = {
    email: `verify-${randomUUID()}@localhost.localdomain`,
    name: 'Verification',
    password: null,
    isProvider: true,
    memberships: [],
  };
  const userId = await addUser(db, user, { actor: CONSOLE, nowMs });
  const secret = newSecret('apiToken');
  await db.insert(apiTokens).values({
    id: randomUUID(),
    userId,
    name: 'verify',
    secretHash: hashSecret(secret),
    siteIds: null,
    readOnly: true,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + TOKEN_MS,
  });
  return secret;
}

function addressOf(path: string, { query }: { query?: Record<string, unknown> }): string {
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}
