import { setTimeout as delay } from 'node:timers/promises';
import { type IngestResponse, ingestEndpoints, ingestResponseSchema } from '@solvane/contract/ingest';
import type { DemoEvent } from '../events/raw-event.ts';

/** Takes what pino calls a logger. */
export interface FeedLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface IngestClientOptions {
  baseUrl: string;
  ingestionKey: string;
  signal: AbortSignal;
  log: FeedLog;
  /** Waits; ends early by throwing when aborted. Tests pass their own. */
  sleep?: (ms: number) => Promise<void>;
}

export interface IngestClient {
  points(csv: Uint8Array<ArrayBuffer>): Promise<void>;
  events(events: readonly { event: DemoEvent; isOpen: boolean }[]): Promise<void>;
  sleep(ms: number): Promise<void>;
}

const EVENTS_PER_REQUEST = 20_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
const BUSY_RETRY_MS = 5_000;
/** Answers that say "later", not "never". */
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504, 507]);

/** Speaks to public ingestion until it is told that everything is durable. A refusal that waiting cannot mend is an error. */
export function createIngestClient({
  baseUrl,
  ingestionKey,
  signal,
  log,
  sleep = interruptible(signal),
}: IngestClientOptions): IngestClient {
  const seen = new Set<string>();

  async function send(path: string, contentType: string, body: string | Uint8Array<ArrayBuffer>): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted();
      const answer = await post(path, contentType, body).catch((error: unknown) => {
        signal.throwIfAborted();
        log.warn({ path, error: String(error) }, 'ingestion cannot be reached, trying again');
        return undefined;
      });
      if (answer?.ok) return report(ingestResponseSchema.parse(await answer.json()));
      if (answer && !TRANSIENT.has(answer.status)) {
        throw new Error(`ingestion refuses ${path} with ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
      }
      await answer?.body?.cancel();
      await sleep(retryAfterMs(answer) ?? Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt));
    }
  }

  function post(path: string, contentType: string, body: string | Uint8Array<ArrayBuffer>): Promise<Response> {
    const headers = { authorization: `Bearer ${ingestionKey}`, 'content-type': contentType };
    return fetch(new URL(path, baseUrl), { method: 'POST', headers, body, signal });
  }

  /** A deleted device is reported once, not every ten minutes. */
  function report({ reasons }: IngestResponse): void {
    const fresh = reasons.filter(({ segmentId, signal: name, reason }) => !seen.has(`${segmentId} ${name} ${reason}`));
    for (const { segmentId, signal: name, reason } of fresh) seen.add(`${segmentId} ${name} ${reason}`);
    if (fresh.length > 0) log.warn({ reasons: fresh.slice(0, 20) }, 'ingestion rejected part of the demo');
  }

  return {
    sleep,
    points: (csv) => send(ingestEndpoints.points.path, 'text/csv', csv),
    events: async (events) => {
      for (let i = 0; i < events.length; i += EVENTS_PER_REQUEST) {
        const part = events.slice(i, i + EVENTS_PER_REQUEST).map(({ event, isOpen }) => ({
          segmentId: event.segmentId,
          code: event.code,
          ...(event.text === '' ? {} : { text: event.text }),
          start: event.startMs,
          end: isOpen ? null : event.endMs,
        }));
        await send(ingestEndpoints.events.path, 'application/json', JSON.stringify({ events: part }));
      }
    },
  };
}

/** Seconds or a date, as the header allows. */
function retryAfterMs(answer: Response | undefined): number | undefined {
  if (!answer) return undefined;
  const header = answer.headers.get('retry-after');
  if (header === null) return answer.status === 429 ? BUSY_RETRY_MS : undefined;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(waitMs) ? Math.min(LONGEST_RETRY_MS, Math.max(0, waitMs)) : BUSY_RETRY_MS;
}

function interruptible(signal: AbortSignal): (ms: number) => Promise<void> {
  return (ms) => delay(ms, undefined, { signal });
}
