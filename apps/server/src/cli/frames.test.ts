import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Frame, readFrames, sendFrame } from './frames.ts';

test('text arrives as it was, also with the separators that end a line elsewhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-frames-'));
  const sent: Frame = { type: 'print', line: 'one\u2028two\u2029three\nfour' };
  const server = createServer((socket) => {
    sendFrame(socket, sent);
    socket.end();
  });
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 'test.sock'), resolve));
  const received: Frame[] = [];
  for await (const frame of readFrames(connect(join(folder, 'test.sock')))) received.push(frame);
  expect(received).toEqual([sent]);
});
