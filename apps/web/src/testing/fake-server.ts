import type { EndpointDefinition } from '@solvane/contract/endpoint';
import { ENDPOINTS, listEndpoints } from '@solvane/contract/endpoints';
import { AppError, ERRORS, type ErrorBody, type ErrorCode } from '@solvane/contract/errors';
import { CSRF_HEADER, SESSION_EXPIRES_HEADER } from '@solvane/contract/session';
import { encodeSignalColumns, type SignalColumns } from '@solvane/contract/signal-columns';
import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns-type';
import { type SignalValuesResponse, signalValuesResponseSchema } from '@solvane/contract/signals';
import { WIDGET_FRAMES_TYPE, type WidgetQueryKind, widgetEndpoints } from '@solvane/contract/widgets/widget-data';
import { WIDGET_QUERY_ENDPOINTS } from '@solvane/contract/widgets/widget-queries';
import type { z } from 'zod';
import { addressOf } from '../api/call.ts';

export interface FakeRequest<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  headers: Headers;
}

type AnyHandler = (request: FakeRequest<unknown, unknown, unknown>) => unknown;

export interface SeenCall {
  name: string;
  path: string;
  body: unknown;
  headers: Headers;
}

export interface FakeServer {
  /** Answers an endpoint; what the handler throws as AppError becomes the answer the real server would give. */
  on: <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    endpoint: EndpointDefinition<P, Q, B, R>,
    handler: (request: FakeRequest<z.output<P>, z.output<Q>, z.output<B>>) => z.input<R> | Promise<z.input<R>>,
  ) => void;
  /** Answers like the server: contract checked in both directions. */
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  /** Every call that arrived, oldest first. */
  calls: SeenCall[];
  callsOf: (endpoint: EndpointDefinition) => SeenCall[];
  session: { token: string; expiresAtMs: number; isSignedIn: boolean };
  /** While true there is no response, as without a network. */
  isAway: boolean;
}

