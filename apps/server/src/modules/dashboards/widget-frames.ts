import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns-type';
import { WIDGET_FRAMES_TYPE, type widgetEndpoints } from '@solvane/contract/widgets/widget-data';
import { WIDGET_QUERY_ENDPOINTS } from '@solvane/contract/widgets/widget-queries';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withOneReading } from '../../db/one-reading.ts';
import { accepts } from '../../http/accepts.ts';
import { BinaryResponse } from '../../http/binary-response.ts';
import { errorBodyOf } from '../../http/errors.ts';

type Query = BodyOf<typeof widgetEndpoints.data>['queries'][number];

interface Connection {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Queries of one page that run at the same time: a page never takes the whole server. */
const AT_ONCE = 8;

/** Sends one frame per query as soon as it is there. */
export function sendWidgetFrames(app: FastifyInstance, queries: readonly Query[], { request, reply }: Connection): FastifyReply {
  // Of the other forms that endpoints know, frames have room for one.
  request.raw.headers.accept = accepts(request, SIGNAL_COLUMNS_TYPE) ? SIGNAL_COLUMNS_TYPE : 'application/json';
  const run = withOneReading((query: Query) => runQuery(app, query, { request, reply }));
  const frames = Readable.from(framesOf(queries, run));
  reply.type(WIDGET_FRAMES_TYPE).header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(frames);
  // Each frame leaves at once; the general compression would hold frames back until its buffer is full.
  const packed = createGzip({ level: 3, flush: constants.Z_SYNC_FLUSH });
  // A reader that leaves early ends both; there is no one to report it to.
  pipeline(frames, packed, () => undefined);
  return reply.header('content-encoding', 'gzip').send(packed);
}

/** Frames in the order in which their queries finish. What is not running yet does not start once no reader is left. */
export async function* framesOf<Q>(queries: readonly Q[], run: (query: Q) => Promise<string>): AsyncGenerator<string> {
  const running = new Map<number, Promise<[index: number, frame: string]>>();
  const waiting = queries.entries();
  for (;;) {
    for (const [index, query] of waiting.take(AT_ONCE - running.size))
      running.set(
        index,
        run(query).then((frame) => [index, frame]),
      );
    if (running.size === 0) return;
    const [index, frame] = await Promise.race(running.values());
    running.delete(index);
    yield frame;
  }
}

/** The frame of one query. Never rejects: what fails, fails in its own frame. */
async function runQuery(app: FastifyInstance, { id, kind, body }: Query, { request, reply }: Connection): Promise<string> {
  try {
    const { method, path } = WIDGET_QUERY_ENDPOINTS[kind];
    const mounted = app.mountedEndpoints.find((each) => each.method === method && each.path === path);
    if (!mounted) throw new RangeError(`${method} ${path} is not bound`);
    const result = await within(LIMITS.widgetQueryTimeoutMs, mounted.runInside(request, reply, body));
    const content = result instanceof BinaryResponse ? `"columns":"${result.takeBase64()}"` : `"result":${result}`;
    return `{"id":${JSON.stringify(id)},${content}}\n`;
  } catch (error) {
    return `${JSON.stringify({ id, error: errorBodyOf(error, request) })}\n`;
  }
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError('request.timeout')), timeoutMs);
  // What comes after its timeout has no reader any more.
  work.catch(() => undefined);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
