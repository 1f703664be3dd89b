import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { eventBulkEndpoints } from '@solvane/contract/event-commands';
import type { JobId } from '@solvane/contract/ids';
import type { HttpUser } from '@solvane/testing/http-user';
import type { FaultCheck, FaultWorld } from './check.ts';
import { ensureComputed, recalculateAll } from './computation.ts';
import { FIRST_BODY_AFTER, HISTORY_END_MS, listEvents, openHistory } from './history.ts';
import type { FaultPlant } from './plant.ts';
import { ensureStored, startSenders } from './senders.ts';
import { ensure, eventually, pause } from './wait.ts';

export const clockJumps: readonly FaultCheck[] = [
  { name: 'the clock jumps, forwards and back, over days and clock changes', loops: { short: 0, long: 50 }, open: openClockWorld },
];

const PRELOAD = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url));
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
/** By so much the clock moves, and then back again. */
const JUMPS: readonly (() => number)[] = [
  () => 5 * MINUTE_MS,
  () => -5 * MINUTE_MS,
  () => HOUR_MS,
  () => -HOUR_MS,
  () => 2 * DAY_MS,
  () => -2 * DAY_MS,
  // Just before the plant's clocks change.
  () => Date.UTC(2027, 2, 28, 0, 59, 57) - Date.now(),
  () => Date.UTC(2027, 9, 31, 0, 59, 57) - Date.now(),
];

async function openClockWorld(): Promise<FaultWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-faults-clock-'));
  const file = join(folder, 'ahead');
  const setAhead = (ms: number): void => writeFileSync(file, String(Math.round(ms)));
  setAhead(0);
  const env = { HARNESS_CLOCK_FILE: file, NODE_OPTIONS: `--import=${pathToFileURL(PRELOAD)} --disable-warning=ExperimentalWarning` };
  const plant = await openHistory({ env }).catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  const ids = new Set((await listEvents(await plant.operator())).map(({ eventId }) => eventId));
  const everything = new Set<number>();
  let [comments, first] = [0, FIRST_BODY_AFTER];
  const startComments = async (operator: HttpUser): Promise<JobId> => {
    const action = { kind: 'comment', text: `loop ${comments}` } as const;
    comments += 1;
    const body = { action, selection: { eventIds: [...ids] } };
    return (await operator.call(eventBulkEndpoints.start, { body })).jobId;
  };
  return {
    dispose: async () => {
      await plant.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
    loop: async (random) => {
      const senders = startSenders(plant, { first });
      try {
        await recalculateAll(await plant.operator());
        const before = await startComments(await plant.operator());
        await pause(random() * 500);
        setAhead(JUMPS[Math.floor(random() * JUMPS.length)]?.() ?? 0);
        await pause(random() * 4_000);
        const during = await startComments(await plant.operator());
        await recalculateAll(await plant.operator());
        if (random() < 0.5) await ensureDone(plant, [before, during]);
        setAhead(0);
        await ensureDone(plant, [before, during]);
        const { size } = senders.acknowledged;
        await eventually(async () => ensure(senders.acknowledged.size > size, 'no more bodies were acknowledged'));
      } finally {
        setAhead(0);
        await senders.stop();
      }
      for (const body of senders.acknowledged) everything.add(body);
      first = Math.max(first, ...everything) + 8;
      ensure(senders.unexpected.length === 0, senders.unexpected.join('; '));
      ensure(plant.product.ending() === undefined, 'the product ended');
      await ensureStored(plant, everything, { startMs: HISTORY_END_MS });
      const operator = await plant.operator();
      await ensureComputed(operator);
      const wrong = (await listEvents(operator)).filter(({ eventId, commentCount }) => ids.has(eventId) && commentCount !== comments);
      ensure(wrong.length === 0, `${wrong.length} events have ${wrong[0]?.commentCount} comments instead of ${comments}`);
    },
  };
}

async function ensureDone(plant: FaultPlant, jobIds: readonly JobId[]): Promise<void> {
  for (const jobId of jobIds)
    await eventually(async () => {
      // A session ends when the clock jumps by more than it lasts, as it would for a user.
      const operator = await plant.operator();
      const { waiting, failed } = await operator.call(eventBulkEndpoints.outcome, { query: { jobId } });
      ensure(waiting === 0 && failed === 0, `${waiting} events of a job still wait, ${failed} failed`);
    });
}
