import type { EndpointDefinition, RequestOf, ResponseOf } from '@solvane/contract/endpoint';
import { BACKGROUND_HEADER, CSRF_HEADER } from '@solvane/contract/session';

export interface HttpUser {
  /** Calls an endpoint as this user and gives the answer's JSON. @throws Error with status and body from 400 up */
  call<E extends EndpointDefinition>(endpoint: E, request: RequestOf<E>): Promise<ResponseOf<E>>;
  /** The same as a screen asks by itself, without anybody who wants to know. */
  poll<E extends EndpointDefinition>(endpoint: E, request: RequestOf<E>): Promise<ResponseOf<E>>;
  /** The same without reading the answer as JSON. */
  send(endpoint: EndpointDefinition, request: LooseRequest, headers?: Record<string, string>): Promise<Response>;
  cookie: string;
  /** Header with the token that changing requests carry. */
  csrf: Record<string, string>;
}

interface LooseRequest {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** Signs in through the login page, as a browser without JavaScript would. */
export async function signIn(baseUrl: string, { email, password }: { email: string; password: string }): Promise<HttpUser> {
  const page = await fetch(`${baseUrl}/account/login`);
  const fields = hiddenFields(await page.text());
  const answer = await fetch(`${baseUrl}/account/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(page), 'content-type': 'application/x-www-form-urlencoded', origin: baseUrl },
    body: new URLSearchParams({ ...fields, email, password }),
  });
  if (answer.status !== 303) throw new Error(`Sign-in of ${email} answered ${answer.status}`);
  const cookie = cookiesOf(answer);
  const { token } = (await (await fetch(`${baseUrl}/api/antiforgery`, { headers: { cookie } })).json()) as { token: string };

  const send: HttpUser['send'] = (endpoint, { params, query, body }, headers = {}) =>
    fetch(addressOf(baseUrl, endpoint.path, { params, query }), {
      method: endpoint.method,
      headers: { cookie, [CSRF_HEADER]: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  async function ask<E extends EndpointDefinition>(endpoint: E, request: RequestOf<E>, headers?: Record<string, string>) {
    const response = await send(endpoint, request as LooseRequest, headers);
    const text = await response.text();
    if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path} answered ${response.status}: ${text.slice(0, 500)}`);
    return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<E>;
  }
  return {
    cookie,
    csrf: { [CSRF_HEADER]: token },
    send,
    call: (endpoint, request) => ask(endpoint, request),
    poll: (endpoint, request) => ask(endpoint, request, { [BACKGROUND_HEADER]: '1' }),
  };
}

function addressOf(baseUrl: string, path: string, { params, query }: LooseRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((params as Record<string, unknown>)[name])));
  const search = new URLSearchParams(
    Object.entries((query as Record<string, unknown>) ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return `${baseUrl}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

function hiddenFields(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => input);
  const attribute = (input: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? '';
  return Object.fromEntries(inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')]));
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
