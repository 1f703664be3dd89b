import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { FeatureName } from './features.ts';
import type { PermissionName } from './permissions.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: a permission name also narrows the scope to the sites of enterprises whose role grants it. `signedIn` needs any session,
 * `provider` the provider flag, `ingest` an ingestion key, `public` nothing at all.
 */
export type EndpointAccess = PermissionName | 'signedIn' | 'provider' | 'ingest' | 'public';

/**
 * What the server sends. `json` is checked by the response schema; `frames` are lines of JSON, each of which agrees with it; the others are described by
 * their content type only.
 */
export type ResponseKind = 'json' | 'arrow' | 'file' | 'frames' | 'html' | 'text' | 'events' | 'empty';

/**
 * What a narrowed credential gets: an API token for some sites, and every view key. `sites`: each row is judged by the sites of the credential.
 * `common`: the response holds nothing of a site, an enterprise or a user. `unowned`: the response is that of a user who owns nothing.
 */
export type NarrowedResponse = 'sites' | 'common' | 'unowned';

export interface EndpointDefinition<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  method: HttpMethod;
  /** Exact path, parameters as `:name`. */
  path: string;
  access: EndpointAccess;
  /** One sentence for the API documentation. */
  summary: string;
  feature?: FeatureName;
  params?: Params;
  query?: Query;
  body?: Body;
  response?: Response;
  responseKind?: ResponseKind;
  /** Content types of a body that is not JSON; the handler reads the stream itself. */
  rawBody?: readonly string[];
  /** Largest JSON body; without it `LIMITS.jsonBodyBytes`. */
  bodyBytes?: number;
  /** Answers while the server starts too, and asks for no session: health, metrics, version. */
  needsNothing?: boolean;
  /** Part of a page's own form, which carries a hidden token instead of the CSRF header. */
  ownFormToken?: boolean;
  /** Changes nothing but the caller's own session: allowed to those who may only read. */
  ownSessionOnly?: boolean;
  /** Without it a narrowed credential is refused. Public endpoints and those for ingestion keys have none. */
  narrowed?: NarrowedResponse;
  /** Refused for every token and view key: it makes what could outlive them. */
  signInOnly?: boolean;
  /** Errors of its own, beside those every endpoint can give. */
  errors?: readonly ErrorCode[];
  /** Changes nothing although it is not a GET: a query too long for an address. */
  readOnly?: boolean;
}

/** Identity with types: one declaration per endpoint, bound on the server and called typed from the web. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodUndefined,
>(definition: EndpointDefinition<Params, Query, Body, Response>): EndpointDefinition<Params, Query, Body, Response> {
  return definition;
}

export type ParamsOf<E> = E extends EndpointDefinition<infer P, infer _Q, infer _B, infer _R> ? z.output<P> : never;
export type QueryOf<E> = E extends EndpointDefinition<infer _P, infer Q, infer _B, infer _R> ? z.output<Q> : never;
export type BodyOf<E> = E extends EndpointDefinition<infer _P, infer _Q, infer B, infer _R> ? z.output<B> : never;
export type ResponseOf<E> = E extends EndpointDefinition<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;

/** What a caller has to hand in: input types, and only the parts that the endpoint declares. */
export type RequestOf<E> =
  E extends EndpointDefinition<infer P, infer Q, infer B, infer _R>
    ? (P extends z.ZodUndefined ? { params?: undefined } : { params: z.input<P> }) &
        (Q extends z.ZodUndefined ? { query?: undefined } : { query: z.input<Q> }) &
        (B extends z.ZodUndefined ? { body?: undefined } : { body: z.input<B> })
    : never;
