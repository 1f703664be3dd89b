import type { Command } from './command.ts';

/** Commands by the name they have in `npm run`; each is loaded when it is called. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  user: async () => (await import('./user.ts')).userCommand,
  fleet: async () => (await import('./fleet.ts')).fleetCommand,
  import: async () => (await import('./import.ts')).importCommand,
  'data-report': async () => (await import('./data-report.ts')).dataReportCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
};

export async function findCommand(name: string): Promise<Command | undefined> {
  return COMMANDS[name]?.();
}
