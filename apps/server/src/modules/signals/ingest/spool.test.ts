import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { AppError } from '@solvane/contract/errors';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDiskBudget } from '../../../data-folder/disk-budget.ts';
import { createAdmission } from './admission.ts';
import { type ArrivingBody, createSpool, type Spool } from './spool.ts';

const MB = 1024 ** 2;

function openSpool({ bodies = 4, bodiesPerKey = 2, freeBytes = 1_000 * MB } = {}): {
  spool: Spool;
  folder: string;
  clock: { nowMs: number };
} {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-spool-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const clock = { nowMs: 0 };
  const now = () => clock.nowMs;
  const budget = createDiskBudget({ readSpace: async () => ({ freeBytes: freeBytes - bytesIn(folder), reserveBytes: 0 }), now });
  const admission = createAdmission({ slots: 1, slotsPerKey: 1 });
  return { spool: createSpool({ folder, budget, admission, bodies, bodiesPerKey, now }), folder, clock };
}

const bytesIn = (folder: string): number => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

function body(keyId: string, stream: Readable, more: Partial<ArrivingBody> = {}): ArrivingBody {
  return { keyId, stream, maxBytes: 500 * MB, memoryBytes: 0, packedBytes: () => undefined, cut: () => undefined, ...more };
}

const stalled = (keyId: string, cut: (error: AppError) => void = () => undefined): ArrivingBody => body(keyId, new PassThrough(), { cut });

/** What is read of a body, and of a body that never ends. */
const contentOf = (spool: Spool, arriving: ArrivingBody): Promise<string> =>
  spool.use(arriving, async ({ bytes, path }) => (bytes ?? readFileSync(path)).toString());

test('a body that stalls holds no slot, and its file is gone when it is given up', async () => {
  const { spool, folder } = openSpool();
  const stream = new PassThrough();
  const never = contentOf(spool, body('a', stream));
  expect(await contentOf(spool, body('a', Readable.from([Buffer.from('t,v')])))).toBe('t,v');
  stream.destroy(new Error('aborted'));
  await expect(never).rejects.toThrow('aborted');
  expect(readdirSync(folder)).toEqual([]);
});

test('a small body stays in memory where that is allowed', async () => {
  const { spool } = openSpool();
  const kept = await spool.use(body('a', Readable.from([Buffer.from('{}')]), { memoryBytes: 10 }), async ({ path }) => path);
  expect(kept).toBeUndefined();
});

test('a key takes no more than its share of bodies, and one of its own that fell silent is cut off for the next', async () => {
  const { spool, clock } = openSpool();
  const cut = vi.fn();
  void contentOf(spool, stalled('a', cut));
  void contentOf(spool, stalled('a'));
  await expect(contentOf(spool, stalled('a'))).rejects.toMatchObject({ code: 'ingest.busy', values: { retryAfterSeconds: 5 } });
  expect(await contentOf(spool, body('b', Readable.from([Buffer.from('b')])))).toBe('b');
  clock.nowMs += 2_000;
  expect(await contentOf(spool, body('a', Readable.from([Buffer.from('a')])))).toBe('a');
  expect(cut).toHaveBeenCalledOnce();
});

test('a small packed body that unpacks to hundreds of megabytes is refused', async () => {
  const { spool, folder } = openSpool();
  const zeros = Buffer.alloc(MB);
  const bomb = Readable.from(Array.from({ length: 100 }, () => zeros));
  await expect(contentOf(spool, body('a', bomb, { packedBytes: () => 100_000 }))).rejects.toMatchObject({ code: 'request.tooLarge' });
  expect(readdirSync(folder)).toEqual([]);
});

test('a body that would take more than half of the free disk is refused, and what it took is free again', async () => {
  const { spool, folder } = openSpool({ freeBytes: 20 * MB });
  const parts = (count: number) => Readable.from(Array.from({ length: count }, () => Buffer.alloc(MB)));
  await expect(contentOf(spool, body('a', parts(15)))).rejects.toMatchObject({ code: 'storage.full' });
  expect(readdirSync(folder)).toEqual([]);
  await expect(spool.use(body('a', parts(5)), async () => 'taken')).resolves.toBe('taken');
});
