import type { BodyOf } from '@solvane/contract/endpoint';
import type { UploadKind } from '@solvane/contract/uploads/upload-kinds';
import { type Upload, type UploadId, uploadEndpoints } from '@solvane/contract/uploads/uploads';
import type { Locale } from '@solvane/i18n/locales';
import { keepPreviousData, queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallOptions, call, callForResponse } from '../../api/call.ts';

const uploadKeys = { all: ['uploads'] } as const;
const POLL_MS = 1_000;

/** While the server works on it, it is asked for each second. */
export function uploadQuery(id: UploadId | undefined) {
  return queryOptions({
    queryKey: [...uploadKeys.all, 'get', id],
    queryFn: id ? ({ signal }) => call(uploadEndpoints.get, { body: { id }, signal }) : skipToken,
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? POLL_MS : false),
  });
}

export function isAtWork({ state }: Pick<Upload, 'state'>): boolean {
  return state === 'validating' || state === 'importing';
}

export function uploadHistoryQuery() {
  return queryOptions({
    queryKey: [...uploadKeys.all, 'search'],
    queryFn: ({ signal }) => call(uploadEndpoints.search, { body: {}, signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isAtWork) ? POLL_MS : false),
  });
}

export function uploadFindingsQuery(id: UploadId) {
  return queryOptions({
    queryKey: [...uploadKeys.all, 'findings', id],
    queryFn: async ({ signal }) => (await call(uploadEndpoints.findings, { body: { id }, signal })).items,
  });
}

export function uploadRowsQuery(body: BodyOf<typeof uploadEndpoints.rows>) {
  return queryOptions({
    queryKey: [...uploadKeys.all, 'rows', body],
    queryFn: ({ signal }) => call(uploadEndpoints.rows, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

export async function sendUpload(kind: UploadKind, file: File, options: Pick<CallOptions, 'signal' | 'onProgress'>): Promise<Upload> {
  const body = new FormData();
  body.set('fileName', file.name);
  body.set('file', file);
  const response = await callForResponse(uploadEndpoints.create, { query: { kind }, body, ...options });
  // The server checks every response against the contract before it sends it.
  return (await response.json()) as Upload;
}

export async function fetchTemplate(body: BodyOf<typeof uploadEndpoints.template>): Promise<Blob> {
  return (await callForResponse(uploadEndpoints.template, { body })).blob();
}

export async function fetchFindings(id: UploadId, locale: Locale): Promise<Blob> {
  return (await callForResponse(uploadEndpoints.findingsFile, { body: { id, locale } })).blob();
}

type Action = 'confirm' | 'cancel' | 'revert';

/** Confirm, cancel or revert: the upload and the history show its new state. */
export function useUploadAction(action: Action) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: UploadId) => call(uploadEndpoints[action], { body: { id } }),
    onSuccess: (upload) => client.setQueryData(uploadQuery(upload.id).queryKey, upload),
    onSettled: () => client.invalidateQueries({ queryKey: uploadKeys.all }),
    meta: { isShownInPlace: true },
  });
}
