import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { untrustedForward } from './addresses.ts';

const WARN_EVERY_MS = 3_600_000;

/** Tells operators of a proxy that is not trusted: everything that arrives has its address, and https is not seen. */
export function registerProxyWarning(
  app: FastifyInstance,
  {
    log,
    now,
    config: { publicUrl, trustedProxies },
    notify,
  }: {
    log: FastifyBaseLogger;
    now: () => number;
    config: Pick<Config, 'publicUrl' | 'trustedProxies'>;
    /** Shows it to administrators, who may not read the log. */
    notify: (peer: string) => Promise<void>;
  },
): void {
  if (publicUrl?.startsWith('https:') && trustedProxies === false)
    log.warn(
      { setting: 'SOLVANE_TRUST_PROXY' },
      'SOLVANE_URL begins with https and no proxy is trusted: set SOLVANE_TRUST_PROXY to the address of the proxy that ends TLS',
    );
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async (request) => {
    if (now() - warnedAtMs < WARN_EVERY_MS || untrustedForward(request) === undefined) return;
    warnedAtMs = now();
    log.warn(
      { setting: 'SOLVANE_TRUST_PROXY', peer: request.ip },
      'requests are forwarded by a peer that is not a trusted proxy: set SOLVANE_TRUST_PROXY to its address, or remove its X-Forwarded-For',
    );
    // The request does not wait for it. The next hour tries again.
    notify(request.ip).catch((error: unknown) => log.warn({ err: error }, 'administrators could not be notified'));
  });
}
