import { randomUUID } from 'node:crypto';
import { contractEndpoints } from '@solvane/contract/contracts';
import { eventViewEndpoints } from '@solvane/contract/event-commands';
import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import type { EnterpriseId, FileId, JobId, SegmentId, SiteId, UserId } from '@solvane/contract/ids';
import {
  accountSettingsEndpoints,
  apiTokenEndpoints,
  ingestionKeyEndpoints,
  roleEndpoints,
  sessionEndpoints,
  viewKeyEndpoints,
} from '@solvane/contract/session';
import { favoriteEndpoints, fileEndpoints } from '@solvane/contract/shell';
import { jobEndpoints } from '@solvane/contract/system';
import { expect, test } from 'vitest';
import { contractConfigurations, contractSites } from '../../../db/schema/contracts.ts';
import { userJobs } from '../../../db/schema/jobs.ts';
import { savedViews } from '../../../db/schema/saved-views.ts';
import { favorites, files } from '../../../db/schema/shell.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { defaultTerms } from '../../contracts/contracts.wire.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const PRIVATE = 'private-to-its-owner';

/** An enterprise with the sites A and B, and a user of it who owns something of every kind. */
async function given() {
  const product = await testApp({ nowMs: NOW_MS });
  for (const id of ['A', 'B']) {
    await product.given.site({ id, enterpriseId: 'north' });
    await product.given.segment({ siteId: id as SiteId, id: `${id}-inv` });
  }
  const user = await product.as({ of: 'north' });
  const userId = user.userId as UserId;
  const { db } = product;
  await db.insert(userJobs).values({ id: randomUUID() as JobId, userId, kind: PRIVATE, createdAtMs: NOW_MS, updatedAtMs: NOW_MS });
  const fileId = randomUUID() as FileId;
  const file = { purpose: 'csv', fileName: PRIVATE, contentType: 'text/csv', byteCount: 0, createdAtMs: NOW_MS } as const;
  await db.insert(files).values({ id: fileId, userId, ...file });
  await db
    .insert(savedViews)
    .values({ id: randomUUID(), userId, screen: 'event-log', name: PRIVATE, sharedWith: null, content: {}, updatedAtMs: NOW_MS });
  await db.insert(favorites).values({ userId, favoriteType: 'Device', favoriteDataId: 'A-inv' as SegmentId, createdAtMs: NOW_MS });
  await user.call(accountSettingsEndpoints.save, { body: { uiTheme: 'dark' } });
  return { product, db, user, fileId };
}

async function contractFor({ db }: Pick<TestApp, 'db'>, siteIds: readonly string[]): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    enterpriseId: 'north' as EnterpriseId,
    name: siteIds.join(' and '),
    energyType: 'PV' as const,
    content: defaultTerms('PV'),
  };
  await db.insert(contractConfigurations).values({ ...row, updatedBy: 'test', updatedAtMs: NOW_MS });
  await db.insert(contractSites).values(siteIds.map((siteId) => ({ configurationId: id, siteId: siteId as SiteId })));
  return id;
}

type Given = Awaited<ReturnType<typeof given>>;

/** Sends as a token of the user. */
async function asToken({ product, user }: Given, { siteIds }: { siteIds: SiteId[] | null }) {
  const { token } = await user.call(apiTokenEndpoints.create, { body: { name: 'Script', siteIds, readOnly: false } });
  const headers = { authorization: `Bearer ${token}` };
  return {
    ...product.anonymous(),
    send: ((endpoint, request) => product.anonymous().send(endpoint, request, headers)) as typeof user.send,
  };
}

/** Sends as a screen that a view key of the user opened. */
async function asScreen({ product, user }: Given, { siteIds }: { siteIds: SiteId[] | null }) {
  const { path } = await user.call(viewKeyEndpoints.create, { body: { name: 'Control room', siteIds } });
  const opened = await product.app.inject({ url: path });
  const cookie = String(opened.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  return { send: ((endpoint, request) => product.anonymous().send(endpoint, request, { cookie })) as typeof user.send };
}

const A = ['A' as SiteId];
const NARROWED = [
  ['a token for one site', asToken, { siteIds: A }],
  ['a wallboard for one site', asScreen, { siteIds: A }],
  ['a wallboard for all sites', asScreen, { siteIds: null }],
] as const;

test.each(NARROWED)('%s sees nothing that its user owns', async (_name, open, options) => {
  const all = await given();
  const { send } = await open(all, options);
  const answers = [
    await send(jobEndpoints.list),
    await send(eventViewEndpoints.list),
    await send(favoriteEndpoints.list),
    await send(accountSettingsEndpoints.get),
    await send(sessionEndpoints.profile),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  const text = answers.map(({ body }) => body).join();
  expect(text).not.toContain(PRIVATE);
  expect(text).not.toContain('A-inv');
  expect(text).not.toContain('dark');
  expect(text).not.toContain('@example.test');
  expect(text).not.toContain(all.user.userId);
  const refused = [
    await send(fileEndpoints.download, { params: { fileId: all.fileId } }),
    await send(apiTokenEndpoints.list),
    await send(viewKeyEndpoints.list),
    await send(ingestionKeyEndpoints.list),
    await send(roleEndpoints.list),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
});

test('a wallboard opens with what its screens ask for first', async () => {
  const all = await given();
  await all.product.given.site({ id: 'C', enterpriseId: 'south' });
  const { send } = await asScreen(all, { siteIds: A });
  const tree = (await send(deviceTreeEndpoints.sites)).json();
  expect(tree).toMatchObject({ enterprises: [{ id: 'north' }], sites: [{ siteId: 'A' }] });
  const settings = (await send(accountSettingsEndpoints.get)).json();
  expect(settings).toEqual({ selectedEnterpriseIds: ['north'], regionalFormat: null, uiTheme: 'system' });
  const profile = (await send(sessionEndpoints.profile)).json();
  expect(profile).toMatchObject({ isAuthenticated: true, displayName: 'Control room' });
});

test('a token for one site reads contracts of that site alone and changes none', async () => {
  const all = await given();
  const [own, both] = [await contractFor(all, ['A']), await contractFor(all, ['A', 'B'])];
  const other = await contractFor(all, ['B']);
  const { send } = await asToken(all, { siteIds: A });
  const listed = (await send(contractEndpoints.list)).json();
  expect(listed.items.map(({ id }: { id: string }) => id)).toEqual([own]);
  for (const id of [both, other, randomUUID()])
    expect((await send(contractEndpoints.get, { body: { contractConfigurationId: id } })).json()).toMatchObject({
      code: 'resource.notFound',
    });
  for (const id of [own, both, other])
    expect((await send(contractEndpoints.remove, { body: { contractConfigurationId: id } })).statusCode).toBe(403);
  expect((await all.user.call(contractEndpoints.list)).items).toHaveLength(3);
});

test.each([
  ['for one site', A],
  ['for all sites', null],
] as const)('a token %s makes no credentials', async (_name, siteIds) => {
  const { send } = await asToken(await given(), { siteIds: siteIds && [...siteIds] });
  const answers = [
    await send(apiTokenEndpoints.create, { body: { name: 'Another', siteIds: A } }),
    await send(viewKeyEndpoints.create, { body: { name: 'Wall', siteIds: A } }),
    await send(ingestionKeyEndpoints.create, { body: { name: 'Logger', siteIds: A } }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
});
