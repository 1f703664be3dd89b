import type { LightMyRequestResponse } from 'fastify';
import type { TestApp, TestClient } from './test-app.ts';

/** Uploads a file as the browser's form does. */
export async function sendFile(
  { app }: Pick<TestApp, 'app'>,
  client: TestClient,
  { path, fileName, content }: { path: string; fileName: string; content: string | Buffer },
): Promise<LightMyRequestResponse> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), fileName);
  const request = new Request('http://x', { method: 'POST', body: form });
  return app.inject({
    method: 'POST',
    url: path,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { ...client.headers, 'content-type': request.headers.get('content-type') ?? '' },
  });
}
