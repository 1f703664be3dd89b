import { defineConfig } from 'vitest/config';
import { findServerPrograms } from './packages/testing/src/postgres-programs.ts';
import { filesThatReach, listSources } from './tools/source-imports.ts';

const root = import.meta.dirname;
const serverTests = listSources(root, 'apps/server/src').filter((file) => file.endsWith('.test.ts'));
/** Loading the server with its database and engine, or a browser's world, anew for each file costs more than the tests of most files. */
const shared = { isolate: false, maxWorkers: 2 };
const server = {
  ...shared,
  environment: 'node',
  globalSetup: ['apps/server/src/testing/global-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 240_000,
};

/**
 * Nothing in them depends on the database: points and long imports are the engine's work, formats are parsed before a row is written, and who may call
 * what is decided before a query. Their SQL runs on PostgreSQL in the tests of the modules, in contract.test.ts and in scope.property.test.ts.
 */
const EMBEDDED_ONLY =
  /\/(access-matrix|export|garbage\.property|import-formats|import-guess|ingest-points|kill|long-silence|main-thread|rating-baselines|real-plants|retention|signal-values)\.test\.ts$/;
/** What touches the database runs a second time on a real PostgreSQL, where there is one. */
const onPostgres = filesThatReach(root, serverTests, 'apps/server/src/testing/test-database.ts').filter(
  (file) => !EMBEDDED_ONLY.test(file),
);
const postgres =
  process.env.SOLVANE_TEST_DATABASE || findServerPrograms() ? [{ test: { ...server, name: 'postgres', include: onPostgres } }] : [];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          environment: 'node',
          testTimeout: 120_000,
          include: [
            'packages/{series,energy,contract,i18n,charts,testing}/src/**/*.test.ts',
            'apps/simulator/src/**/*.test.ts',
            'bench/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
        },
      },
      { test: { ...server, name: 'server', include: ['apps/server/src/**/*.test.ts', 'harness/**/*.test.ts'] } },
      ...postgres,
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          ...shared,
          name: 'web',
          root: '.',
          environment: 'jsdom',
          testTimeout: 90_000,
          include: ['apps/web/src/**/*.test.{ts,tsx}', 'packages/{ui,charts}/src/**/*.test.tsx'],
          setupFiles: ['apps/web/src/testing/setup.ts'],
        },
      },
    ],
  },
});
