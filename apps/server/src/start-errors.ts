import { AppError } from '@solvane/contract/errors';
import { type Config, ConfigError } from './config.ts';
import { StartError } from './db/start-error.ts';

/** What a start or a command prints when it ends early: one line where the operator can mend it, everything where it is a defect. */
export function describeStartError(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return String(error);
  return describeListenError(error) ?? error.stack ?? error.message;
}

function describeListenError(error: Error & { syscall?: unknown; code?: unknown; address?: unknown; hostname?: unknown; port?: unknown }) {
  const isListen = error.syscall === 'listen' || error.syscall === 'getaddrinfo';
  if (!isListen || typeof error.code !== 'string') return undefined;
  const { code, address = error.hostname, port } = error;
  if (code === 'EADDRINUSE') return `Something else listens on the port already (${error.message}). Set PORT to a free one.`;
  if (code === 'EACCES') return `PORT=${port} needs more rights than this user has. Set PORT to one above 1023.`;
  return `HOST=${address} is not an address of this machine (${code}). Set HOST to 127.0.0.1, 0.0.0.0 or one of its addresses.`;
}

/** @returns the error as one that names the server and the setting, where a database server is what fails */
export function toDatabaseError(error: unknown, { databaseUrl }: Pick<Config, 'databaseUrl'>): unknown {
  const code = codeOf(error);
  if (databaseUrl === undefined || code === undefined) return error;
  const reason = /^E[A-Z_]+$/.test(code)
    ? `does not answer (${code})`
    : `refuses the connection: ${error instanceof Error ? error.message : code}`;
  return new StartError(`The database at ${new URL(databaseUrl).host} ${reason}. Check DATABASE_URL.`, { cause: error });
}

/** The same for the ClickHouse server. */
export function toSignalsError(error: unknown, { clickhouseUrl }: Pick<Config, 'clickhouseUrl'>): unknown {
  if (clickhouseUrl === undefined || !(error instanceof AppError) || error.code !== 'signals.unavailable') return error;
  return new StartError(`The ClickHouse server at ${new URL(clickhouseUrl).host} does not answer. Check CLICKHOUSE_URL.`, { cause: error });
}

/** One for each address that was tried, where a name has several. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
