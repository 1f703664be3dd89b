import type { TestProject } from 'vitest/node';
import { findServerPrograms, startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL server that the suite runs on; undefined: embedded. */
    databaseUrl: string | undefined;
  }
}

/** `SOLVANE_TEST_DATABASE=server` runs the same tests on a real PostgreSQL, `=postgres://...` on one that is there already. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const wanted = process.env.SOLVANE_TEST_DATABASE;
  if (wanted !== 'server') {
    project.provide('databaseUrl', wanted);
    return undefined;
  }
  const programs = findServerPrograms();
  if (!programs) {
    console.warn(
      'No PostgreSQL server is installed (looked in /usr/lib/postgresql): its tests are skipped, the embedded database is tested instead.',
    );
    project.provide('databaseUrl', undefined);
    return undefined;
  }
  const server = await startTestServer(programs);
  project.provide('databaseUrl', server.url);
  return server.stop;
}
