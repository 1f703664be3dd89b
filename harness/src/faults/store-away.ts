import { errorBodySchema } from '@solvane/contract/errors';
import { performanceEndpoints } from '@solvane/contract/performance';
import { systemEndpoints } from '@solvane/contract/system';
import type { HttpUser } from '@solvane/testing/http-user';
import { findServerPrograms } from '@solvane/testing/postgres-programs';
import type { FaultCheck, FaultWorld } from './check.ts';
import { ensureComputed, recalculateAll } from './computation.ts';
import { enginePid, type FaultPlant, openPlant } from './plant.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { ensureStored, startSenders } from './senders.ts';
import { ensure, eventually, pause } from './wait.ts';

/** How long a store is away in the long form: a minute at first, then shorter times. */
const MINUTE_MS = 60_000;

export const storesAway: readonly FaultCheck[] = [
  {
    name: 'PostgreSQL away and back during ingestion and recalculation',
    loops: { short: 1, long: 50 },
    findObstacle: () => (findServerPrograms() === undefined ? 'PostgreSQL is not installed' : undefined),
    open: openPostgresWorld,
  },
  { name: 'the engine away and back during ingestion and recalculation', loops: { short: 0, long: 50 }, open: openEngineWorld },
];

async function openPostgresWorld({ isLong }: { isLong: boolean }): Promise<FaultWorld> {
  const postgres = await startPostgres();
  const plant = await openPlant({ env: { DATABASE_URL: postgres.url } }).catch(async (error: unknown) => {
    await postgres.dispose();
    throw error;
  });
  const leave = (server: PostgresServer) => async (): Promise<() => Promise<void>> => {
    await server.kill();
    return server.start;
  };
  const world = awayWorld(plant, { isLong, leave: leave(postgres), isHealthMissing: true });
  return {
    loop: world.loop,
    dispose: async () => {
      await world.dispose();
      await postgres.dispose();
    },
  };
}

async function openEngineWorld({ isLong }: { isLong: boolean }): Promise<FaultWorld> {
  const plant = await openPlant();
  // Stopped, not killed: a killed engine is started again at once.
  const leave = async (): Promise<() => Promise<void>> => {
    const pid = enginePid(plant.product);
    process.kill(pid, 'SIGSTOP');
    return async () => {
      process.kill(pid, 'SIGKILL');
    };
  };
  return awayWorld(plant, { isLong, leave, isHealthMissing: false });
}

interface Away {
  isLong: boolean;
  /** The store goes away. @returns brings it back */
  leave: () => Promise<() => Promise<void>>;
  isHealthMissing: boolean;
}

function awayWorld(plant: FaultPlant, { isLong, leave, isHealthMissing }: Away): FaultWorld {
  const everything = new Set<number>();
  let [first, loops] = [0, 0];
  return {
    dispose: plant.dispose,
    loop: async (random) => {
      const operator = await plant.operator();
      const { pid } = plant.product;
      const senders = startSenders(plant, { first });
      const acknowledge = (count: number): Promise<void> =>
        eventually(async () => ensure(senders.acknowledged.size >= count, `only ${senders.acknowledged.size} bodies were acknowledged`));
      try {
        await acknowledge(4);
        await recalculateAll(operator);
        await pause(random() * 500);
        const bringBack = await leave();
        await pause(500);
        if (isHealthMissing) await ensureUnavailable(operator, plant);
        await pause(isLong && loops === 0 ? MINUTE_MS : 500 + random() * 2_000);
        await bringBack();
        await acknowledge(senders.acknowledged.size + 4);
      } finally {
        await senders.stop();
      }
      loops += 1;
      for (const body of senders.acknowledged) everything.add(body);
      first = Math.max(first, ...everything) + 8;
      ensure(senders.unexpected.length === 0, senders.unexpected.join('; '));
      ensure(plant.product.pid === pid, 'the product was started again');
      await eventually(async () => ensure((await fetch(`${plant.product.baseUrl}/healthz`)).ok, 'the product is not healthy again'));
      await ensureStored(plant, everything);
      await recalculateAll(operator);
      await ensureComputed(operator);
    },
  };
}

/** Calls are answered in the form of the error table, and the health address says what is missing. */
async function ensureUnavailable(operator: HttpUser, { product }: FaultPlant): Promise<void> {
  const health = await fetch(`${product.baseUrl}${systemEndpoints.health.path}`);
  ensure(health.status === 503, `health is answered with ${health.status}`);
  const answer = await operator.send(performanceEndpoints.progress, {});
  const body = errorBodySchema.safeParse(await answer.json());
  ensure(
    answer.status === 503 && body.data?.code === 'service.unavailable',
    `a call was answered with ${answer.status} ${body.data?.code}`,
  );
}
