import { connect } from 'node:net';
import { widgetEndpoints } from '@solvane/contract/widgets/widget-data';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';

test('readers that leave at any moment leave no error behind, and the next one is served', async () => {
  const lines: string[] = [];
  const lost: unknown[] = [];
  const onLost = (error: unknown) => void lost.push(error);
  process.on('unhandledRejection', onLost);
  onTestFinished(() => void process.off('unhandledRejection', onLost));
  const { app, given, as } = await testApp({ log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) });
  for (let i = 0; i < 40; i++) await given.site({ enterpriseId: 'solvind' });
  const user = await as({ of: 'solvind' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const queries = Array.from({ length: 12 }, (_, index) => ({ id: String(index), kind: 'siteStatus' }));
  const body = JSON.stringify({ queries });
  const head = [
    `POST ${widgetEndpoints.data.path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    'content-type: application/json',
    'accept-encoding: gzip',
    ...Object.entries(user.headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    '',
  ].join('\r\n');
  const leave = async (delayMs: number, sent: string, how: 'end' | 'reset') => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(sent);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (how === 'reset') socket.resetAndDestroy();
    else socket.destroy();
  };
  for (let round = 0; round < 24; round++) {
    const how = round % 2 === 0 ? 'end' : 'reset';
    await Promise.all([
      leave(round % 15, head + body, how),
      leave(round % 7, head + body.slice(0, 40), how),
      leave(round, head + body, how),
    ]);
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  const response = await user.send(widgetEndpoints.data, { body: { queries } as never });
  expect(response.statusCode).toBe(200);
  expect(lost).toEqual([]);
  expect(lines.map((line) => JSON.parse(line)).map(({ msg, err }) => `${msg} ${err?.code ?? ''} ${err?.stack ?? ''}`)).toEqual([]);
}, 30_000);
