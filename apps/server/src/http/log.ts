import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/** One JSON object per line. Values of statements stay out: they may be anybody's data, or the hash of a password. */
export function createLog(level: string): FastifyBaseLogger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  });
}

interface LoggedError {
  type: string;
  message: string;
  code?: unknown;
  query?: string;
  stack?: string | undefined;
  cause?: LoggedError;
}

export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const isQuery = error instanceof DrizzleQueryError;
  const message = isQuery ? 'Failed query' : error.message;
  return {
    type: error.name,
    message,
    ...('code' in error ? { code: error.code } : {}),
    ...(isQuery ? { query: error.query } : {}),
    // The first lines repeat the message.
    stack: error.stack?.slice(error.stack.indexOf('\n    at ') + 1),
    ...(error.cause === undefined || error.cause === null ? {} : { cause: describeError(error.cause) }),
  };
}
