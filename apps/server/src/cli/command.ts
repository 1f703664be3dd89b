import { parseArgs } from 'node:util';
import type { Deps } from '../deps.ts';

/** The terminal in which the command was typed, which may be another process than the one that runs it. */
export interface CommandIo {
  /** Folder that relative paths in the arguments start from. */
  folder: string;
  print(line: string): void;
  /** One line that the next status replaces: progress. */
  status(text: string): void;
  /** Asks for a line of text; hidden answers are not echoed. */
  ask(question: string, options: { hidden: boolean }): Promise<string>;
  /** Aborted when the terminal goes away. */
  signal: AbortSignal;
}

/** @returns exit code */
export type Command = (deps: Deps, args: readonly string[], io: CommandIo) => Promise<number>;

/** What the user did wrong in typing a command. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The one argument of a command without options. @throws CommandError with the usage for anything else */
export function readOnlyArgument(args: readonly string[], usage: string): string {
  try {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
    const [only, ...more] = positionals;
    if (only === undefined || more.length > 0) throw new CommandError(usage);
    return only;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

/** Errors whose message says all there is to say: they do not go to the log. */
const PLAIN = new Set(['CommandError', 'ImportRefused']);

/** Runs a command and turns what stops it into a message and an exit code. */
export async function execute(command: Command, deps: Deps, args: readonly string[], io: CommandIo): Promise<number> {
  try {
    return await command(deps, args, io);
  } catch (error) {
    if (!(error instanceof Error && PLAIN.has(error.name))) deps.log.error({ err: error }, 'command failed');
    io.print(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
