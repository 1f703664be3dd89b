import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import { Generator, getConfig } from '@tanstack/router-generator';
import { expect, test } from 'vitest';
import { createAppRouter } from '../../router.ts';
import { toPageNodes } from '../../shared/routing/navigation-tree.ts';
import { PAGE_NAMES } from '../../shared/routing/page.ts';
import { ComingSoon } from '../../shared/states/coming-soon.tsx';

const web = join(import.meta.dirname, '../../..');
const router = createAppRouter(new QueryClient(), createMemoryHistory());

test('the committed route tree is that of the route files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'solvane-routes-'));
  const generatedRouteTree = join(web, 'src', 'routeTree.check.gen.ts');
  try {
    const config = getConfig({
      target: 'react',
      routesDirectory: join(web, 'src/routes'),
      generatedRouteTree,
      tmpDir: folder,
      quoteStyle: 'single',
      addExtensions: true,
      disableLogging: true,
      routeFileIgnorePattern: '\\.test\\.',
    });
    await new Generator({ config, root: web }).run();
    expect(readFileSync(join(web, 'src/routeTree.gen.ts'), 'utf8')).toBe(readFileSync(generatedRouteTree, 'utf8'));
  } finally {
    rmSync(generatedRouteTree, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a page whose screen is not built yet says so, and no other', () => {
  for (const { options } of Object.values(router.routesById)) {
    if (options.staticData?.navigation === undefined) continue;
    expect(options.staticData.isComing === true, options.staticData.name).toBe(options.component === ComingSoon);
  }
});

test('every address of the specification exists exactly', () => {
  const paths = Object.values(router.routesById).map(({ fullPath }) => (fullPath.length > 1 ? fullPath.replace(/\/$/, '') : fullPath));
  expect([...new Set(paths)].sort()).toEqual(
    [
      '/',
      '/$reportId',
      '/account-settings',
      '/analyze',
      '/analyze/insights',
      '/analyze/insights/$insightId',
      '/analyze/insights/$insightId/dashboard/$dashboardName',
      '/analyze/loss-walk',
      '/analyze/site-overview',
      '/analyze/siteQuality',
      '/api-access',
      '/configure',
      '/configure/Subscription',
      '/configure/automation',
      '/configure/budgets',
      '/configure/contract-configuration/$contractConfigurationId',
      '/configure/contracts',
      '/configure/data-quality',
      '/configure/event-code-sets',
      '/configure/eventcategorization',
      '/configure/expected-coefficients',
      '/configure/model-data',
      '/configure/reference-turbines',
      '/configure/service-providers',
      '/configure/tariffs',
      '/configure/vee-configuration/$veeConfigurationId',
      '/dashboards',
      '/dashboards/$dashboardId',
      '/data-report/$siteId',
      '/data-studio',
      '/debug',
      '/demo-faults',
      '/event-log',
      '/event-log/$eventId',
      '/get-started',
      '/ingestion-status',
      '/manage-data',
      '/manage-data/data-invalidation',
      '/manage-data/data-upload',
      '/manage-data/metadata',
      '/manage/dashboard-link',
      '/monitor',
      '/monitor/device-state',
      '/monitor/fleet-overview',
      '/monitor/remote-reset',
      '/monitor/site-overview',
      '/onsite-access',
      '/report',
      '/report/edit/$reportTemplateId',
      '/tasks',
      '/wallboard',
    ].sort(),
  );
});

test('every page has a name of its own, and every name a page', () => {
  const names: string[] = [];
  const collect = (nodes: ReturnType<typeof toPageNodes>): void => {
    for (const { page, children } of nodes) {
      names.push(page.name);
      collect(children);
    }
  };
  collect(toPageNodes(router.routeTree));
  expect([...names, 'app'].sort()).toEqual([...PAGE_NAMES].sort());
});

test('data invalidation shows signals of its calculation type only, device state sites only', () => {
  expect(router.routesById['/manage-data/data-invalidation'].options.staticData.signalsCalcTypes).toEqual(['ManualValidationFlag']);
  expect(router.routesById['/monitor/device-state'].options.staticData.devicePanel).toEqual({ segmentTypes: ['Site'] });
});
