import { ClickHouseError } from '@clickhouse/client';
import { UnreadableFile } from '../unreadable-file.ts';

/** The statement is ours and the file is theirs: what the engine cannot read is not of its format. */
export function rethrowUnreadable(error: unknown): never {
  if (!(error instanceof ClickHouseError)) throw error;
  throw new UnreadableFile(error.message.split(/: While |\. \(|\n/, 1)[0], { cause: error });
}

/** What fails before the work begins is the reading of the file. */
export async function useReadable<T, R>(
  open: (work: (readable: R) => Promise<T>) => Promise<T>,
  work: (readable: R) => Promise<T>,
): Promise<T> {
  let isRead = false;
  return open((readable) => {
    isRead = true;
    return work(readable);
  }).catch((error: unknown) => {
    if (isRead) throw error;
    return rethrowUnreadable(error);
  });
}
