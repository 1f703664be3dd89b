import { AppError } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import type { FastifyInstance } from 'fastify';

export interface JsonBounds {
  /** Objects, lists, numbers and texts, the names of properties among them. */
  maxValues: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 44, 58, 91, 93, 123, 125];

/**
 * What `JSON.parse` makes of the bytes. Its bounds are counted before: what is nested deeper than the stack goes, or holds a million values in a megabyte,
 * is refused at the cost of one look at each byte.
 *
 * @throws AppError request.malformed, request.tooDeep, request.tooLarge
 */
export function parseJson(bytes: Uint8Array, { maxValues }: JsonBounds): unknown {
  assertBounds(bytes, maxValues);
  try {
    return JSON.parse(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        .toString()
        .replace(/^\uFEFF/, ''),
    );
  } catch (cause) {
    throw new AppError('request.malformed', { cause });
  }
}

/** Reads JSON bodies of all endpoints within the bounds. Longer bodies of an endpoint may hold more values. */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const isLong = request.routeOptions.bodyLimit > LIMITS.jsonBodyBytes;
      assertBounds(body as Buffer, isLong ? LIMITS.longListValues : LIMITS.jsonBodyValues);
    } catch (error) {
      done(error as Error);
      return;
    }
    parse(request, body.toString(), done);
  });
}

function assertBounds(bytes: Uint8Array, maxValues: number): void {
  let [depth, values, isText] = [0, 1, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
      continue;
    }
    if (byte === QUOTE) isText = true;
    else if (byte === COMMA || byte === COLON) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > LIMITS.jsonDepth) throw new AppError('request.tooDeep', { values: { allowed: LIMITS.jsonDepth } });
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  if (values > maxValues) throw new AppError('request.tooLarge', { detail: { values, maxValues } });
}
