import type { Issue } from '@solvane/contract/errors';

export type Path = Issue['path'];

/** A fleet description as it was written down, before anything is known about it. */
export interface FleetSource {
  value: unknown;
  /** What could not even be read. */
  issues: Issue[];
  /** Where the reader of the file finds values: `line 12`, `Segments!D14`. */
  locate(paths: readonly Path[]): Promise<string[]>;
}

/** Problems as a person with the file open wants them: where, in words of the file. */
export interface LocatedIssue extends Issue {
  location: string;
}

export async function locateAll(source: FleetSource, issues: readonly Issue[]): Promise<LocatedIssue[]> {
  if (issues.length === 0) return [];
  const locations = await source.locate(issues.map(({ path }) => path));
  return issues.map((issue, index) => ({ ...issue, location: locations[index] ?? 'file' }));
}
