import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { Deps } from '../deps.ts';
import { type CommandIo, execute } from './command.ts';
import { controlSocketPath, readFrames, sendFrame } from './frames.ts';
import { findCommand } from './registry.ts';

/**
 * Lets `npm run fleet`, `import`, `user` and `backup` work while the product runs: the embedded databases serve one process, so the command is
 * carried out here and only its terminal is over there. A process that may open the socket file may do what the commands do.
 */
export async function serveCommands(deps: Deps): Promise<{ close(): Promise<void> }> {
  const path = controlSocketPath(deps.config.dataFolder);
  rmSync(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', (error) => deps.log.warn({ err: error }, 'command terminal lost'));
    serveTerminal(deps, socket).catch((error: unknown) => {
      deps.log.error({ err: error }, 'command terminal failed');
      socket.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

async function serveTerminal(deps: Deps, socket: Socket): Promise<void> {
  const frames = readFrames(socket);
  const { value: first } = await frames.next();
  if (first?.type !== 'run') return;
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  const io: CommandIo = {
    folder: first.folder,
    print: (line) => sendFrame(socket, { type: 'print', line }),
    status: (text) => sendFrame(socket, { type: 'status', text }),
    ask: async (question, { hidden }) => {
      sendFrame(socket, { type: 'ask', question, hidden });
      const { value: reply } = await frames.next();
      return reply?.type === 'answer' ? reply.text : '';
    },
    signal: gone.signal,
  };
  const command = await findCommand(first.command);
  const code = command ? await execute(command, deps, first.args, io) : 1;
  sendFrame(socket, { type: 'exit', code });
  socket.end();
}
