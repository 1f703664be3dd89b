import { plantCommandEndpoints } from '@solvane/contract/plant-commands';
import type { FastifyInstance } from 'fastify';
import { mountIngest } from '../../http/mount.ts';
import { answerCommand, type CommandDeps, nextCommands } from './plant-commands.ts';

/** What plants ask for with their ingestion keys. */
export function plantCommandRoutes(app: FastifyInstance, deps: CommandDeps): void {
  mountIngest(app, plantCommandEndpoints.next, async ({ caller, request, reply }) => {
    const hangUp = new AbortController();
    // Not the connection: it outlives the request, and would gather one listener with each.
    reply.raw.once('close', () => hangUp.abort());
    return { items: await nextCommands(deps, caller, { waitMs: wantedWaitMs(request.headers.prefer), signal: hangUp.signal }) };
  });
  mountIngest(app, plantCommandEndpoints.answer, async ({ caller, body }) => ({ isAccepted: await answerCommand(deps, caller, body) }));
}

const LONGEST_WAIT_SECONDS = 60;

/** @see RFC 7240, 4.3: `Prefer: wait=25` */
function wantedWaitMs(prefer: string | string[] | undefined): number {
  const [, seconds = '0'] = /\bwait=(\d{1,3})\b/i.exec(String(prefer ?? '')) ?? [];
  return Math.min(LONGEST_WAIT_SECONDS, Number(seconds)) * 1_000;
}
