import type { EndpointDefinition, RequestOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError, errorBodySchema } from '@solvane/contract/errors';
import { BACKGROUND_HEADER, CSRF_HEADER, SESSION_EXPIRES_HEADER, sessionEndpoints } from '@solvane/contract/session';
import { csrfToken, forgetCsrfToken } from './csrf-token.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { NetworkError } from './network-error.ts';
import { noteServerTime } from './server-clock.ts';
import { reportUnauthorized, setSessionExpiry } from './session-state.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Polls, refresh timers and the like: such a call never extends the session. */
  background?: boolean;
  /** Asks for another form of the answer, for example Arrow. */
  accept?: string;
  /** Of a body with files: which share of it was sent, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

type AnyRequest = CallOptions & { params?: unknown; query?: unknown; body?: unknown };

/** The request may be left out where the endpoint asks for nothing. */
type RequestArguments<E> =
  Partial<RequestOf<E>> extends RequestOf<E> ? [request?: RequestOf<E> & CallOptions] : [request: RequestOf<E> & CallOptions];

/**
 * Calls an endpoint of the contract: typed in and out, with the session's cookie and token.
 *
 * @throws AppError with the code the server answered, NetworkError without a response, AbortError when the signal aborts
 */
export async function call<E extends EndpointDefinition>(endpoint: E, ...[request]: RequestArguments<E>): Promise<ResponseOf<E>> {
  const response = await callForResponse(endpoint, request);
  // The server checks every answer against the contract before it sends it.
  return (await readBody(response)) as ResponseOf<E>;
}

/** As `call`, for answers that are files or streams. */
export async function callForResponse(endpoint: EndpointDefinition, request: AnyRequest = {}): Promise<Response> {
  const response = await send(endpoint, request);
  if (response.ok) return response;
  const error = await toAppError(response);
  if (error.code !== 'csrf.invalid') throw error;
  forgetCsrfToken();
  const repeated = await send(endpoint, request);
  if (repeated.ok) return repeated;
  throw await toAppError(repeated);
}

/** The address of an endpoint, also for links and downloads. */
export function addressOf(endpoint: EndpointDefinition, request: { params?: unknown; query?: unknown } = {}): string {
  const params = new Map(Object.entries(request.params ?? {}));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name) ?? '')));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

async function send(endpoint: EndpointDefinition, request: AnyRequest): Promise<Response> {
  const headers = new Headers({ accept: request.accept ?? 'application/json' });
  if (request.background) headers.set(BACKGROUND_HEADER, '1');
  if (endpoint.method !== 'GET') headers.set(CSRF_HEADER, await currentCsrfToken());
  const body = request.body;
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
  const init = {
    method: endpoint.method,
    headers,
    credentials: 'same-origin' as const,
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    signal: request.signal ?? null,
  };
  const address = addressOf(endpoint, request);
  const response = await (request.onProgress ? fetchWithProgress(address, init, request.onProgress) : fetch(address, init)).catch(
    (cause: unknown) => {
      throw request.signal?.aborted ? cause : new NetworkError(cause);
    },
  );
  noteServerTime(response.headers);
  const expiresAt = response.headers.get(SESSION_EXPIRES_HEADER);
  if (expiresAt !== null) setSessionExpiry(Date.parse(expiresAt));
  if (response.status === 401) reportUnauthorized();
  return response;
}

/** A mutating call without a token is a mistake of this program, and is told apart from the server's refusal (spec §7). */
async function currentCsrfToken(): Promise<string> {
  const token = await csrfToken(async () => (await call(sessionEndpoints.antiforgery, { background: true })).token);
  if (!token) throw new Error('A call that changes something needs the anti-forgery token');
  return token;
}

/** Requests the anti-forgery token ahead of the first call that sends it; reads with a body are POSTs and send it too. */
export function prefetchCsrfToken(): void {
  // A failed request is not cached: the first call that needs the token repeats it and reports the error.
  currentCsrfToken().catch(() => undefined);
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) return response.json();
  return type.startsWith('text/') ? response.text() : response.blob();
}

async function toAppError(response: Response): Promise<AppError> {
  const parsed = errorBodySchema.safeParse(await response.json().catch(() => undefined));
  const detail = { status: response.status, requestId: parsed.data?.requestId ?? response.headers.get('x-request-id') ?? '' };
  if (parsed.success) return new AppError(parsed.data.code, { values: parsed.data.values, issues: parsed.data.issues, detail });
  return new AppError(codeOfStatus(response.status), { detail });
}

/** For answers that are not the product's own, as from a proxy in between. */
function codeOfStatus(status: number): ConstructorParameters<typeof AppError>[0] {
  if (status === 401) return 'auth.required';
  if (status === 403) return 'access.forbidden';
  if (status === 404) return 'resource.notFound';
  if (status === 413) return 'request.tooLarge';
  if (status === 429) return 'request.tooMany';
  if (status === 502 || status === 503 || status === 504) return 'service.unavailable';
  return status >= 400 && status < 500 ? 'request.invalid' : 'internal';
}
