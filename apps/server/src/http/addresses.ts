import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

const PRIVATE_NETWORKS = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  PRIVATE_NETWORKS.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE_NETWORKS.addSubnet(network, bits, 'ipv6');

/** Loopback, private and link-local IP addresses. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && PRIVATE_NETWORKS.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * What limits of attempts and requests count by. Behind a proxy that is not trusted all clients share one address: there the client that the proxy
 * names has a count of its own, so that one of them does not lock out the others. Only a peer in the local network can be such a proxy.
 */
export function countedAddress(request: FastifyRequest): string {
  const client = untrustedForward(request);
  return client === undefined ? networkOf(request.ip) : `${networkOf(request.ip)} for ${networkOf(client)}`;
}

/** The client that a peer of the local network names without being a trusted proxy; undefined: none. */
export function untrustedForward(request: FastifyRequest): string | undefined {
  const header = request.headers['x-forwarded-for'];
  // A trusted peer is followed by the addresses that it has forwarded.
  if (header === undefined || (request.ips?.length ?? 1) > 1 || !isPrivateAddress(request.ip)) return undefined;
  const client = String(header).split(',').at(-1)?.trim() ?? '';
  return isIP(client) === 0 ? undefined : client;
}

/** One subscriber holds 2^64 addresses of IPv6: they count as one. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || isIP(address) !== 6) return mapped ?? address;
  const [head = '', tail = ''] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const [left, right] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)];
  const gap = address.includes('::') ? new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  return `${[...left, ...gap, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
