import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian and the PostgreSQL packages put the newest server programs; undefined: none installed. */
export function findServerPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const [newest] = readdirSync(root).sort((left, right) => Number(right) - Number(left));
  const bin = newest === undefined ? undefined : join(root, newest, 'bin');
  return bin && existsSync(join(bin, 'initdb')) ? bin : undefined;
}
