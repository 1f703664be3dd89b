import fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { registerProxyWarning } from './proxy-warning.ts';

function productWith(config: { publicUrl: string | undefined; trustedProxies: boolean | string[] }) {
  const lines: string[] = [];
  const log = pino({ level: 'warn', base: null }, { write: (line) => void lines.push(line) });
  const clock = { nowMs: 0 };
  const app = fastify({ trustProxy: config.trustedProxies });
  const notified: string[] = [];
  const notify = async (peer: string) => void notified.push(peer);
  registerProxyWarning(app, { log, now: () => clock.nowMs, config, notify });
  app.get('/', () => '');
  const request = (headers: Record<string, string>) => app.inject({ url: '/', headers });
  return { lines, notified, clock, request };
}

test('a peer that forwards without being trusted is reported once an hour, with the setting to change', async () => {
  const { lines, notified, clock, request } = productWith({ publicUrl: undefined, trustedProxies: false });
  for (let count = 0; count < 3; count++) await request({ 'x-forwarded-for': '203.0.113.7' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('set SOLVANE_TRUST_PROXY to its address');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ peer: '127.0.0.1' });
  clock.nowMs = 3_600_000;
  await request({ 'x-forwarded-for': '203.0.113.7' });
  expect(lines).toHaveLength(2);
  expect(notified).toEqual(['127.0.0.1', '127.0.0.1']);
});

test('neither a trusted proxy nor a request of its own is reported', async () => {
  const { lines, request } = productWith({ publicUrl: 'https://solvane.example', trustedProxies: ['127.0.0.1'] });
  await request({ 'x-forwarded-for': '203.0.113.7' });
  await request({});
  expect(lines).toEqual([]);
});

test('a start with an address of https and no trusted proxy is reported at once', () => {
  const { lines } = productWith({ publicUrl: 'https://solvane.example', trustedProxies: false });
  expect(lines.join()).toContain('SOLVANE_URL begins with https and no proxy is trusted');
});