/** A server of the contract in memory: what a handler gives must be what the contract says, or the test fails. */
export function createFakeServer({ nowMs }: { nowMs: number }): FakeServer {
  const handlers = new Map<unknown, AnyHandler>();
  const known = listEndpoints();
  const server: FakeServer = {
    calls: [],
    session: { token: 'token-1', expiresAtMs: Math.max(nowMs, Date.now()) + 3_600_000, isSignedIn: true },
    isAway: false,
    on: (endpoint, handler) => {
      handlers.set(endpoint, handler as unknown as AnyHandler);
    },
    callsOf: (endpoint) => server.calls.filter(({ name }) => name === nameOf(endpoint)),
    fetch: async (input, init) => {
      const request = new Request(new URL(input instanceof Request ? input.url : input, 'http://solvane.test'), init);
      await Promise.resolve();
      if (request.signal.aborted) throw request.signal.reason;
      if (server.isAway) throw new TypeError('Failed to fetch');
      return answer(request);
    },
  };
  server.on(ENDPOINTS.session.antiforgery, () => ({ token: server.session.token }));
  return server;

  async function answer(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname;
    const found = known.find(({ endpoint }) => endpoint.method === request.method && matchPath(endpoint.path, path));
    if (!found) return toResponse('resource.notFound');
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    server.calls.push({ name: found.name, path, body, headers: request.headers });
    try {
      if (found.endpoint.access !== 'public' && !server.session.isSignedIn) throw new AppError('auth.required');
      if (request.method !== 'GET' && request.headers.get(CSRF_HEADER) !== server.session.token) throw new AppError('csrf.invalid');
      return await run(found.endpoint, { path, request, body });
    } catch (error) {
      if (error instanceof AppError) return toResponse(error.code, error);
      throw error;
    }
  }

  async function run(
    endpoint: EndpointDefinition,
    { path, request, body }: { path: string; request: Request; body: unknown },
  ): Promise<Response> {
    if (endpoint === widgetEndpoints.data) return framesOf(widgetEndpoints.data.body?.parse(body).queries ?? [], request);
    const handler = handlers.get(endpoint);
    if (!handler) throw new Error(`The fake server has no answer for ${endpoint.method} ${endpoint.path}`);
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const value: unknown = await handler({
      params: endpoint.params?.parse(matchPath(endpoint.path, path) ?? {}),
      query: endpoint.query?.parse(query),
      body: endpoint.body?.parse(body),
      headers: request.headers,
    });
    const headers = { [SESSION_EXPIRES_HEADER]: new Date(server.session.expiresAtMs).toISOString() };
    if (endpoint.responseKind === 'empty') return new Response(null, { status: 204, headers });
    const parsed = endpoint.response?.parse(value);
    if (request.headers.get('accept') !== SIGNAL_COLUMNS_TYPE) return Response.json(parsed, { headers });
    const columns = encodeSignalColumns(toSignalColumns(signalValuesResponseSchema.parse(value)));
    return new Response(columns, { headers: { ...headers, 'content-type': SIGNAL_COLUMNS_TYPE } });
  }

  /** Each query as a call of its own endpoint, in a frame of its own. */
  async function framesOf(queries: readonly { id: string; kind: WidgetQueryKind; body: unknown }[], request: Request): Promise<Response> {
    const accept = request.headers.get('accept')?.includes(SIGNAL_COLUMNS_TYPE) ? SIGNAL_COLUMNS_TYPE : 'application/json';
    const frames = queries.map(async ({ id, kind, body }) => {
      const endpoint: EndpointDefinition = WIDGET_QUERY_ENDPOINTS[kind];
      const isGet = endpoint.method === 'GET';
      const address = new URL(isGet ? addressOf(endpoint, { query: body }) : endpoint.path, request.url);
      const headers = { [CSRF_HEADER]: request.headers.get(CSRF_HEADER) ?? '', accept: kind === 'series' ? accept : 'application/json' };
      const init = { method: endpoint.method, headers, ...(isGet ? {} : { body: JSON.stringify(body) }) };
      // What a test gives no response for fails alone, like everything else in a frame.
      const response = await answer(new Request(address, init)).catch(() => toResponse('internal'));
      if (response.headers.get('content-type') === SIGNAL_COLUMNS_TYPE)
        return `${JSON.stringify({ id, columns: new Uint8Array(await response.arrayBuffer()).toBase64() })}\n`;
      const outcome: unknown = await response.json();
      return `${JSON.stringify(response.ok ? { id, result: outcome } : { id, error: outcome })}\n`;
    });
    return new Response((await Promise.all(frames)).join(''), { headers: { 'content-type': WIDGET_FRAMES_TYPE } });
  }
}

function toSignalColumns({ series, ...answer }: SignalValuesResponse): SignalColumns {
  const toColumn = (values: readonly (number | null)[]): Float64Array => Float64Array.from(values, (value) => value ?? Number.NaN);
  return {
    ...answer,
    series: series.map(({ timesMs, values, min, max, completeness, ...own }) => ({
      ...own,
      timesMs: Float64Array.from(timesMs),
      values: toColumn(values),
      ...(min ? { min: toColumn(min) } : {}),
      ...(max ? { max: toColumn(max) } : {}),
      ...(completeness ? { completeness: Float64Array.from(completeness) } : {}),
    })),
  };
}

function nameOf(endpoint: EndpointDefinition): string {
  return listEndpoints().find((known) => known.endpoint === endpoint)?.name ?? '';
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given[index] ?? '');
    else if (part !== given[index]) return undefined;
  }
  return params;
}

function toResponse(code: ErrorCode, error?: AppError): Response {
  const { status, title, message } = ERRORS[code];
  const body: ErrorBody = {
    code,
    title,
    message,
    titleText: code,
    messageText: code,
    values: error?.values ?? {},
    issues: [...(error?.issues ?? [])],
    requestId: '7f2c91aa-0000',
  };
  return Response.json(body, { status });
}
