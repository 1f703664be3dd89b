import { connect, type Socket } from 'node:net';
import { readConfig } from '../config.ts';
import { createDeps, startDeps, stopDeps } from '../deps.ts';
import { describeStartError } from '../start-errors.ts';
import { type CommandIo, execute } from './command.ts';
import { controlSocketPath, readFrames, sendFrame } from './frames.ts';
import { findCommand, findHelp } from './registry.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const [name = '', ...args] = process.argv.slice(2);
/** What a command writes, and what it starts, is for this user alone. */
process.umask(0o077);
process.exitCode = await run();

/** In the running product if there is one, else here with the databases opened for this one command. */
async function run(): Promise<number> {
  const terminal = openTerminal();
  const help = await findHelp(name, args);
  if (help !== undefined) {
    terminal.print(help);
    return 0;
  }
  try {
    const config = readConfig();
    if (name === 'restore') {
      const { restore } = await import('./restore.ts');
      return await restore(config, args, terminal);
    }
    if (name === 'verify') {
      const { verify } = await import('./verify.ts');
      return await verify(config, args, terminal);
    }
    const socket = await connectToProduct(controlSocketPath(config.dataFolder));
    if (socket) return await runThere(socket, terminal);
    return await runHere({ ...config, logLevel: 'warn', demo: 'off' }, terminal);
  } catch (error) {
    terminal.print(describeStartError(error));
    return 1;
  }
}

async function runHere(config: Parameters<typeof createDeps>[0], terminal: Terminal): Promise<number> {
  const command = await findCommand(name);
  if (!command) return 1;
  const deps = createDeps(config, { isCommand: true });
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  process.once('SIGTERM', () => interrupted.abort());
  const io: CommandIo = { ...terminal, folder: process.cwd(), signal: interrupted.signal };
  await startDeps(deps);
  try {
    return await execute(command, deps, args, io);
  } finally {
    await stopDeps(deps);
  }
}

async function runThere(socket: Socket, terminal: Terminal): Promise<number> {
  sendFrame(socket, { type: 'run', command: name, args, folder: process.cwd() });
  for await (const frame of readFrames(socket)) {
    if (frame.type === 'print') terminal.print(frame.line);
    if (frame.type === 'status') terminal.status(frame.text);
    if (frame.type === 'ask') sendFrame(socket, { type: 'answer', text: await terminal.ask(frame.question, { hidden: frame.hidden }) });
    if (frame.type === 'exit') return frame.code;
  }
  terminal.print('The product stopped before the command had ended.');
  return 1;
}

function connectToProduct(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    // No socket file, or one that a killed process left behind: nothing runs on this folder.
    socket.once('error', () => resolve(undefined));
  });
}
