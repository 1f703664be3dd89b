import { buildApp } from './app.ts';
import { ConfigError, describeEnvironment, readConfig } from './config.ts';
import { createDeps, startDeps, stopDeps } from './deps.ts';

await main();

async function main(): Promise<void> {
  const config = readConfigOrExit();
  for (const line of describeEnvironment()) console.log(`  ${line}`);
  const deps = createDeps(config);
  const app = await buildApp(deps);
  await app.listen({ host: config.host, port: config.port });
  await startDeps(deps);
  deps.log.info({ elapsedMs: Math.round(performance.now()) }, 'ready');
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await app.close();
    await stopDeps(deps);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
}

function readConfigOrExit(): ReturnType<typeof readConfig> {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
