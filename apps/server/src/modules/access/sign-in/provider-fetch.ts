import { AppError } from '@solvane/contract/errors';
import type { CustomFetchOptions } from 'openid-client';

/** Metadata, keys and tokens have some kilobytes. */
const MAX_BYTES = 1024 * 1024;

/** Calls an identity provider, and reads no more of an answer than one can have. */
export async function providerFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, { ...options, body: options.body ?? null });
  const { status, statusText, headers } = response;
  if (response.body === null) return response;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES)
      throw new AppError('auth.providerUnavailable', { detail: { reason: `an answer of more than ${MAX_BYTES} bytes`, url } });
    chunks.push(chunk);
  }
  const readable = new Headers(headers);
  // The body is unpacked by now.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) readable.delete(name);
  return new Response(bytes === 0 ? null : new Blob(chunks), { status, statusText, headers: readable });
}
