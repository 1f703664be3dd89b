import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { errorBodySchema } from '@solvane/contract/errors';
import { expect, test } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { createHostCheck } from './hosts.ts';

const ANYBODY = { hasCredential: false };

test.each([
  'localhost',
  'localhost:8080',
  'LOCALHOST.',
  '127.0.0.1:8080',
  '[::1]:8080',
  '10.1.2.3',
  '172.31.0.9:80',
  '192.168.1.20',
  '169.254.7.7',
  '[fe80::1%25eth0]',
  '[fd12:3456::1]:443',
  'scada-01',
  'solvane.plant.lan',
  'pi.local',
  'vm.internal:8080',
])('without SOLVANE_URL the local name or address %s is answered', async (host) => {
  const { app } = await testApp();
  expect((await app.inject({ url: '/healthz', headers: { host } })).statusCode).toBe(200);
});

test.each([
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '192.168.1.20.nip.io',
  '203.0.113.9',
  '8.8.8.8:8080',
  '[2001:db8::1]',
  '172.32.0.1',
  '2130706433',
  '[::ffff:203.0.113.9]',
  'evil.example/@localhost',
  'localhost:80@evil.example',
])('a page of another site cannot reach the product as %s', async (host) => {
  const { app } = await testApp();
  for (const url of ['/healthz', '/account/login', '/api/profile', '/nothing']) {
    const answer = await app.inject({ url, headers: { host } });
    expect([url, answer.statusCode]).toEqual([url, 421]);
    const body = errorBodySchema.parse(answer.json());
    expect(body).toMatchObject({ code: 'request.unknownHost' });
    expect(body.messageText).toMatch(/^This server does not answer at [\w.:-]+\. Its operator can set SOLVANE_URL /);
  }
});

test('a person who opens an unknown address reads what to set', async () => {
  const { app } = await testApp();
  const answer = await app.inject({ url: '/', headers: { host: '203.0.113.9:8080', accept: 'text/html,*/*' } });
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body).toContain('does not answer at 203.0.113.9. Its operator can set SOLVANE_URL');
});

test('with SOLVANE_URL its name and addresses of the local network are answered, and local names for machines with a key only', () => {
  const isKnown = createHostCheck({ publicUrl: 'https://Solvane.Example:8443', authenticationHost: 'https://login.example' });
  for (const host of ['solvane.example', 'login.example', 'localhost', '127.0.0.1', '10.0.0.7', '::1'])
    expect([host, isKnown(host, ANYBODY)]).toEqual([host, true]);
  for (const host of ['evil.example', 'sub.solvane.example', 'evil.local', '203.0.113.9'])
    expect([host, isKnown(host, ANYBODY)]).toEqual([host, false]);
  expect(isKnown('gateway.local', { hasCredential: true })).toBe(true);
  expect(isKnown('evil.example', { hasCredential: true })).toBe(false);
});

test('the name that a trusted proxy forwards counts, that of any other peer does not', async () => {
  const forwarded = { host: '127.0.0.1', 'x-forwarded-host': 'evil.example' };
  const proxied = await testApp({ config: { trustedProxies: ['127.0.0.1'] } });
  expect((await proxied.app.inject({ url: '/healthz', headers: forwarded })).statusCode).toBe(421);
  const direct = await testApp({ config: { trustedProxies: ['192.0.2.1'] } });
  expect((await direct.app.inject({ url: '/healthz', headers: forwarded })).statusCode).toBe(200);
  expect(
    (await direct.app.inject({ url: '/healthz', headers: { host: 'evil.example', 'x-forwarded-host': 'localhost' } })).statusCode,
  ).toBe(421);
});

test('a request with two names is none', async () => {
  const { app } = await testApp();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n'),
    );
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
});
