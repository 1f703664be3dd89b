import { encodeSignalColumns, type SignalColumns } from '@solvane/contract/signal-columns';
import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns-type';
import { BinaryResponse } from '../../../http/binary-response.ts';
import { releaseBuffer } from '../../../signals/release-buffer.ts';

/** Series as columns of doubles. */
export function columnsResponse(columns: SignalColumns): BinaryResponse {
  const bytes = encodeSignalColumns(columns);
  return new BinaryResponse({ contentType: SIGNAL_COLUMNS_TYPE, bytes, release: () => releaseBuffer(bytes) });
}
