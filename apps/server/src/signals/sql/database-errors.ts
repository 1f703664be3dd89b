import { ClickHouseError } from '@clickhouse/client';
import { AppError, type ErrorCode } from '@solvane/contract/errors';

/** What the engine's error numbers mean to a user; the others are defects of ours. */
const CODES: Record<string, ErrorCode> = {
  '159': 'request.timeout', // TIMEOUT_EXCEEDED
  '160': 'request.timeout', // TOO_SLOW
  '202': 'signals.unavailable', // TOO_MANY_SIMULTANEOUS_QUERIES
  '209': 'signals.unavailable', // SOCKET_TIMEOUT
  '210': 'signals.unavailable', // NETWORK_ERROR
  '236': 'signals.unavailable', // ABORTED: the engine is shutting down
  '241': 'signals.unavailable', // MEMORY_LIMIT_EXCEEDED
  '242': 'signals.unavailable', // TABLE_IS_READ_ONLY: a replica lost its keeper
  '243': 'storage.full', // NOT_ENOUGH_SPACE
  '252': 'ingest.busy', // TOO_MANY_PARTS
  '279': 'signals.unavailable', // ALL_CONNECTION_TRIES_FAILED
  '319': 'signals.unavailable', // UNKNOWN_STATUS_OF_INSERT
  '999': 'signals.unavailable', // KEEPER_EXCEPTION
};

const DISK_FULL = /No space left on device|Disk quota exceeded/;
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** @throws AppError for failures that concern a user, the error itself otherwise */
export function rethrowAsAppError(error: unknown): never {
  const code = codeOf(error);
  if (code === undefined || error instanceof AppError) throw error;
  throw new AppError(code, { cause: error, detail: { engine: error instanceof Error ? error.message : String(error) } });
}

function codeOf(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  if (DISK_FULL.test(error.message)) return 'storage.full';
  if (error instanceof ClickHouseError) return CODES[error.code];
  if ('code' in error && typeof error.code === 'string') {
    if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return 'storage.full';
    if (UNREACHABLE.has(error.code)) return 'signals.unavailable';
  }
  return error.message === 'Timeout error.' || error.message === 'socket hang up' ? 'signals.unavailable' : undefined;
}
