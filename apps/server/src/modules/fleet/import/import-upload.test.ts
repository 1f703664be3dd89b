import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { type FleetImportResponse, fleetImportEndpoints } from '@solvane/contract/fleet-import';
import { LIMITS } from '@solvane/contract/limits';
import { describe, expect, test } from 'vitest';
import { longestTurn, MOST_YARDSTICKS } from '../../../testing/longest-turn.ts';
import { sendFile } from '../../../testing/send-file.ts';
import { type TestApp, type TestClient, testApp } from '../../../testing/test-app.ts';
import { ensureRoles } from '../../access/users/roles.ts';

function plant({ enterprise = 'solvind', site = 'ridge', hubHeight = 80 } = {}): string {
  return `version: 1
enterprises: [ { id: ${enterprise}, name: Wind of ${enterprise} } ]
sites:
  - id: ${site}
    name: Ridge
    enterpriseId: ${enterprise}
    timezone: America/Denver
    latitude: 41
    longitude: -104
    country: US
    energyType: Wind
    segments:
      - { id: WT-1, name: "1", type: WindTurbine, metadata: { capacityAc: 1500, hubHeight: ${hubHeight}, rotorDiameter: 77 } }
`;
}

async function importFile(product: TestApp, user: TestClient, content: string, { apply = false } = {}): Promise<FleetImportResponse> {
  const path = `${fleetImportEndpoints.import.path}?apply=${apply}`;
  const answer = await sendFile(product, user, { path, fileName: 'fleet.yaml', content });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json();
}

const messages = ({ issues }: FleetImportResponse): string[] =>
  issues.filter(({ level }) => level === 'error').map(({ line, location, message }) => `${line}: ${location} ${message}`);

describe('a fleet description from the browser', () => {
  test('is read as text where the file has no name', async () => {
    const product = await testApp();
    const user = await product.as({ of: 'solvind' });
    const head = '--b\r\ncontent-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream\r\n\r\n';
    const answer = await product.app.inject({
      method: 'POST',
      url: `${fleetImportEndpoints.import.path}?apply=false`,
      headers: { ...user.headers, 'content-type': 'multipart/form-data; boundary=b' },
      payload: `${head}${plant()}\r\n--b--\r\n`,
    });
    expect([answer.statusCode, answer.json().errorCount]).toEqual([200, 0]);
  });

  test('first says what it would change, and changes that when it is told to', async () => {
    const product = await testApp();
    const user = await product.as({ of: 'solvind' });
    const plan = await importFile(product, user, plant());
    expect(plan).toMatchObject({ errorCount: 0, isApplied: false, changes: { sites: { created: 1 }, segments: { created: 1 } } });
    expect((await user.call(deviceTreeEndpoints.sites)).sites).toEqual([]);
    expect(await importFile(product, user, plant(), { apply: true })).toMatchObject({ isApplied: true });
    expect((await user.call(deviceTreeEndpoints.sites)).sites.map(({ name }) => name)).toEqual(['Ridge']);
    expect(await importFile(product, user, plant())).toMatchObject({ changes: { sites: { created: 0, unchanged: 1 } } });
  });

  test('with an error is not applied, and the error names its line', async () => {
    const product = await testApp();
    const user = await product.as({ of: 'solvind' });
    const answer = await importFile(product, user, plant({ hubHeight: 8_000 }), { apply: true });
    expect(answer).toMatchObject({ errorCount: 1, isApplied: false, changes: null });
    expect(answer.issues[0]).toMatchObject({ level: 'error', line: 13 });
  });

  test('founds an enterprise, whose administrator its founder becomes', async () => {
    const product = await testApp();
    await ensureRoles(product.db, product.deps.now());
    const user = await product.as({ of: 'solvind' });
    await importFile(product, user, plant({ enterprise: 'new-wind' }), { apply: true });
    const { enterprises, sites } = await user.call(deviceTreeEndpoints.sites);
    expect(enterprises.map(({ id }) => id)).toContain('new-wind');
    expect(sites.map(({ siteId }) => siteId)).toEqual(['ridge']);
  });

  test('founds nothing for those who do not manage users', async () => {
    const product = await testApp();
    const user = await product.as({ of: 'solvind', permissions: ['EditMetadata'] });
    const answer = await importFile(product, user, plant({ enterprise: 'new-wind' }), { apply: true });
    expect(messages(answer)).toContainEqual(expect.stringContaining('Fleet_Import_EnterpriseNotYours'));
    expect(answer.isApplied).toBe(false);
  });

  test('touches neither the enterprise nor the site of another user', async () => {
    const product = await testApp();
    const theirs = await product.given.site({ enterpriseId: 'other' });
    const user = await product.as({ of: 'solvind' });
    const renamed = await importFile(product, user, plant({ enterprise: 'other' }), { apply: true });
    expect(messages(renamed)).toEqual([
      expect.stringContaining('Fleet_Import_EnterpriseNotYours'),
      expect.stringContaining('Fleet_Import_EnterpriseNotYours'),
    ]);
    const taken = await importFile(product, user, plant({ site: theirs.id }), { apply: true });
    expect(messages(taken)).toEqual([expect.stringContaining('Fleet_Import_SiteNotYours')]);
    expect([renamed.isApplied, taken.isApplied]).toEqual([false, false]);
  });

  test('of the largest size does not hold the main thread up, and a larger one is refused', { timeout: 120_000 }, async () => {
    const product = await testApp();
    const user = await product.as({ of: 'solvind' });
    let content = plant();
    for (let at = 0; content.length < LIMITS.fleetYamlBytes - 100; at += 1)
      content += `      - { id: T-${at}, name: "${at}", type: WindTurbine }\n`;
    await importFile(product, user, plant());
    expect(await longestTurn(() => importFile(product, user, content))).toBeLessThan(MOST_YARDSTICKS);
    const answer = await sendFile(product, user, {
      path: fleetImportEndpoints.import.path,
      fileName: 'fleet.yaml',
      content: content + '#'.repeat(200),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'request.tooLarge']);
  });

  test('that is none is told so', async () => {
    const product = await testApp();
    const user = await product.as({ of: 'solvind' });
    const answer = await importFile(product, user, '{ not: [closed');
    expect([answer.changes, answer.errorCount > 0, messages(answer)[0]]).toEqual([null, true, '1:  Fleet_Import_Unreadable']);
  });
});
