import { isIP } from 'node:net';
import { AppError, ERRORS } from '@solvane/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isPrivateAddress } from './addresses.ts';
import { englishText } from './english-text.ts';

export type KnownHosts = Pick<Config, 'publicUrl' | 'authenticationHost'>;

/**
 * Refuses names that are not the product's: a page of another site whose name is pointed at this address would be of the same origin as the product
 * (DNS rebinding). Addresses cannot be pointed elsewhere, private ones are taken as they are.
 */
export function registerHostCheck(app: FastifyInstance, known: KnownHosts): void {
  const isKnown = createHostCheck(known);
  app.addHook('onRequest', async (request, reply) => {
    // Two names: a proxy may have judged the other one.
    if (request.raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1)
      throw new AppError('request.malformed');
    const host = nameOf(request.host);
    if (isKnown(host, { hasCredential: request.headers.authorization !== undefined })) return;
    const refusal = new AppError('request.unknownHost', { values: { host: printable(host) } });
    if (!opensPage(request)) throw refusal;
    const { message, status } = ERRORS[refusal.code];
    await reply
      .code(status)
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(englishText(message, refusal.values));
  });
}

/** @returns whether the server answers to a host name (without a port); `hasCredential`: the request proves itself by more than a cookie */
export function createHostCheck({
  publicUrl,
  authenticationHost,
}: KnownHosts): (host: string, request: { hasCredential: boolean }) => boolean {
  const stated = new Set([publicUrl, authenticationHost].flatMap((url) => (url === undefined ? [] : [nameOf(new URL(url).host)])));
  return (host, { hasCredential }) => {
    // Without a name (HTTP/1.0) no browser asks.
    if (host === '' || host === 'localhost' || host.endsWith('.localhost') || stated.has(host)) return true;
    if (isIP(host) !== 0) return isPrivateAddress(host);
    // Loggers that send to a local name go on when the operator states a public one: another site's page holds no key.
    return PRIVATE_NAME.test(host) && (stated.size === 0 || hasCredential);
  };
}

const PRIVATE_NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.(local|internal|lan|home\.arpa)$|^(?=.*[a-z_-])[a-z0-9_-]+$/;

/** The name or address in a Host header: without port, brackets, zone and the dot of the root, in small letters. */
function nameOf(host: string): string {
  const name = /^\[([^\]]*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, '');
  return name.toLowerCase().replace(/%.*$/, '').replace(/\.$/, '');
}

function printable(host: string): string {
  return host.replace(/[^\w.:-]/g, '').slice(0, 253);
}

function opensPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');
}
