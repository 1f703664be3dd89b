import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { describeEnvironment, readConfig } from './config.ts';
import { waitForCommand } from './db/data-lock.ts';
import { createDeps, type Deps, ownsDataFolder, startDeps, stopDeps } from './deps.ts';
import { collectAtRest } from './heap-at-rest.ts';
import { FAILED_EXIT_CODE, reportUncaught } from './process-errors.ts';
import { describeStartError } from './start-errors.ts';

/** Time for requests and jobs that are under way when the server is told to stop. */
const STOP_TIMEOUT_MS = 30_000;
/** Time for a start that is under way when the server is told to stop: on a machine at work it takes longer than all that follows. */
const START_TIMEOUT_MS = 120_000;

/** A backup of a large fleet takes minutes. */
const COMMAND_TIMEOUT_MS = 600_000;

/** What lives in the heap may double before all of it is collected: fifty megabytes that hardly grow were collected at every eighth large answer (decision 0076). */
setFlagsFromString('--heap-growing-percent=100');

/** What this process and those it starts write is for this user alone. */
process.umask(0o077);

try {
  await main();
} catch (error) {
  console.error(describeStartError(error));
  process.exit(1);
}

/** env → deps → listen. The port answers at once, with 503 where the databases are needed, so that a start is not taken for an outage. */
async function main(): Promise<void> {
  const config = readConfig();
  for (const line of describeEnvironment()) console.log(`  ${line}`);
  if (ownsDataFolder(config))
    await waitForCommand(config.dataFolder, {
      limitMs: COMMAND_TIMEOUT_MS,
      onWait: () => console.log(`A command works on ${config.dataFolder}: the start waits for its end.`),
    });
  const deps = createDeps(config);
  reportUncaught(process, { log: deps.log, exit: () => process.exit(FAILED_EXIT_CODE) });
  const parts: Part[] = [() => stopDeps(deps)];
  const started = start(deps, parts);
  stopOnSignal(deps, {
    // What is being started now is started first: a part that half exists cannot be stopped.
    untilStarted: started.catch(() => undefined),
    stop: async () => {
      for (const stop of parts.reverse()) await stop();
    },
  });
  await started;
  collectAtRest();
  deps.log.info({ startedInMs: Math.round(performance.now()), role: config.role }, 'ready');
}

/** Stops a part that runs. */
type Part = () => Promise<void>;

/** @param parts - what runs by now, each standing on those before */
async function start(deps: Deps, parts: Part[]): Promise<void> {
  const { config, jobs } = deps;
  const storesStarted = startDeps(deps);
  // Awaited below, where a failure is reported: it may come before.
  storesStarted.catch(() => undefined);
  const [{ buildApp, startModules, startWork }, { serveCommands }, { startDemo }] = await Promise.all([
    import('./app.ts'),
    import('./cli/control.ts'),
    import('./modules/demo/demo.ts'),
  ]);
  const app = await buildApp(deps);
  await app.listen({ host: config.host, port: config.port });
  parts.push(() => app.close());
  await storesStarted;
  await startModules(deps);
  const works = config.role === 'all' || config.role === 'worker';
  // The embedded databases serve one process, which holds the lock of the data folder.
  const isAlone = deps.database.url === undefined;
  await jobs.start({ work: works, isAlone });
  if (works) parts.push(await startWork(deps, { isAlone }));
  if (config.role !== 'all') return;
  const commands = await serveCommands(deps);
  const demo = startDemo(deps, { baseUrl: ownAddress(app.server) });
  parts.push(commands.close, demo.stop);
}

/** Where this process reaches its own port, whatever addresses it listens on. */
function ownAddress(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new RangeError('The server does not listen on a port');
  const isAny = address.address === '0.0.0.0' || address.address === '::';
  const host = isAny ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

/** The first signal stops in good order, a second one at once. */
function stopOnSignal({ log }: Deps, { untilStarted, stop }: { untilStarted: Promise<void>; stop: () => Promise<void> }): void {
  let isStopping = false;
  const onSignal = (signal: string): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    const giveUpAfter = (timeoutMs: number): NodeJS.Timeout =>
      setTimeout(() => {
        log.error('stopping takes too long');
        process.exit(1);
      }, timeoutMs).unref();
    const timeout = giveUpAfter(START_TIMEOUT_MS);
    const stopInTime = async (): Promise<void> => {
      await untilStarted;
      clearTimeout(timeout);
      giveUpAfter(STOP_TIMEOUT_MS);
      await stop();
    };
    stopInTime().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, onSignal);
}
