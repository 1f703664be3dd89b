import { AppError, ERRORS, type ErrorBody, type ErrorCode } from '@solvane/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { englishText } from './english-text.ts';
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

function toErrorBody(error: AppError, requestId: string): ErrorBody {
  const { title, message } = ERRORS[error.code];
  return {
    code: error.code,
    title,
    message,
    titleText: englishText(title, error.values),
    messageText: englishText(message, error.values),
    values: error.values,
    issues: error.issues.map((issue) => ({ ...issue, text: englishText(issue.message, issue.values) })),
    requestId,
  };
}

/** The same for one part of a response that goes on: logged like a refused request. */
export function errorBodyOf(error: unknown, request: FastifyRequest): ErrorBody {
  const failure = toAppError(error);
  logFailure(failure, request, ERRORS[failure.code].status);
  return toErrorBody(failure, request.id);
}

/** The one place where a failure becomes an answer. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toAppError(error);
  const { status } = ERRORS[failure.code];
  logFailure(failure, request, status);
  if (status === 429 || status === 503) reply.header('retry-after', String(failure.values.retryAfterSeconds ?? 1));
  if (failure.code === 'auth.keyInvalid' || failure.code === 'auth.keyRequired') reply.header('www-authenticate', 'Bearer');
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
  const record = { code: failure.code, detail: failure.detail, err: failure.cause };
  if (status >= 500) request.log.error(record, 'request failed');
  else request.log.info(record, 'request refused');
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
  [/^53100$/, 'storage.full'],
  [/^(08|53|57P0)/, 'service.unavailable'],
];

interface Failure {
  code: string;
  message: string;
  /** Of a failed call to the operating system. */
  syscall: string;
  /** Only failures of PostgreSQL have one. */
  severity: unknown;
  statusCode: unknown;
}

const NETWORK_CALLS = ['connect', 'read', 'write', 'getaddrinfo'];
const OUT_OF_REACH = /^(Connection terminated|Cannot use a pool after|timeout exceeded when trying to connect|The embedded database)/;

/** The first that knows a failure names it. */
const CLASSIFIERS: readonly ((failure: Failure) => ErrorCode | undefined)[] = [
  ({ code }) => FRAMEWORK_CODES[code],
  // The unpacking of bodies copies the error we give it onto that of zlib.
  ({ code }) => (isErrorCode(code) ? code : undefined),
  ({ code, severity }) => (severity === undefined ? undefined : SQL_STATES.find(([pattern]) => pattern.test(code))?.[1]),
  ({ message }) => (OUT_OF_REACH.test(message) ? 'service.unavailable' : undefined),
  // A body that says gzip and is not, or that ends in the middle.
  ({ code, message }) => (/^Z_|^ERR_STREAM_PREMATURE_CLOSE$/.test(code) || message === 'aborted' ? 'request.malformed' : undefined),
  // What we call ourselves is away: a database, an identity provider, a mail server.
  ({ syscall, code }) => (NETWORK_CALLS.includes(syscall) && /^E[A-Z_]+$/.test(code) ? 'service.unavailable' : undefined),
  ({ statusCode }) => (statusCode === 413 ? 'request.tooLarge' : undefined),
  ({ statusCode }) => (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? 'request.malformed' : undefined),
];

function classify(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall, severity, statusCode }: Partial<Record<keyof Failure, unknown>> = { ...error };
  const failure = { code: String(code ?? ''), message: error.message, syscall: String(syscall ?? ''), severity, statusCode };
  for (const know of CLASSIFIERS) {
    const found = know(failure);
    if (found) return found;
  }
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
