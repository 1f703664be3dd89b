import { AppError, ERRORS, type ErrorBody, type ErrorCode } from '@solvane/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { toIssues } from './issues.ts';

/** Whatever was thrown, as a failure of the table. Unknown becomes `internal`. */
export function toAppError(error: unknown): AppError {
  const chain = causesOf(error);
  for (const cause of chain) {
    if (cause instanceof AppError) return cause;
    if (cause instanceof ZodError) return new AppError('request.invalid', { issues: toIssues(cause), cause: error });
  }
  for (const cause of chain) {
    const code = classify(cause);
    if (code) return new AppError(code, { cause: error });
  }
  return new AppError('internal', { cause: error });
}

export function toErrorBody(error: AppError, requestId: string): ErrorBody {
  const { title, message } = ERRORS[error.code];
  return { code: error.code, title, message, values: error.values, issues: [...error.issues], requestId };
}

/** The one place where a failure becomes an answer. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toAppError(error);
  const { status } = ERRORS[failure.code];
  logFailure(failure, request, status);
  if (status === 429 || status === 503) reply.header('retry-after', String(failure.values.retryAfterSeconds ?? 1));
  if (status === 405 && typeof failure.detail.allow === 'string') reply.header('allow', failure.detail.allow);
  return reply
    .code(status)
    .removeHeader('content-length')
    .removeHeader('content-disposition')
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(toErrorBody(failure, request.id));
}

function logFailure(failure: AppError, request: FastifyRequest, status: number): void {
  const record = { code: failure.code, detail: failure.detail, err: status >= 500 ? failure.cause : undefined };
  if (status >= 500) request.log.error(record, 'request failed');
  else request.log.info({ ...record, cause: failure.cause instanceof Error ? failure.cause.message : undefined }, 'request refused');
}

const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.tooLarge',
  FST_REQ_FILE_TOO_LARGE: 'request.tooLarge',
  FST_FILES_LIMIT: 'request.tooLarge',
  FST_PARTS_LIMIT: 'request.tooLarge',
  FST_FIELDS_LIMIT: 'request.tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupportedType',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'request.unsupportedType',
  FST_CP_ERR_INVALID_CONTENT_ENCODING: 'request.unsupportedType',
  FST_ERR_HANDLER_TIMEOUT: 'request.timeout',
  ENOSPC: 'storage.full',
  EDQUOT: 'storage.full',
};

/** SQLSTATE classes: what a user's value caused, what another user was faster at, what the server lacks. */
const SQL_STATES: readonly [RegExp, ErrorCode][] = [
  [/^22/, 'request.invalid'],
  [/^(23505|23503|40001|40P01|55P03)$/, 'resource.conflict'],
  [/^53[14]00$/, 'storage.full'],
  [/^(08|53|57P0)/, 'service.unavailable'],
];

const NETWORK_FAILURES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

function classify(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = FRAMEWORK_CODES[code];
  if (known) return known;
  // The unpacking of bodies copies the error we give it onto that of zlib.
  if (isErrorCode(code)) return code;
  if (/^[0-9A-Z]{5}$/.test(code) && 'severity' in error) return SQL_STATES.find(([pattern]) => pattern.test(code))?.[1];
  if (/^(Connection terminated|Cannot use a pool after|timeout exceeded when trying to connect|The embedded database)/.test(error.message))
    return 'service.unavailable';
  // zlib: a body that says gzip and is not, or that ends in the middle.
  if (/^Z_(DATA|BUF|NEED_DICT)/.test(code) || code === 'ERR_STREAM_PREMATURE_CLOSE' || error.message === 'aborted')
    return 'request.malformed';
  // What we call ourselves is away: a database, an identity provider, a mail server.
  if ('syscall' in error && ['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall)) && NETWORK_FAILURES.has(code))
    return 'service.unavailable';
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500) return status === 413 ? 'request.tooLarge' : 'request.malformed';
  return undefined;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (
    let cause = error;
    cause !== undefined && cause !== null && chain.length < 10;
    cause = cause instanceof Error ? cause.cause : undefined
  )
    chain.push(cause);
  return chain;
}

const RAW_ANSWERS = {
  400: { code: 'request.malformed', text: 'Bad Request' },
  408: { code: 'request.timeout', text: 'Request Timeout' },
  431: { code: 'request.malformed', text: 'Request Header Fields Too Large' },
} as const satisfies Record<number, { code: ErrorCode; text: string }>;

/** The catalogue's shape for failures before a request exists: no HTTP at all, headers too long, a request that never ends. */
export function rawErrorAnswer(status: keyof typeof RAW_ANSWERS, requestId: string): string {
  const { code, text } = RAW_ANSWERS[status];
  const body = JSON.stringify(toErrorBody(new AppError(code), requestId));
  return [
    `HTTP/1.1 ${status} ${text}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
