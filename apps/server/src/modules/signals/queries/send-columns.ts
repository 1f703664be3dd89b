import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns';
import type { FastifyReply } from 'fastify';
import { giveBack } from '../../../signals/sql/give-back.ts';

/** Sends what nobody else has a view of: its memory is given back when it is out, and when its reader went away before, as nothing is sent any more then. */
export function sendColumns(reply: FastifyReply, bytes: Uint8Array<ArrayBuffer>): FastifyReply {
  reply.raw.once('close', () => giveBack(bytes));
  return reply.type(SIGNAL_COLUMNS_TYPE).send(Buffer.from(bytes.buffer));
}
