import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

/** A browser without scripts: keeps cookies, reads forms, does not follow redirects by itself. */
export interface Browser {
  cookies: Map<string, string>;
  get(address: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(address: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Opens the page, fills its form in and sends it. */
  submit(address: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

export function openBrowser(app: FastifyInstance): Browser {
  const cookies = new Map<string, string>();
  const send = async (options: { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; payload?: string }) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({ ...options, headers: { ...(cookie ? { cookie } : {}), ...options.headers } });
    for (const { name, value, expires, maxAge } of answer.cookies) {
      const isGone = value === '' || maxAge === 0 || (expires !== undefined && expires.getTime() <= 0);
      if (isGone) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  const browser: Browser = {
    cookies,
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    post: (url, fields, headers = {}) =>
      send({
        method: 'POST',
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    submit: async (address, fields, headers = {}) => {
      const page = await browser.get(address, headers);
      return browser.post(address.split('?', 1)[0] ?? address, { ...hiddenFields(page.body), ...fields }, headers);
    },
  };
  return browser;
}

export function hiddenFields(page: string): Record<string, string> {
  const inputs = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, plainText(value)]));
}

function plainText(text: string): string {
  return text.replace(/&#(\d+);/g, (_match, code: string) => String.fromCharCode(Number(code)));
}
