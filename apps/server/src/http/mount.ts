import type { Readable } from 'node:stream';
import fastifyMultipart from '@fastify/multipart';
import type { BodyOf, EndpointDefinition, ParamsOf, QueryOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import { isPermissionName } from '@solvane/contract/permissions';
import { BACKGROUND_HEADER, SESSION_EXPIRES_HEADER } from '@solvane/contract/session';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { BinaryResponse } from './binary-response.ts';
import type { Caller, KeyCaller, Principal, UserPrincipal } from './caller.ts';
import { assertCsrfToken } from './csrf.ts';
import { TELL_MISSING } from './issues.ts';
import { checkedResponse } from './response.ts';
import { createCaller, isGranted, isNarrowed } from './scope.ts';

// biome-ignore lint/suspicious/noExplicitAny: every endpoint, whatever its schemas
export type AnyEndpoint = EndpointDefinition<any, any, any, any>;

interface Call<E, C> {
  caller: C;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The body as it arrives, unpacked, of an endpoint that declares `rawBody`. */
  stream(): Readable;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handled<E> = ResponseOf<E> | BinaryResponse | FastifyReply;
/** The response of the contract, a binary form of it, or the reply itself where the handler has sent something else (a file, Arrow, a page). */
export type Handler<E, C> = (call: Call<E, C>) => Promise<Handled<E>> | Handled<E>;

/** Binds an endpoint for signed-in users: session → permission → scope → CSRF → body → handler → response. */
export function mount<E extends AnyEndpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E, Caller>): void {
  if (endpoint.access === 'public' || endpoint.access === 'ingest')
    throw new RangeError(`${endpoint.path} is ${endpoint.access}: bind it with mountPublic or mountIngest`);
  bind(app, endpoint, async (call) => handler({ ...call, caller: await callerOf(app, endpoint, call.request.principal) }));
}

/** Binds an endpoint that anybody may call; `caller` is the user where one is signed in. */
export function mountPublic<E extends AnyEndpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E, Caller | undefined>): void {
  if (endpoint.access !== 'public') throw new RangeError(`${endpoint.path} is not public`);
  bind(app, endpoint, async (call) => {
    const { principal } = call.request;
    return handler({ ...call, caller: principal?.kind === 'user' ? await callerOf(app, endpoint, principal) : undefined });
  });
}

/** Binds an endpoint for machines with an ingestion key. */
export function mountIngest<E extends AnyEndpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E, KeyCaller>): void {
  if (endpoint.access !== 'ingest') throw new RangeError(`${endpoint.path} is not for ingestion keys`);
  bind(app, endpoint, (call) => {
    const { principal } = call.request;
    if (principal?.kind !== 'key') throw new AppError('access.forbidden');
    return handler({ ...call, caller: { keyId: principal.keyId, siteIds: principal.siteIds } });
  });
}

function bind<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Omit<Call<E, never>, 'caller'>) => Promise<unknown> | unknown,
): void {
  app.mountedEndpoints.push({
    method: endpoint.method,
    path: endpoint.path,
    runInside: async (request, reply, input) => {
      await assertInside(app, endpoint, request);
      const part = endpoint.method === 'GET' ? 'query' : 'body';
      const parse = <T>(name: 'query' | 'body') => parsePart<T>(endpoint[name], name === part ? input : undefined, name);
      const call = { query: parse<QueryOf<E>>('query'), body: parse<BodyOf<E>>('body'), request, reply };
      const result = await handler({
        ...call,
        params: parsePart<ParamsOf<E>>(endpoint.params, {}, 'params'),
        stream: () => streamOf(endpoint, request),
      });
      return result instanceof BinaryResponse ? result : checkedResponse(endpoint, result, { strict: app.platform.strictResponses });
    },
  });
  const addRoute = (instance: FastifyInstance): void => {
    instance.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyBytes ?? (endpoint.rawBody ? LIMITS.uploadBytes : LIMITS.jsonBodyBytes),
      onRequest: (request, reply) => admit(app, endpoint, request, reply),
      handler: async (request, reply) => {
        const result = await handler({
          params: parsePart<ParamsOf<E>>(endpoint.params, request.params, 'params'),
          query: parsePart<QueryOf<E>>(endpoint.query, request.query, 'query'),
          body: parsePart<BodyOf<E>>(endpoint.rawBody ? undefined : endpoint.body, request.body, 'body'),
          stream: () => streamOf(endpoint, request),
          request,
          reply,
        });
        // A handler that sends by itself gives the reply back. Awaited, that ends with the response, or when the reader has left.
        if (reply.sent || reply.raw.headersSent || request.raw.socket.destroyed) return;
        if (result instanceof BinaryResponse) return result.send(reply);
        if ((endpoint.responseKind ?? 'json') !== 'json') return result === undefined ? reply.code(204).send() : reply.send(result);
        return reply
          .type('application/json; charset=utf-8')
          .send(checkedResponse(endpoint, result, { strict: app.platform.strictResponses }));
      },
    });
  };
  const { rawBody } = endpoint;
  if (!rawBody) addRoute(app);
  else
    app.register(async (instance) => {
      await acceptRawBodies(instance, rawBody);
      addRoute(instance);
    });
}

