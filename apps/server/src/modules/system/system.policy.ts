import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { SystemDeps } from './system-deps.ts';

/** From this machine, unless a proxy on it hands on what others request; from everywhere with the token. */
export function mayReadMetrics(
  { headers, ip }: FastifyRequest,
  { metricsToken, trustedProxies, publicUrl }: SystemDeps['config'],
): boolean {
  if (metricsToken !== undefined) return isSame(headers.authorization ?? '', `Bearer ${metricsToken}`);
  // A proxy may forward without a trace in the request; one that is configured is there.
  const hasProxy = trustedProxies !== false || publicUrl?.startsWith('https:') === true;
  const isForwarded = Object.keys(headers).some((name) => /^(x-forwarded-.*|forwarded|via|x-real-ip)$/.test(name));
  return !hasProxy && !isForwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ip);
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
