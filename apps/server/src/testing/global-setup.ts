import { findServerPrograms } from '@solvane/testing/postgres-programs';
import type { TestProject } from 'vitest/node';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL server that the suite runs on; undefined: embedded. */
    databaseUrl: string | undefined;
  }
}

/** The project `postgres` runs on a server of its own, or on the one SOLVANE_TEST_DATABASE names; every other project is embedded. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const isEmbedded = project.name !== 'postgres';
  const named = process.env.SOLVANE_TEST_DATABASE;
  if (isEmbedded || named) {
    project.provide('databaseUrl', isEmbedded ? undefined : named);
    return undefined;
  }
  const programs = findServerPrograms();
  if (!programs) throw new Error('No PostgreSQL server is installed in /usr/lib/postgresql, and SOLVANE_TEST_DATABASE names none.');
  const server = await startTestServer(programs);
  project.provide('databaseUrl', server.url);
  return server.stop;
}
