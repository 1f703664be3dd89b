import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { reportUncaught } from './process-errors.ts';

test('a promise that failed unseen is logged and ends nothing, an exception ends the process with a word', () => {
  const source = new EventEmitter();
  const log = { error: vi.fn(), fatal: vi.fn() };
  const exit = vi.fn();
  reportUncaught(source, { log, exit });
  const lost = new Error('lost');
  source.emit('unhandledRejection', lost, Promise.resolve());
  expect(log.error).toHaveBeenCalledWith({ err: lost }, expect.any(String));
  expect(exit).not.toHaveBeenCalled();
  const thrown = new Error('thrown');
  source.emit('uncaughtException', thrown, 'uncaughtException');
  expect(log.fatal).toHaveBeenCalledWith({ err: thrown }, expect.any(String));
  expect(exit).toHaveBeenCalledOnce();
});
