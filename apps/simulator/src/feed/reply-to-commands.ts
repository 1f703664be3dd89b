import { setTimeout as delay } from 'node:timers/promises';
import { type PlantCommand, plantCommandEndpoints, plantCommandsSchema } from '@solvane/contract/plant-commands';
import { resetReply } from '../plant/reset-reply.ts';
import type { FeedLog } from './ingest-client.ts';

export interface CommandReplyOptions {
  baseUrl: string;
  ingestionKey: string;
  fleetSeed: number;
  signal: AbortSignal;
  log: Pick<FeedLog, 'warn'>;
  /** Waits; ends early by throwing when aborted. Tests pass their own. */
  sleep?: (ms: number) => Promise<void>;
}

const WAIT_SECONDS = 25;
const AGAIN_MS = 5_000;

/** Fetches commands for the demo plants and answers them as their controllers would, until it is aborted. A server that is away is asked again. */
export async function replyToCommands(options: CommandReplyOptions): Promise<void> {
  const { signal, log, sleep = (ms: number) => delay(ms, undefined, { signal }) } = options;
  const answering = new Set<Promise<void>>();
  let isAway = false;
  while (!signal.aborted) {
    try {
      for (const command of await fetchCommands(options)) {
        const answer = answerOne(options, command, sleep)
          .catch((error: unknown) => {
            if (!signal.aborted) log.warn({ error: String(error) }, 'a command could not be answered');
          })
          .finally(() => answering.delete(answer));
        answering.add(answer);
      }
      isAway = false;
    } catch (error) {
      if (signal.aborted) break;
      if (!isAway) log.warn({ error: String(error) }, 'commands cannot be fetched, trying again');
      isAway = true;
      await sleep(AGAIN_MS).catch(() => undefined);
    }
  }
  await Promise.all(answering);
}

async function fetchCommands({ baseUrl, ingestionKey, signal }: CommandReplyOptions): Promise<PlantCommand[]> {
  const headers = { authorization: `Bearer ${ingestionKey}`, prefer: `wait=${WAIT_SECONDS}` };
  const answer = await fetch(new URL(plantCommandEndpoints.next.path, baseUrl), { headers, signal });
  if (!answer.ok) throw new Error(`${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return plantCommandsSchema.parse(await answer.json()).items;
}

async function answerOne(
  { baseUrl, ingestionKey, fleetSeed, signal }: CommandReplyOptions,
  { commandId, segmentId, requestedAtMs }: PlantCommand,
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  const { isSuccess, message, afterMs } = resetReply(fleetSeed, { segmentId, requestedAtMs });
  await sleep(afterMs);
  const headers = { authorization: `Bearer ${ingestionKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ commandId, isSuccess, message });
  const answer = await fetch(new URL(plantCommandEndpoints.answer.path, baseUrl), { method: 'POST', headers, body, signal });
  if (!answer.ok) throw new Error(`${answer.status}: ${(await answer.text()).slice(0, 200)}`);
}