/** Everything that can be judged before the body is read. */
async function admit(app: FastifyInstance, endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { platform } = app;
  if (!platform.isReady()) {
    if (endpoint.needsNothing) return;
    throw new AppError('service.unavailable');
  }
  const isBackground = endpoint.responseKind === 'events' || request.headers[BACKGROUND_HEADER.toLowerCase()] === '1';
  const principal = endpoint.needsNothing ? undefined : await recognise(app, request, { reply, background: isBackground });
  if (principal?.kind === 'user' && !isBackground) platform.notePresence();
  const { isAllowed, retryAfterSeconds } = await platform.limitRate(request);
  if (!isAllowed) throw new AppError('request.tooMany', { values: { retryAfterSeconds } });
  if (endpoint.access !== 'public') {
    if (!principal) throw unrecognized(request, endpoint);
    assertAccess(endpoint, principal);
  }
  if (endpoint.feature && !(await platform.isFeatureOn(endpoint.feature))) throw new AppError('resource.notFound');
  if (principal?.kind === 'user' && !endpoint.ownFormToken) assertCsrfToken(request, principal);
}

/** The caller was admitted to the request; here it is judged by the endpoint that runs inside of it. */
async function assertInside(app: FastifyInstance, endpoint: AnyEndpoint, request: FastifyRequest): Promise<void> {
  const { principal } = request;
  if (!principal) throw new AppError('auth.required');
  assertAccess(endpoint, principal);
  if (endpoint.feature && !(await app.platform.isFeatureOn(endpoint.feature))) throw new AppError('resource.notFound');
}

/** Finds out who calls, and tells the browser how long its session still holds. */
export async function recognise(
  app: FastifyInstance,
  request: FastifyRequest,
  { reply, background }: { reply: FastifyReply; background: boolean },
): Promise<Principal | undefined> {
  const principal = await app.platform.authenticate(request, { background, reply });
  request.principal = principal;
  if (principal?.kind === 'user' && principal.session)
    reply.header(SESSION_EXPIRES_HEADER, new Date(principal.session.expiresAtMs).toISOString());
  return principal;
}

/** The refusal of a caller without valid credentials: a machine reads that its key is wrong, a person that the session has ended. */
export function unrecognized({ headers }: FastifyRequest, endpoint?: Pick<AnyEndpoint, 'access'>): AppError {
  if (headers.authorization !== undefined) return new AppError('auth.keyInvalid');
  return new AppError(endpoint?.access === 'ingest' ? 'auth.keyRequired' : 'auth.required');
}

function assertAccess(endpoint: AnyEndpoint, principal: Principal): void {
  const { access } = endpoint;
  if (access === 'ingest' || principal.kind === 'key') {
    if (access === 'ingest' && principal.kind === 'key') return;
    throw new AppError('access.forbidden');
  }
  if (access === 'provider' && !principal.isProvider) throw new AppError('access.forbidden');
  if (isPermissionName(access) && !isGranted(principal, access)) throw new AppError('access.forbidden');
  assertCredential(endpoint, principal);
}

/** What the role of the user permits may still be refused to the credential. */
function assertCredential({ method, readOnly, ownSessionOnly, narrowed, signInOnly }: AnyEndpoint, principal: UserPrincipal): void {
  if (isNarrowed(principal) && narrowed === undefined) throw new AppError('access.forbidden');
  if (signInOnly && principal.token) throw new AppError('access.forbidden');
  const mayOnlyRead = principal.token?.readOnly || principal.viewAs !== undefined;
  if (mayOnlyRead && method !== 'GET' && !readOnly && !ownSessionOnly) throw new AppError('access.forbidden');
}

/** Who a long-lived connection belongs to by now: sessions end and rights change while it is open. undefined: no user any more. */
export async function identify(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
  const principal = await app.platform.authenticate(request, { background: true, reply });
  if (principal?.kind !== 'user') return undefined;
  return createCaller(principal, await app.platform.findSiteDirectory(principal.fleetVersion), undefined);
}

async function callerOf(app: FastifyInstance, { access }: AnyEndpoint, principal: Principal | undefined): Promise<Caller> {
  if (principal?.kind !== 'user') throw new AppError('auth.required');
  const directory = await app.platform.findSiteDirectory(principal.fleetVersion);
  return createCaller(principal, directory, isPermissionName(access) ? access : undefined);
}

/** @throws ZodError whose paths begin with the part: `body`, `query` or `params` stay out of them, one part is wrong at a time */
function parsePart<T>(schema: z.ZodType | undefined, value: unknown, part: string): T {
  if (!schema) return undefined as T;
  // A body that was not sent reads as undefined; the schema says whether that is wrong.
  const parsed = schema.safeParse(part === 'body' && value === null ? undefined : value, TELL_MISSING);
  if (!parsed.success) throw parsed.error;
  return parsed.data as T;
}

function streamOf(endpoint: AnyEndpoint, request: FastifyRequest): Readable {
  if (!endpoint.rawBody) throw new RangeError(`${endpoint.path} declares no rawBody`);
  // Without a body there is no content type to parse by: the request itself is the (empty) stream.
  return (request.body ?? request.raw) as Readable;
}

async function acceptRawBodies(instance: FastifyInstance, types: readonly string[]): Promise<void> {
  instance.removeAllContentTypeParsers();
  if (types.includes('multipart/form-data')) {
    await instance.register(fastifyMultipart, {
      limits: { files: 1, fields: 10, parts: 11, fileSize: LIMITS.uploadBytes, fieldSize: 10_000 },
    });
  }
  const streamed = types.filter((type) => type !== 'multipart/form-data');
  if (streamed.length > 0) instance.addContentTypeParser(streamed, (_request, payload, done) => done(null, payload));
}
