import { Agent, type ClientRequest, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { listEndpoints } from '@solvane/contract/endpoints';
import { CSRF_HEADER } from '@solvane/contract/session';
import { openPlant } from '../faults/plant.ts';
import { eventually, pause } from '../faults/wait.ts';

export interface Attack {
  /** Of the endpoint, for the report. */
  name: string;
  method: string;
  /** Path and query. */
  address: string;
  headers: Record<string, string>;
  body?: Buffer;
  as: 'user' | 'key';
  /** When the client goes away; undefined: it stays until it has its answer. */
  leaving?: Leaving;
}

/** A client goes away after a part of its body, or a while after all of it, at the latest with the first bytes of the answer. */
export type Leaving = { afterPart: number } | { afterMs: number } | { atFirstBytes: true };

export interface Answer {
  status: number;
  ms: number;
  text: string;
}

/** A plant and its product, which attacks go to. */
export interface Target {
  send(attack: Attack): Promise<Answer>;
  /** Longest delay of the main thread since the last call, and what the process has spent of its cores. */
  readMainThread(): Promise<{ longestDelayMs: number; cpuMs: number }>;
  /** What every list of the product answers now, by endpoint. */
  readAll(): Promise<Map<string, string>>;
  /** What the product logged about a failure, found by the reference in its response. */
  findLog(response: string): string;
  /** Failures that the product has logged since the last call. */
  findProblems(): string[];
  /** Starts the product again where it has ended. @returns how it ended and the last it printed; undefined: it runs */
  revive(): Promise<string | undefined>;
  dispose(): Promise<void>;
}

/** An answer later than this is a failure of its own. */
export const LATEST_MS = 5_000;
const GIVE_UP_MS = 30_000;
const LAST_OUTPUT = 4_000;
const TOO_MANY = 429;

/** Everything that can be read without naming it. */
const LISTS = listEndpoints().filter(
  ({ endpoint: { method, path, query, response } }) => method === 'GET' && !path.includes(':') && response && query === undefined,
);

export async function openTarget(): Promise<Target> {
  const plant = await openPlant();
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  let identity = await signedIn();
  let clients = 0;
  /** Characters of the product's output that were looked at. */
  let read = 0;

  async function signedIn(): Promise<Record<string, string>> {
    const { cookie } = await plant.operator();
    const answer = await fetch(`${plant.product.baseUrl}/api/antiforgery`, { headers: { cookie } });
    const { token } = (await answer.json()) as { token: string };
    return { cookie, [CSRF_HEADER]: token };
  }

  function once({ method, address, headers, body, as, leaving }: Attack): Promise<Answer> {
    const startMs = performance.now();
    const credentials = as === 'key' ? { authorization: `Bearer ${plant.key}` } : identity;
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          port: new URL(plant.product.baseUrl).port,
          host: '127.0.0.1',
          agent,
          method,
          path: address,
          headers: { ...credentials, ...headers },
        },
        (incoming) => {
          let text = '';
          const finish = (): void => resolve({ status: incoming.statusCode ?? 0, ms: performance.now() - startMs, text });
          incoming.setEncoding('latin1');
          incoming.on('data', (chunk: string) => {
            if (text.length < 2_000) text += chunk;
            if (leaving) outgoing.destroy();
          });
          incoming.on('end', finish);
          incoming.on('error', finish);
          // A live stream never ends.
          if (incoming.headers['content-type']?.startsWith('text/event-stream')) incoming.destroy();
        },
      );
      outgoing.setTimeout(GIVE_UP_MS, () => outgoing.destroy(new Error(`no answer in ${GIVE_UP_MS / 1_000} s`)));
      if (leaving === undefined) {
        outgoing.on('error', reject);
        outgoing.end(body);
        return;
      }
      outgoing.on('error', () => undefined);
      outgoing.on('close', () => resolve(GONE));
      void leave(outgoing, { body, leaving });
    });
  }

  return {
    findProblems: () => {
      const text = plant.product.output();
      const lines = text.slice(read).split('\n');
      read = text.length;
      return lines.filter((line) => /^{"level":"(error|fatal)"|already sent|Warning:/.test(line)).map((line) => line.slice(0, LAST_OUTPUT));
    },
    readAll: async () => {
      const answers = new Map<string, string>();
      for (const { name, endpoint } of LISTS) {
        const answer = await fetch(`${plant.product.baseUrl}${endpoint.path}`, { headers: identity });
        answers.set(name, withoutMoving(await answer.text()));
      }
      return answers;
    },
    findLog: (response) => {
      const reference = /"requestId":"([^"]+)"/.exec(response)?.[1];
      const line = plant.product
        .output()
        .split('\n')
        .find((each) => reference !== undefined && each.includes(reference) && each.includes('"err"'));
      return line?.slice(0, LAST_OUTPUT) ?? '';
    },
    revive: async () => {
      const { product } = plant;
      const ending = product.ending();
      if (ending === undefined) return undefined;
      await plant.start();
      read = 0;
      identity = await signedIn();
      return `the product ended with ${ending}: ${product.output().slice(-LAST_OUTPUT)}`;
    },
    send: async (attack) => {
      const answer = await once(attack);
      // An attack may have ended the session: the next ones shall reach more than the door.
      if (attack.as === 'user' && answer.status === 401) identity = await signedIn();
      if (answer.status !== TOO_MANY) return answer;
      // As another client behind a proxy, which has a count of its own: the attack shall be judged, not its number.
      clients += 1;
      return once({ ...attack, headers: { ...attack.headers, 'x-forwarded-for': addressOf(clients) } });
    },
    readMainThread: async () => {
      const text = await eventually(async () => {
        // Requests without a session have a limit of their own, which garbage reaches: it ends within a minute.
        const answer = await fetch(`${plant.product.baseUrl}/metrics`);
        const body = await answer.text();
        if (!answer.ok) throw new Error(`/metrics is answered with ${answer.status}: ${body.slice(0, 500)}`);
        return body;
      });
      return {
        longestDelayMs: 1_000 * readMetric(text, /^solvane_event_loop_delay_seconds\{quantile="1"\} (\S+)$/m),
        cpuMs: 1_000 * readMetric(text, /^process_cpu_seconds_total (\S+)$/m),
      };
    },
    dispose: async () => {
      agent.destroy();
      await plant.dispose();
    },
  };
}

/** What is left to judge of a request whose client did not wait: the product, not its answer. */
const GONE: Answer = { status: 0, ms: 0, text: '' };

async function leave(outgoing: ClientRequest, { body, leaving }: { body: Buffer | undefined; leaving: Leaving }): Promise<void> {
  if ('afterPart' in leaving) {
    const length = body?.length ?? 0;
    outgoing.setHeader('content-length', length + 1);
    outgoing.write(body?.subarray(0, Math.floor(length * leaving.afterPart)) ?? '');
    await pause(leaving.afterPart * 20);
    outgoing.destroy();
    return;
  }
  outgoing.end(body);
  if (!('afterMs' in leaving)) return;
  await pause(leaving.afterMs);
  outgoing.destroy();
}

function addressOf(client: number): string {
  return `10.${(client >> 16) % 256}.${(client >> 8) % 256}.${client % 256}`;
}

/** What moves by itself: the end of a session with each request, jobs on their way. Which jobs there are counts. */
function withoutMoving(text: string): string {
  return text.replace(/"(sessionExpiresAtUtc|updatedAtMs|finishedAtMs|state|progress)":("[^"]*"|[\d.]+|null)/g, '"$1":"moves"');
}

function readMetric(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`/metrics has no ${pattern.source} but ${text.slice(0, 2_000)}`);
  return Number(found);
}
