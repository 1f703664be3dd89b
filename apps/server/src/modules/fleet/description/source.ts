import type { Issue } from '@solvane/contract/errors';

export type Path = Issue['path'];

/** A fleet description as it was written down, before anything is known about it. */
export interface FleetSource {
  value: unknown;
  /** What could not even be read. */
  issues: Issue[];
  /** Where the reader of the file finds a value: `line 12`, `Segments!D14`. */
  locate(path: Path): string;
}

/** Problems as a person with the file open wants them: where, in words of the file. */
export interface LocatedIssue extends Issue {
  location: string;
}

export function locateAll(source: FleetSource, issues: readonly Issue[]): LocatedIssue[] {
  return issues.map((issue) => ({ ...issue, location: source.locate(issue.path) }));
}
