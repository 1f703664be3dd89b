import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openColumnsReader } from './columns-thread.ts';

const TARGETS = { series: Uint32Array.of(256), factors: Float64Array.of(1), shifts: Float64Array.of(0) };

async function readBody() {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-columns-'));
  const reader = openColumnsReader();
  onTestFinished(async () => {
    await reader.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const from = join(folder, 'body.csv');
  writeFileSync(from, 't,inv-1/ActivePower\n0,1\n600000,2\n');
  const found = await reader.read({
    from,
    kind: 'csv',
    timePlace: 0,
    columnOfPlace: Int32Array.of(-1, 0),
    latestMs: Float64Array.of(Number.POSITIVE_INFINITY),
    maxPoints: 10,
  });
  if (!found) throw new Error('Not read');
  return { found, to: join(folder, 'points') };
}

test('points that were forgotten cannot be written', async () => {
  const { found, to } = await readBody();
  await found.write(to, TARGETS);
  found.forget();
  await expect(found.write(to, TARGETS)).rejects.toMatchObject({ code: 'service.unavailable' });
});

test('a thread that runs out of memory while it writes has not written', async () => {
  const emit = vi.spyOn(EventEmitter.prototype, 'emit');
  const { found, to } = await readBody();
  const thread = emit.mock.contexts.find((each) => each instanceof Worker);
  emit.mockRestore();
  const writing = found.write(to, TARGETS);
  thread?.emit('error', Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
  thread?.emit('exit', 1);
  await expect(writing).rejects.toMatchObject({ code: 'service.unavailable' });
});
