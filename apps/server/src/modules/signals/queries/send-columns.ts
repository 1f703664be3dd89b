import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns';
import type { FastifyReply } from 'fastify';
import { releaseBuffer } from '../../../signals/release-buffer.ts';

/** Sends bytes without another view: their memory is released when they are sent, or when the client disconnects before. */
export function sendColumns(reply: FastifyReply, bytes: Uint8Array<ArrayBuffer>): FastifyReply {
  reply.raw.once('close', () => releaseBuffer(bytes));
  return reply.type(SIGNAL_COLUMNS_TYPE).send(Buffer.from(bytes.buffer));
}
