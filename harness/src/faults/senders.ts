import { ingestEndpoints } from '@solvane/contract/ingest';
import { DEVICES, type FaultPlant, START_MS } from './plant.ts';
import { pause } from './wait.ts';

const STEP_MS = 600_000;
export const POINTS_PER_BODY = 20;
/** Answers to a body that cannot be taken now; a sender keeps it and sends it again. */
const LATER = [429, 503, 507];
const RETRY_MS = 100;

export interface Senders {
  /** Bodies that were answered with 200. */
  readonly acknowledged: ReadonlySet<number>;
  /** Answers that are neither an acknowledgement nor "later". */
  readonly unexpected: readonly string[];
  stop(): Promise<void>;
}

/** Several senders that deliver body after body in every format and never send a point twice. */
export function startSenders(plant: FaultPlant, { first, senders = 4 }: { first: number; senders?: number }): Senders {
  const acknowledged = new Set<number>();
  const unexpected: string[] = [];
  let [next, isStopped] = [first, false];
  /** @returns whether it was taken; the connection of a killed product breaks: what counts is what was acknowledged */
  async function isTaken(body: number): Promise<boolean> {
    const status = await send(plant, body).catch(() => undefined);
    if (status === 200) acknowledged.add(body);
    else if (status !== undefined && !LATER.includes(status)) unexpected.push(`body ${body} was answered with ${status}`);
    return status === 200;
  }
  async function deliver(): Promise<void> {
    for (let body = next++; !isStopped; )
      if (await isTaken(body)) body = next++;
      else await pause(RETRY_MS);
  }
  const all = Array.from({ length: senders }, deliver);
  return {
    acknowledged,
    unexpected,
    stop: async () => {
      isStopped = true;
      await Promise.all(all);
    },
  };
}

/** Sends one body. @returns the status once the whole answer has arrived */
export async function send({ product, key }: Pick<FaultPlant, 'product' | 'key'>, body: number): Promise<number> {
  const [type, text] = bodyOf(body);
  const answer = await fetch(`${product.baseUrl}${ingestEndpoints.points.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body: text,
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** What was acknowledged is stored with its value, and nothing is stored that was never sent. @throws Error naming the first point */
export async function ensureStored(
  plant: FaultPlant,
  acknowledged: ReadonlySet<number>,
  { startMs = START_MS }: { startMs?: number } = {},
): Promise<void> {
  for (const device of DEVICES) {
    const stored = await plant.readStored(device);
    const bodies = [...acknowledged].filter((body) => deviceOf(body) === device);
    const lost = bodies.flatMap(pointsOf).find(([timeMs, value]) => stored.get(timeMs) !== value);
    if (lost) throw new Error(`${device} has ${stored.get(lost[0])} at ${new Date(lost[0]).toISOString()}, acknowledged was ${lost[1]}`);
    const strange = [...stored].find(([timeMs, value]) => timeMs >= startMs && value !== (timeMs - START_MS) / STEP_MS);
    if (strange) throw new Error(`${device} has ${strange[1]} at ${new Date(strange[0]).toISOString()}, which was never sent`);
  }
}

const deviceOf = (body: number): string => DEVICES[body % DEVICES.length] ?? DEVICES[0];
const pointsOf = (body: number): [timeMs: number, value: number][] =>
  Array.from({ length: POINTS_PER_BODY }, (_, k) => {
    const index = body * POINTS_PER_BODY + k;
    return [START_MS + index * STEP_MS, index];
  });

function bodyOf(body: number): [type: string, text: string] {
  const [segmentId, signal, points] = [deviceOf(body), 'ActivePower', pointsOf(body)];
  switch (Math.floor(body / DEVICES.length) % 4) {
    case 0:
      return [
        'application/json',
        JSON.stringify({ series: [{ segmentId, signal, t: points.map(([t]) => t), v: points.map(([, v]) => v) }] }),
      ];
    case 1:
      return ['text/csv', ['segmentId,signal,t,v', ...points.map(([t, v]) => `${segmentId},${signal},${t},${v}`)].join('\n')];
    case 2:
      return ['text/csv', [`t,${segmentId}/${signal}`, ...points.map(([t, v]) => `${t},${v}`)].join('\n')];
    default:
      return ['application/x-ndjson', points.map(([t, v]) => JSON.stringify({ segmentId, signal, t, v })).join('\n')];
  }
}
