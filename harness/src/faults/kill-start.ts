import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '@solvane/testing/product';
import type { FaultCheck, FaultWorld } from './check.ts';
import { ensure, pause } from './wait.ts';

export const killsDuringStart: readonly FaultCheck[] = [
  { name: 'kill -9 of the server during its first start and migration', loops: { short: 0, long: 50 }, open: openStarts },
];

/** Each loop begins with an empty folder, is killed up to three times on the way, and must then start as if nothing had been. */
async function openStarts(): Promise<FaultWorld> {
  let wholeStartMs: number | undefined;
  return {
    dispose: async () => undefined,
    loop: async (random) => {
      wholeStartMs ??= await measureStart();
      const folder = mkdtempSync(join(tmpdir(), 'solvane-faults-start-'));
      const options = { demo: 'off', dataFolder: join(folder, 'data'), env: { SOLVANE_LOG_LEVEL: 'warn' } } as const;
      try {
        for (let kills = 1 + Math.floor(random() * 3); kills > 0; kills -= 1) {
          const power = new AbortController();
          const started = startProduct({ ...options, signal: power.signal }).catch(() => undefined);
          await pause(random() * wholeStartMs);
          power.abort();
          await (await started)?.stop('SIGKILL');
        }
        const product = await startProduct(options);
        const code = await product.stop();
        ensure(code === 0, `stopped with ${code}: ${product.output()}`);
        ensure(!/"level":"?(50|60|error|fatal)/.test(product.output()), product.output());
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

async function measureStart(): Promise<number> {
  const beganMs = performance.now();
  const product = await startProduct({ demo: 'off', env: { SOLVANE_LOG_LEVEL: 'warn' } });
  const durationMs = performance.now() - beganMs;
  await product.dispose();
  return durationMs;
}
