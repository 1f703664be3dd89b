import { AppError } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerError } from './errors.ts';

export interface SlowSenderOptions {
  minBytesPerSecond: number;
  /** A line may be slower for a moment. */
  windowMs: number;
}

interface Sender {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Of the window at hand. */
  startBytes: number;
  /** Time in which the server had read all there was. */
  waitedMs: number;
}

const CHECKS_PER_WINDOW = 10;

/** Cuts off a sender below the smallest rate. Time in which the server itself does not read is not counted. */
export function registerSlowSenders(
  app: FastifyInstance,
  { minBytesPerSecond, windowMs }: SlowSenderOptions = {
    minBytesPerSecond: LIMITS.bodyBytesPerSecond,
    windowMs: LIMITS.bodyRateWindowSeconds * 1_000,
  },
): void {
  const senders = new Set<Sender>();
  const everyMs = windowMs / CHECKS_PER_WINDOW;
  const timer = setInterval(() => {
    for (const sender of senders) {
      const { raw, socket } = sender.request;
      if (raw.complete || socket.destroyed) senders.delete(sender);
      else if (raw.readableLength === 0) sender.waitedMs += everyMs;
      if (sender.waitedMs < windowMs) continue;
      const bytes = socket.bytesRead - sender.startBytes;
      if (bytes * 1_000 < minBytesPerSecond * sender.waitedMs) {
        senders.delete(sender);
        cutSender(
          sender.request,
          sender.reply,
          new AppError('request.tooSlow', { values: { minBytesPerSecond, seconds: windowMs / 1_000 } }),
        );
      }
      sender.startBytes = socket.bytesRead;
      sender.waitedMs = 0;
    }
  }, everyMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', async (request, reply) => {
    if (hasBody(request)) senders.add({ request, reply, startBytes: request.socket.bytesRead, waitedMs: 0 });
  });
}

/** Answers and closes the connection, whatever of the body is still to come. */
export function cutSender(request: FastifyRequest, reply: FastifyReply, error: AppError): void {
  if (reply.sent) request.socket.destroy();
  else answerError(error, request, reply.header('connection', 'close'));
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
