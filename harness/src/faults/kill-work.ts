import { eventBulkEndpoints } from '@solvane/contract/event-commands';
import { firstDifference } from '../first-difference.ts';
import type { FaultCheck, FaultWorld } from './check.ts';
import { ensureComputed, recalculateAll } from './computation.ts';
import { listEvents, openHistory, readResults } from './history.ts';
import { enginePid } from './plant.ts';
import { ensure, eventually, pause } from './wait.ts';

type Victim = 'server' | 'engine';

export const killsDuringWork: readonly FaultCheck[] = [
  { name: 'kill -9 of the server during recalculation', loops: { short: 0, long: 50 }, open: () => openRecalculation('server') },
  { name: 'kill -9 of the engine during recalculation', loops: { short: 0, long: 50 }, open: () => openRecalculation('engine') },
  { name: 'kill -9 of the server during a bulk job', loops: { short: 0, long: 50 }, open: openBulkJob },
];

async function openRecalculation(victim: Victim): Promise<FaultWorld> {
  const plant = await openHistory();
  const before = await readResults(await plant.operator());
  return {
    dispose: plant.dispose,
    loop: async (random) => {
      const days = await recalculateAll(await plant.operator());
      ensure(days > 0, 'nothing is computed again');
      await pause(random() * 1_000);
      if (victim === 'engine') process.kill(enginePid(plant.product), 'SIGKILL');
      else {
        await plant.kill();
        await plant.start();
      }
      const operator = await plant.operator();
      await ensureComputed(operator);
      const after = await eventually(() => readResults(operator));
      ensure(after === before, `results differ after the fault: ${firstDifference(before, after)}`);
    },
  };
}

/** Comments are counted: an event that was commented on twice shows it. */
async function openBulkJob(): Promise<FaultWorld> {
  const plant = await openHistory();
  const events = await listEvents(await plant.operator());
  ensure(events.length > 0, 'the plant has no events');
  let comments = 0;
  return {
    dispose: plant.dispose,
    loop: async (random) => {
      const action = { kind: 'comment', text: `loop ${comments}` } as const;
      const selection = { eventIds: events.map(({ eventId }) => eventId) };
      const { jobId } = await (await plant.operator()).call(eventBulkEndpoints.start, { body: { action, selection } });
      comments += 1;
      await pause(random() * 200);
      await plant.kill();
      await plant.start();
      const operator = await plant.operator();
      await eventually(async () => {
        const { waiting, failed } = await operator.call(eventBulkEndpoints.outcome, { query: { jobId } });
        ensure(waiting === 0 && failed === 0, `${waiting} events of the job still wait, ${failed} failed`);
      }, 400_000);
      const wrong = (await listEvents(operator)).filter(({ commentCount }) => commentCount !== comments);
      ensure(wrong.length === 0, `${wrong.length} events have ${wrong[0]?.commentCount} comments instead of ${comments}`);
    },
  };
}
