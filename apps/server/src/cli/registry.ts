import type { Command } from './command.ts';

/** Commands by the name they have in `npm run`; each is loaded when it is called. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  user: async () => (await import('./user.ts')).userCommand,
  fleet: async () => (await import('./fleet.ts')).fleetCommand,
  import: async () => (await import('./import.ts')).importCommand,
  'data-report': async () => (await import('./data-report.ts')).dataReportCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
};

const USAGES: Record<string, () => Promise<string>> = {
  user: async () => (await import('./user.ts')).USAGE,
  fleet: async () => (await import('./fleet.ts')).USAGE,
  import: async () => (await import('./import.ts')).USAGE,
  'data-report': async () => (await import('./data-report.ts')).USAGE,
  backup: async () => (await import('./backup.ts')).USAGE,
  restore: async () => (await import('./restore.ts')).USAGE,
  verify: async () => (await import('./verify.ts')).USAGE,
};

export async function findCommand(name: string): Promise<Command | undefined> {
  return COMMANDS[name]?.();
}

/** The help of a command if its arguments ask for it. No database is opened for it. */
export async function findHelp(name: string, args: readonly string[]): Promise<string | undefined> {
  return args.some((arg) => arg === '--help' || arg === '-h') ? USAGES[name]?.() : undefined;
}
