import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { demoFleetDescription } from '@solvane/simulator/fleet/demo-fleet';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { CONSOLE } from '../access/audit.ts';
import { startAccess } from '../access/setup/start-access.ts';
import { openBrowser } from '../access/testing/browser.ts';
import { parseDescription } from './description/parse-description.ts';
import { importFleet } from './import/import-fleet.ts';

const ALL = ['S01', 'S02', 'S03', 'S04', 'S05', 'S06', 'S07', 'S08', 'S09', 'S10', 'S11', 'S12'];

describe('the demo fleet', () => {
  test('has no problem, and each login sees the sites it should', async () => {
    const { deps, app } = await testApp({ config: { demo: 'on', host: '127.0.0.1' } });
    const { description } = parseDescription(demoFleetDescription());
    if (!description) throw new Error('The demo fleet cannot be read');
    const { issues } = await importFleet(deps, description, { actor: CONSOLE });
    expect(issues).toEqual([]);
    await startAccess(deps);
    const seen: Record<string, string[]> = {};
    for (const name of ['admin', 'operator', 'analyst', 'viewer', 'contractor', 'provider']) {
      const browser = openBrowser(app);
      await browser.submit('/account/login', { demo: `${name}@solvane.demo` });
      const { sites } = (await browser.get(deviceTreeEndpoints.sites.path)).json();
      seen[name] = sites.map(({ siteId }: { siteId: string }) => siteId.toUpperCase()).sort();
    }
    const ofAuroraAndPrairie = ['S01', 'S02', 'S03', 'S06', 'S07', 'S09', 'S10', 'S11'];
    expect(seen).toEqual({
      admin: ALL,
      operator: ofAuroraAndPrairie,
      analyst: ofAuroraAndPrairie,
      viewer: ['S04', 'S05', 'S08', 'S12'],
      contractor: ['S03', 'S06', 'S07', 'S12'],
      provider: ALL,
    });
    const page = await openBrowser(app).get('/account/login');
    expect([...page.body.matchAll(/class="sites">(\d+) sites/g)].map(([, count]) => Number(count))).toEqual([12, 8, 8, 4, 4, 12]);
  });
});
