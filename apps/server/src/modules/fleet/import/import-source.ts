import type { Deps } from '../../../deps.ts';
import { parseDescription } from '../description/parse-description.ts';
import type { FleetSource } from '../description/source.ts';
import { type FleetImport, type ImportOptions, importFleet } from './import-fleet.ts';

/** From what a file says to the fleet: what cannot be read, what is no description and what does not fit the fleet are told alike. */
export async function importSource(
  deps: Pick<Deps, 'db' | 'bus' | 'now'>,
  source: FleetSource,
  options: ImportOptions,
): Promise<FleetImport> {
  const parsed = parseDescription(source.value);
  const issues = source.issues.length > 0 && source.value === undefined ? source.issues : [...source.issues, ...parsed.issues];
  if (!parsed.description || issues.some(({ level }) => level === 'error')) return { issues, changes: undefined };
  const result = await importFleet(deps, parsed.description, options);
  return { ...result, issues: [...issues, ...result.issues] };
}
