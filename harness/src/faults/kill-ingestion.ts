import type { FaultCheck, FaultWorld } from './check.ts';
import { enginePid, openPlant } from './plant.ts';
import { ensureStored, startSenders } from './senders.ts';
import { ensure, eventually, pause } from './wait.ts';

export const killsDuringIngestion: readonly FaultCheck[] = [
  { name: 'kill -9 of the server during ingestion', loops: { short: 0, long: 50 }, open: () => openIngestion('server') },
  { name: 'kill -9 of the engine during ingestion', loops: { short: 1, long: 50 }, open: () => openIngestion('engine') },
];

async function openIngestion(victim: 'server' | 'engine'): Promise<FaultWorld> {
  const plant = await openPlant();
  const everything = new Set<number>();
  let first = 0;
  return {
    dispose: plant.dispose,
    loop: async (random) => {
      const senders = startSenders(plant, { first });
      const acknowledge = (count: number): Promise<void> =>
        eventually(async () => ensure(senders.acknowledged.size >= count, `only ${senders.acknowledged.size} bodies were acknowledged`));
      try {
        await acknowledge(4 + Math.floor(random() * 12));
        await pause(random() * 20);
        if (victim === 'server') await plant.kill();
        else {
          const killed = enginePid(plant.product);
          process.kill(killed, 'SIGKILL');
          await acknowledge(senders.acknowledged.size + 4);
          ensure(enginePid(plant.product) !== killed, 'the product has no new engine');
        }
      } finally {
        await senders.stop();
      }
      if (victim === 'server') await plant.start();
      for (const body of senders.acknowledged) everything.add(body);
      first = Math.max(first, ...everything) + 8;
      ensure(senders.unexpected.length === 0, senders.unexpected.join('; '));
      ensure(!/"level":"?(50|60|error|fatal)/.test(victim === 'server' ? plant.product.output() : ''), plant.product.output());
      await ensureStored(plant, everything);
    },
  };
}
