import { AppError } from '@solvane/contract/errors';
import type { FleetImportResponse } from '@solvane/contract/fleet-import';
import { LIMITS } from '@solvane/contract/limits';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../http/caller.ts';
import type { Upload } from '../../../http/upload.ts';
import { isWorkbook, parseFleetFile } from '../description/fleet-file.ts';
import { locateAll } from '../description/source.ts';
import { importSource } from './import-source.ts';

/** A file with thousands of wrong rows has one cause. */
const SHOWN_ISSUES = 200;

/** The fleet from a file of the browser: what it would change, and with `apply` the change itself. */
export async function importUpload(
  deps: Pick<Deps, 'db' | 'bus' | 'now'>,
  caller: Caller,
  { upload, apply }: { upload: Upload; apply: boolean },
): Promise<FleetImportResponse> {
  // The command takes larger ones: it is a process of its own.
  if (!isWorkbook(upload.fileName) && upload.content.length > LIMITS.fleetYamlBytes)
    throw new AppError('request.tooLarge', { detail: { maxBytes: LIMITS.fleetYamlBytes } });
  const source = await parseFleetFile(upload.fileName, upload.content);
  const actor = { userId: caller.userId, name: caller.name };
  const { issues, changes } = await importSource(deps, source, { actor, dryRun: !apply, scope: caller });
  const errorCount = issues.filter(({ level }) => level === 'error').length;
  // What stops the import comes first.
  const shown = issues
    .toSorted((left, right) => Number(left.level === 'warning') - Number(right.level === 'warning'))
    .slice(0, SHOWN_ISSUES);
  return {
    issues: await locateAll(source, shown),
    errorCount,
    warningCount: issues.length - errorCount,
    changes: changes ?? null,
    isApplied: apply && changes !== undefined,
  };
}
