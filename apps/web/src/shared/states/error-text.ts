import { AppError, ERRORS, type ErrorAction } from '@solvane/contract/errors';
import type { MessageKey } from '@solvane/i18n/messages';
import { NetworkError } from '../../api/network-error.ts';
import { isProgramFileMissing } from '../../api/program-files.ts';

export type ErrorLevel = 'part' | 'page' | 'app';

export interface ErrorText {
  title: MessageKey;
  message: MessageKey;
  values: Record<string, string | number>;
  canRetry: boolean;
  /** First part of the request's id: enough to find it in the log, short enough to read out. */
  reference: string;
}

/** What a failure is called and what can be done about it: everything from the error table (spec §8). */
export function toErrorText(error: unknown, level: ErrorLevel): ErrorText {
  if (error instanceof NetworkError || isProgramFileMissing(error)) {
    return { title: 'Common_Error_Network_Title', message: 'Common_Error_Network_Message', values: {}, canRetry: true, reference: '' };
  }
  if (!(error instanceof AppError)) {
    const title = level === 'app' ? 'Common_Error_Title' : 'Common_Error_Unknown_Title';
    return { title, message: 'Common_Error_Message', values: {}, canRetry: true, reference: '' };
  }
  const entry = ERRORS[error.code];
  return {
    title: entry.title,
    message: entry.message,
    values: error.values,
    canRetry: isRetryOffered(entry.action, level),
    reference: referenceOf(error),
  };
}

function isRetryOffered(action: ErrorAction, level: ErrorLevel): boolean {
  return action === 'retry' || (action === 'retryOnPage' && level === 'page');
}

function referenceOf({ detail }: AppError): string {
  const requestId = typeof detail.requestId === 'string' ? detail.requestId : '';
  return requestId.replaceAll('-', '').slice(0, 8).toUpperCase();
}
