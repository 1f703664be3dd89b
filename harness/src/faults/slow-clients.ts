import { Agent, type IncomingMessage, request } from 'node:http';
import { eventBulkEndpoints } from '@solvane/contract/event-commands';
import type { JobId, SegmentId, SignalId } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { systemEndpoints } from '@solvane/contract/system';
import type { HttpUser } from '@solvane/testing/http-user';
import { firstDifference } from '../first-difference.ts';
import { createRandom } from '../random.ts';
import type { FaultCheck, FaultWorld } from './check.ts';
import { HISTORY_END_MS, listEvents, openHistory, readResults } from './history.ts';
import { DEVICES, type FaultPlant, START_MS } from './plant.ts';
import { ensure, eventually, pause } from './wait.ts';

export const slowClients: readonly FaultCheck[] = [
  { name: 'event streams cut many times, and clients that read slowly or not at all', loops: { short: 0, long: 50 }, open: openClients },
];

const WINDOWS = 12;
const STALLED = 12;
const SLOW_DOWNLOADS = 20;
const CUTS = 8;

async function openClients(): Promise<FaultWorld> {
  const plant = await openHistory();
  const operator = await plant.operator();
  const before = await readResults(operator);
  const eventIds = (await listEvents(operator)).map(({ eventId }) => eventId);
  let comments = 0;
  return {
    dispose: plant.dispose,
    loop: async (random) => {
      const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
      const windows = Array.from({ length: WINDOWS }, () => openWindow(plant, operator, { agent, random }));
      const stalled = Array.from({ length: STALLED }, () => stall(plant, operator, { agent, download: false }));
      const slow = Array.from({ length: SLOW_DOWNLOADS }, () => stall(plant, operator, { agent, download: true }));
      try {
        await Promise.all([...stalled, ...slow]);
        const action = { kind: 'comment', text: `loop ${comments}` } as const;
        const { jobId } = await operator.call(eventBulkEndpoints.start, { body: { action, selection: { eventIds } } });
        comments += 1;
        // Others are served beside all of them.
        await eventually(() => operator.call(systemEndpoints.health, {}), 5_000);
        await Promise.all(windows.map((window) => window.untilDone(jobId)));
      } finally {
        for (const window of windows) window.close();
        agent.destroy();
      }
      await eventually(async () => {
        const open = /^solvane_event_streams (\d+)$/m.exec(await (await fetch(`${plant.product.baseUrl}/metrics`)).text())?.[1];
        ensure(open === '0', `${open} event streams are open after all clients have gone`);
      });
      const events = (await listEvents(operator)).filter(({ commentCount }) => commentCount !== comments);
      ensure(events.length === 0, `${events.length} events have ${events[0]?.commentCount} comments instead of ${comments}`);
      const after = (await readResults(operator)).replaceAll(`"commentCount":${comments}`, '"commentCount":0');
      ensure(after === before, `results differ after the fault: ${firstDifference(before, after)}`);
    },
  };
}

interface Connection {
  agent: Agent;
}

interface Window {
  /** Resolves when the stream has reported that the job succeeded, over however many connections. */
  untilDone(jobId: JobId): Promise<void>;
  close(): void;
}

/** A browser window whose connection breaks again and again, and which goes on where the last one ended. */
function openWindow(plant: FaultPlant, { cookie }: HttpUser, { agent, random }: Connection & { random: () => number }): Window {
  const own = createRandom(Math.floor(random() * 1e9));
  let [text, lastId, isClosed, cuts] = ['', '', false, 0];
  const connect = (): void => {
    if (isClosed) return;
    const headers = { cookie, ...(lastId && { 'last-event-id': lastId }) };
    const outgoing = request(`${plant.product.baseUrl}${systemEndpoints.stream.path}`, { agent, headers }, (incoming) => {
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        text += chunk;
        lastId = [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? lastId;
      });
      incoming.on('error', () => undefined);
      incoming.on('close', () => setTimeout(connect, own() * 100));
    });
    outgoing.on('error', () => setTimeout(connect, 100));
    outgoing.end();
    if (cuts < CUTS) setTimeout(() => outgoing.destroy(), own() * 600);
    cuts += 1;
  };
  connect();
  return {
    untilDone: (jobId) =>
      eventually(async () => {
        const isDone = text.split('\n').some((line) => line.includes(jobId) && line.includes('"succeeded"'));
        ensure(isDone && cuts > CUTS, `a window has not heard the end of the job after ${cuts} connections`);
      }),
    close: () => {
      isClosed = true;
    },
  };
}

/** Asks, and then reads nothing of what comes. */
async function stall(
  plant: FaultPlant,
  { cookie, csrf }: HttpUser,
  { agent, download }: Connection & { download: boolean },
): Promise<void> {
  const { path } = download ? signalEndpoints.values : systemEndpoints.stream;
  const body = JSON.stringify({
    segmentIds: [...DEVICES] as SegmentId[],
    signalIds: ['ActivePower||Raw', 'ActivePower||Validated'] as SignalId[],
    startMs: START_MS,
    endMs: HISTORY_END_MS,
    resolution: 'raw',
  });
  const headers = { cookie, ...csrf, ...(download && { 'content-type': 'application/json' }) };
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(`${plant.product.baseUrl}${path}`, { agent, headers, method: download ? 'POST' : 'GET' }, resolve);
    outgoing.on('error', reject);
    outgoing.end(download ? body : undefined);
  });
  incoming.on('error', () => undefined);
  incoming.pause();
  ensure(incoming.statusCode === 200, `${path} is answered with ${incoming.statusCode}`);
  await pause(0);
}
