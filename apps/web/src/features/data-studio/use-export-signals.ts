import { type EXPORT_FORMATS, type SignalValuesRequest, signalEndpoints } from '@solvane/contract/signals';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export interface ExportOrder {
  request: SignalValuesRequest;
  format: (typeof EXPORT_FORMATS)[number];
  layout: 'long' | 'wide';
}

/** Starts the job; its end is told by a notice with the file. */
export function useExportSignals() {
  return useMutation({
    mutationFn: (order: ExportOrder) => call(signalEndpoints.export, { body: order }),
    meta: { failedMessage: 'DataStudio_Export_Failed', doneMessage: 'DataStudio_Export_Started' },
  });
}
