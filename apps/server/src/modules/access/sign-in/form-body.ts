import type { Readable } from 'node:stream';
import { AppError } from '@solvane/contract/errors';

const MAX_BYTES = 16 * 1024;

/** @throws AppError request.tooLarge, request.malformed */
export async function readForm(stream: Readable): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > MAX_BYTES) throw new AppError('request.tooLarge');
    chunks.push(buffer);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.includes('\u0000') || /%00/.test(text)) throw new AppError('request.malformed');
  return new URLSearchParams(text);
}
