import type { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';

/** `npm start` (tools/run.mjs) starts the product again after it. */
export const FAILED_EXIT_CODE = 70;

/**
 * What no part of the product has caught. A promise that failed belongs to one request or job: it is logged, and the product goes on for everybody else. After an
 * exception the state of the process is not known: it is logged, and the process ends, for its supervisor to start again.
 *
 * @param source - the process
 * @param exit - ends the process
 */
export function reportUncaught(
  source: EventEmitter,
  { log, exit }: { log: Pick<FastifyBaseLogger, 'error' | 'fatal'>; exit: () => void },
): void {
  source.on('unhandledRejection', (reason: unknown) => log.error({ err: reason }, 'a promise failed that nothing waited for'));
  source.on('uncaughtException', (error: unknown) => {
    log.fatal({ err: error }, 'an exception was not caught: the process ends');
    exit();
  });
}
