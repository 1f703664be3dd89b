import type { Issue } from '@solvane/contract/errors';
import type { FileLocation, LocatedIssue } from '@solvane/contract/fleet-import';

export type Path = Issue['path'];

export const WHOLE_FILE: FileLocation = { location: '' };

/** A fleet description as it was written down, before anything is known about it. */
export interface FleetSource {
  value: unknown;
  /** What could not even be read. */
  issues: Issue[];
  /** Where the reader of the file finds values. */
  locate(paths: readonly Path[]): Promise<FileLocation[]>;
}

/** Problems as a person with the file open wants them: where, in words of the file. */
export async function locateAll(source: FleetSource, issues: readonly Issue[]): Promise<LocatedIssue[]> {
  if (issues.length === 0) return [];
  const locations = await source.locate(issues.map(({ path }) => path));
  return issues.map((issue, index) => ({ ...issue, ...(locations[index] ?? WHOLE_FILE) }));
}
