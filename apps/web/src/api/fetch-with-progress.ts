/** `fetch` for a form with files: `fetch` itself does not tell how much was sent. Fails and aborts as it does. */
export function fetchWithProgress(address: string, init: RequestInit & { headers: Headers }, onProgress: (share: number) => void) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'POST', address);
    request.responseType = 'blob';
    for (const [name, value] of init.headers) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.onload = () => resolve(toResponse(request));
    request.onerror = () => reject(new TypeError('The request failed'));
    request.onabort = () => reject(init.signal?.reason ?? new DOMException('The request was aborted', 'AbortError'));
    init.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  const hasBody = request.status !== 204 && request.status !== 205 && request.status !== 304;
  return new Response(hasBody ? (request.response as Blob) : null, { status: request.status, headers });
}
