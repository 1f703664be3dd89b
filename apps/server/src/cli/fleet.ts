import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { FileLocation, FleetChanges } from '@solvane/contract/fleet-import';
import type { Deps } from '../deps.ts';
import { CONSOLE } from '../modules/access/audit.ts';
import { issueText, pageText } from '../modules/access/sign-in/page-text.ts';
import { readFleetFile, writeFleetFile } from '../modules/fleet/description/fleet-file.ts';
import { type FleetSource, locateAll } from '../modules/fleet/description/source.ts';
import { exportFleet } from '../modules/fleet/import/export-fleet.ts';
import type { FleetImport } from '../modules/fleet/import/import-fleet.ts';
import { importSource } from '../modules/fleet/import/import-source.ts';
import { type Command, CommandError, type CommandIo } from './command.ts';

export const USAGE = `npm run fleet -- import <file.yaml|file.xlsx> [--dry-run] [--prune]
npm run fleet -- export <file.yaml|file.xlsx> [--site <id>]...

import makes the fleet what the file says; the same file again changes nothing. Nothing is removed without --prune: then sites of the file's
enterprises that it does not name go, and so do segments and values of its sites, with everything measured there. Try --dry-run first.`;

/** Shown at once; a file with thousands of wrong rows has one cause. */
const SHOWN_ISSUES = 200;

/** The fleet from a file and into one. */
export const fleetCommand: Command = async (deps, args, io) => {
  const [verb = '', ...rest] = args;
  if (verb === 'import') return importFile(deps, readOptions(rest), io);
  if (verb === 'export') return exportFile(deps, readOptions(rest), io);
  io.print(USAGE);
  return verb === '' || verb === 'help' ? 0 : 1;
};

async function importFile(deps: Deps, { file, values }: Options, io: CommandIo): Promise<number> {
  const path = resolve(io.folder, file);
  await access(path).catch(() => {
    throw new CommandError(`There is no file ${path}.`);
  });
  const source = await readFleetFile(path);
  const result = await importSource(deps, source, {
    actor: CONSOLE,
    prune: values.prune ?? false,
    dryRun: values['dry-run'] ?? false,
  });
  await printIssues(source, result, io);
  if (!result.changes) {
    io.print('Nothing was imported.');
    return 1;
  }
  for (const line of describeChanges(result.changes)) io.print(line);
  io.print(values['dry-run'] ? 'A dry run: nothing was changed.' : 'Imported.');
  return 0;
}

function placeOf({ line, location }: FileLocation): string {
  if (line === undefined) return location || 'file';
  return location ? `line ${line} (${location})` : `line ${line}`;
}

async function printIssues(source: FleetSource, { issues }: FleetImport, io: CommandIo): Promise<void> {
  const text = pageText('en-US');
  for (const issue of await locateAll(source, issues.slice(0, SHOWN_ISSUES)))
    io.print(`${issue.level === 'error' ? 'error  ' : 'warning'}  ${placeOf(issue)}: ${issueText(text, issue)}`);
  const errors = issues.filter(({ level }) => level === 'error').length;
  if (issues.length > 0)
    io.print(`${issues.length > SHOWN_ISSUES ? `... ` : ''}${counted(errors, 'error')}, ${counted(issues.length - errors, 'warning')}`);
}

async function exportFile(deps: Deps, { file, values }: Options, io: CommandIo): Promise<number> {
  const description = await exportFleet(deps.db, values.site);
  const path = resolve(io.folder, file);
  await writeFleetFile(path, description);
  const segments = description.sites.reduce((sum, site) => sum + site.segments.length, 0);
  io.print(`${counted(description.sites.length, 'site')} with ${counted(segments, 'segment')} written to ${path}`);
  return 0;
}

function describeChanges({ enterprises, sites, segments, values }: FleetChanges): string[] {
  return [
    `enterprises  ${describeCounts(enterprises)}`,
    `sites        ${describeCounts(sites)}, ${sites.unchanged} unchanged`,
    `segments     ${describeCounts(segments)}`,
    `values       ${values.written} written, ${values.removed} removed`,
  ];
}

function describeCounts({ created, updated, removed }: FleetChanges['segments']): string {
  return `${created} created, ${updated} updated, ${removed} removed`;
}

function readOptions(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, prune: { type: 'boolean' }, site: { type: 'string', multiple: true } },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new CommandError(`One file is needed.\n\n${USAGE}`);
    return { file, values };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
type Options = ReturnType<typeof readOptions>;

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
