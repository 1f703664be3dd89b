import type { EndpointDefinition } from '@solvane/contract/endpoint';
import { type FileId, fileIdSchema } from '@solvane/contract/ids';
import { z } from 'zod';
import { type CallOptions, callForResponse } from './call.ts';

/** What a form's endpoint answered, told apart by its content type (spec §7). */
export type FormResponse =
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string }
  | { kind: 'file'; file: Blob; fileName: string }
  | { kind: 'nothing' };

/** Posts the values of a form to where its definition says. @throws AppError, NetworkError or AbortError as every call does */
export async function postForm(path: string, body: unknown, signal?: AbortSignal): Promise<FormResponse> {
  const endpoint: EndpointDefinition = { method: 'POST', path, access: 'signedIn', summary: 'Values of a form' };
  return toFormResponse(await callForResponse(endpoint, { body, signal }));
}

export async function toFormResponse(response: Response): Promise<FormResponse> {
  if (response.status === 204) return { kind: 'nothing' };
  const disposition = response.headers.get('content-disposition') ?? '';
  const type = response.headers.get('content-type') ?? '';
  const isFile = disposition.startsWith('attachment');
  if (!isFile && type.includes('json')) return { kind: 'json', value: await response.json() };
  if (!isFile && type.startsWith('text/')) return { kind: 'text', text: await response.text() };
  return { kind: 'file', file: await response.blob(), fileName: fileNameOf(disposition) };
}

/** Stores a file; forms then carry its id. @throws AppError `upload.failed` for what is not the kind of file the endpoint takes */
export async function uploadFile(
  endpoint: EndpointDefinition,
  file: File,
  options: Pick<CallOptions, 'signal' | 'onProgress'>,
): Promise<FileId> {
  const body = new FormData();
  body.set('fileName', file.name);
  body.set('file', file);
  const response = await callForResponse(endpoint, { ...options, body });
  return storedFileSchema.parse(await response.json()).fileId;
}

const storedFileSchema = z.object({ fileId: fileIdSchema });

/** The encoded name wins over the plain one, as RFC 6266 says. */
function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeOr(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? '';
}

function decodeOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
