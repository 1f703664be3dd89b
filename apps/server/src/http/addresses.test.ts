import fastify from 'fastify';
import { expect, test } from 'vitest';
import { countedAddress } from './addresses.ts';

interface Request {
  peer: string;
  forwarded?: string;
  trusted?: string[];
}

async function countedOf({ peer, forwarded, trusted }: Request): Promise<string> {
  const app = fastify({ trustProxy: trusted ?? false });
  app.get('/', (request) => countedAddress(request));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.inject({ url: '/', remoteAddress: peer, headers })).body;
}

test.each<[string, Request, string]>([
  ['a client of its own address', { peer: '203.0.113.7' }, '203.0.113.7'],
  ['an address of IPv4 in the form of IPv6', { peer: '::ffff:203.0.113.7' }, '203.0.113.7'],
  ['a network of IPv6', { peer: '2001:db8:1:2:aaaa::1' }, '2001:db8:1:2::/64'],
  ['the same network, written in full', { peer: '2001:0db8:0001:0002:bbbb:0:0:9' }, '2001:db8:1:2::/64'],
  ['a short address of IPv6', { peer: '::1' }, '0:0:0:0::/64'],
  ['a client that a trusted proxy names', { peer: '10.0.0.2', forwarded: '203.0.113.7', trusted: ['10.0.0.2'] }, '203.0.113.7'],
  [
    'what a client adds before a trusted proxy',
    { peer: '10.0.0.2', forwarded: '1.1.1.1, 203.0.113.7', trusted: ['10.0.0.2'] },
    '203.0.113.7',
  ],
  [
    'a client that an unknown proxy of the local network names',
    { peer: '127.0.0.1', forwarded: '1.1.1.1, 203.0.113.7' },
    '127.0.0.1 for 203.0.113.7',
  ],
  ['a claim of a client from elsewhere', { peer: '198.51.100.9', forwarded: '203.0.113.7' }, '198.51.100.9'],
  ['a claim that is no address', { peer: '10.0.0.2', forwarded: 'admin\u00a0"' }, '10.0.0.2'],
  [
    'a proxy that is not the trusted one',
    { peer: '10.0.0.3', forwarded: '203.0.113.7', trusted: ['10.0.0.2'] },
    '10.0.0.3 for 203.0.113.7',
  ],
])('limits count %s', async (_name, request, expected) => {
  expect(await countedOf(request)).toBe(expected);
});
