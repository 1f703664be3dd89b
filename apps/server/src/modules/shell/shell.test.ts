import { formEndpoints } from '@solvane/contract/forms';
import type { SegmentId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { favoriteEndpoints, fileEndpoints, type SharedUrl, sharedUrlEndpoints } from '@solvane/contract/shell';
import { describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '../../testing/test-app.ts';
import { deleteExpiredFiles, openFile, storeFile } from './files.ts';

const favorite = (id: string) => ({ favoriteType: 'Device' as const, favoriteDataId: id as SegmentId });

const ACTIVE_DRAWINGS = [
  '<svg onload="alert(1)"/>',
  '<svg ><script>alert(1)</script></svg>',
  '<svg ><image href="https://elsewhere.example/a.png"/></svg>',
  '<svg ><a xlink:href="&#106;avascript:alert(1)"/></svg>',
  '<svg ><set attributeName="href" to="x"/></svg>',
  '<svg ><foreignObject/></svg>',
  '<svg style="background:url(//elsewhere.example)"/>',
  '<svg ><!DOCTYPE a></svg>',
];

describe('favorites', () => {
  async function plant() {
    const product = await testApp();
    await product.given.site({ id: 'A', enterpriseId: 'north' });
    for (const id of ['I1', 'I2']) await product.given.segment({ siteId: 'A', id });
    await product.given.site({ id: 'B', enterpriseId: 'south' });
    return product;
  }

  test('are added, kept once, and taken away', async () => {
    const { as } = await plant();
    const user = await as({ of: 'north', role: 'viewer' });
    await user.call(favoriteEndpoints.add, { body: { items: [favorite('I1'), favorite('I1')] } });
    await user.call(favoriteEndpoints.add, { body: { items: [favorite('I2'), favorite('I1')] } });
    expect((await user.call(favoriteEndpoints.list)).items).toEqual([favorite('I1'), favorite('I2')]);
    const left = await user.call(favoriteEndpoints.remove, { body: { items: [favorite('I1'), favorite('never')] } });
    expect(left.items).toEqual([favorite('I2')]);
  });

  test('belong to one user', async () => {
    const { as } = await plant();
    await (await as({ of: 'north' })).call(favoriteEndpoints.add, { body: { items: [favorite('I1')] } });
    const colleague = await as({ of: 'north' });
    expect((await colleague.call(favoriteEndpoints.list)).items).toEqual([]);
    await colleague.call(favoriteEndpoints.remove, { body: { items: [favorite('I1')] } });
  });

  test('are devices that the user sees: one that is not refuses all', async () => {
    const { as } = await plant();
    const user = await as({ of: 'north' });
    for (const id of ['B-root', 'nowhere'])
      expect((await user.refusal(favoriteEndpoints.add, { body: { items: [favorite('I1'), favorite(id)] } })).code).toBe(
        'resource.notFound',
      );
    expect((await user.call(favoriteEndpoints.list)).items).toEqual([]);
  });

  test('of a site that the user does not see any more are not shown', async () => {
    const { as, db } = await plant();
    const user = await as({ of: 'north' });
    await user.call(favoriteEndpoints.add, { body: { items: [favorite('I1')] } });
    await db.execute("update sites set enterprise_id = 'south' where id = 'A'");
    expect((await user.call(favoriteEndpoints.list)).items).toEqual([]);
  });

  test.each([{ items: [] }, { items: [{ favoriteType: 'Dashboard', favoriteDataId: 'I1' }] }, { items: [{ favoriteDataId: 'I1' }] }, {}])(
    'refuse %j',
    async (body) => {
      const { as } = await plant();
      expect((await (await as({ of: 'north' })).refusal(favoriteEndpoints.add, { body: body as never })).status).toBe(400);
    },
  );
});

describe('shared views', () => {
  const view = {
    pageName: 'dataStudio',
    originTabId: 'tab-1',
    parameters: {
      routeParams: { dashboardId: '7' },
      segments: {
        I1: { siteSegmentId: 'A-root', enterpriseId: 'north', contractorEnterpriseIds: [] },
        I9: { siteSegmentId: 'B-root', enterpriseId: 'south', contractorEnterpriseIds: ['north'] },
      },
      enterpriseIds: ['north', 'south'],
      signals: ['ActivePower||Raw'],
      isDevicePanelOpen: true,
      isSignalPanelOpen: false,
      isSidePanelOpen: false,
      detailsPanel: { kind: 'event', eventId: 'E1', tab: 'raw' },
      startTime: 'last7Days',
      endTime: null,
    },
  } as unknown as Omit<SharedUrl, 'shortUniqueId'>;

  async function plant() {
    const product = await testApp();
    await product.given.site({ id: 'A', enterpriseId: 'north' });
    await product.given.site({ id: 'B', enterpriseId: 'south' });
    return product;
  }

  test('come back under a short id', async () => {
    const { as } = await plant();
    const user = await as({ isProvider: true });
    const stored = await user.call(sharedUrlEndpoints.create, { body: view });
    expect(stored.shortUniqueId).toMatch(/^[\w-]{8}$/);
    expect(await user.call(sharedUrlEndpoints.get, { params: { shortId: stored.shortUniqueId } })).toEqual({
      ...view,
      shortUniqueId: stored.shortUniqueId,
    });
  });

  test('show each reader what the reader may see', async () => {
    const { as } = await plant();
    const { shortUniqueId } = await (await as({ isProvider: true })).call(sharedUrlEndpoints.create, { body: view });
    const reader = await as({ of: 'north', role: 'viewer' });
    const { parameters } = await reader.call(sharedUrlEndpoints.get, { params: { shortId: shortUniqueId } });
    expect([Object.keys(parameters.segments), parameters.enterpriseIds]).toEqual([['I1'], ['north']]);
    expect(parameters.signals).toEqual(['ActivePower||Raw']);
  });

  test.each([
    ['A-root', { kind: 'metadata', deviceId: 'A-root' }],
    ['B-root', null],
  ])('with a panel about %s show it to those who see the device', async (deviceId, expected) => {
    const { as } = await plant();
    const parameters = { ...view.parameters, detailsPanel: { kind: 'metadata' as const, deviceId } };
    const { shortUniqueId } = await (await as({ isProvider: true })).call(sharedUrlEndpoints.create, { body: { ...view, parameters } });
    const reader = await as({ of: 'north', role: 'viewer' });
    const shown = await reader.call(sharedUrlEndpoints.get, { params: { shortId: shortUniqueId } });
    expect(shown.parameters.detailsPanel).toEqual(expected);
  });

  test.each(['unknown1', 'x', '../etc', 'a'.repeat(64), '%27'])('are invalid under %s', async (shortId) => {
    const { as } = await plant();
    expect(await (await as({ of: 'north' })).refusal(sharedUrlEndpoints.get, { params: { shortId } })).toMatchObject({
      status: 404,
      message: 'SharedUrl_Invalid_Url',
    });
  });

  test.each([
    {},
    { ...view, pageName: 'x'.repeat(101) },
    { ...view, parameters: { ...view.parameters, detailsPanel: { kind: 'weather' } } },
  ])('of the wrong shape are refused', async (body) => {
    const { as } = await plant();
    expect((await (await as({ of: 'north' })).refusal(sharedUrlEndpoints.create, { body: body as never })).status).toBe(400);
  });
});

describe('files', () => {
  const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(600_000, 7)]);

  async function upload(
    { app }: TestApp,
    client: TestClient,
    path: string,
    parts: { name: string; fileName?: string; type?: string; content: Buffer | string }[],
  ) {
    const form = new FormData();
    for (const { name, fileName, type = 'application/octet-stream', content } of parts) {
      if (fileName === undefined) form.append(name, String(content));
      else form.append(name, new Blob([new Uint8Array(Buffer.from(content))], { type }), fileName);
    }
    const request = new Request('http://x', { method: 'POST', body: form });
    return app.inject({
      method: 'POST',
      url: path,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { ...client.headers, 'content-type': request.headers.get('content-type') ?? '' },
    });
  }

  test('an image comes back byte for byte to the user who uploaded it, and to no other', async () => {
    const product = await testApp();
    const [user, colleague] = [await product.as({ of: 'north' }), await product.as({ of: 'north' })];
    const answer = await upload(product, user, '/api/images', [
      { name: 'file', fileName: 'C:\\pictures\\Solros ☀.png', type: 'text/html', content: PNG },
    ]);
    expect(answer.json()).toMatchObject({ fileName: 'Solros ☀.png', bytes: PNG.length });
    const address = { params: { fileId: answer.json().fileId } };
    const file = await user.send(fileEndpoints.download, address);
    expect(file.rawPayload.equals(PNG)).toBe(true);
    expect(file.headers['content-type']).toBe('image/png');
    expect(file.headers['content-disposition']).toBe("inline; filename*=UTF-8''Solros%20%E2%98%80.png");
    expect(file.headers['content-security-policy']).toContain('sandbox');
    expect((await colleague.refusal(fileEndpoints.download, address)).code).toBe('resource.notFound');
  });

  test('a drawing without scripts is an image, with its own colours and references', async () => {
    const product = await testApp();
    const user = await product.as({ of: 'north' });
    const svg = `<?xml version="1.0"?><!-- plan --><svg xmlns="http://www.w3.org/2000/svg"><defs><linearGradient id="a"/></defs><rect style="fill:url(#a)"/><use href="#a"/></svg>`;
    const answer = await upload(product, user, '/api/images', [{ name: 'file', fileName: 'plan.svg', content: svg }]);
    const file = await user.send(fileEndpoints.download, { params: { fileId: answer.json().fileId } });
    expect([file.body, file.headers['content-type'], file.headers['x-content-type-options']]).toEqual([svg, 'image/svg+xml', 'nosniff']);
  });

  test('a CSV keeps the name that the form gives it', async () => {
    const product = await testApp();
    const user = await product.as({ of: 'north' });
    const answer = await upload(product, user, '/api/csv', [
      { name: 'fileName', content: 'budget.csv' },
      { name: 'file', fileName: 'blob', content: 'site;mwh\nA;1,5\n' },
    ]);
    expect(answer.json()).toMatchObject({ fileName: 'budget.csv', bytes: 15 });
    const file = await user.send(fileEndpoints.download, { params: { fileId: answer.json().fileId } });
    expect([file.body, file.headers['content-disposition']]).toEqual(['site;mwh\nA;1,5\n', "attachment; filename*=UTF-8''budget.csv"]);
  });

  test.each([
    ['an image that is none', '/api/images', [{ name: 'file', fileName: 'a.png', content: '<html><svg/></html>' }], 'Upload_Image_Unknown'],
    ['an empty file', '/api/csv', [{ name: 'file', fileName: 'a.csv', content: '' }], 'Upload_File_Empty'],
    ['no file at all', '/api/csv', [{ name: 'fileName', content: 'a.csv' }], 'Upload_File_Empty'],
    ['a CSV of null bytes', '/api/csv', [{ name: 'file', fileName: 'a.csv', content: Buffer.from([65, 0, 66]) }], 'Upload_Csv_NotText'],
  ])('%s is refused', async (_what, path, parts, message) => {
    const product = await testApp();
    const answer = await upload(product, await product.as({ of: 'north' }), path, parts);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'upload.failed', issues: [{ message }] });
  });

  test.each(ACTIVE_DRAWINGS)('the drawing %s is refused', async (content) => {
    const product = await testApp();
    const answer = await upload(product, await product.as({ of: 'north' }), '/api/images', [{ name: 'file', fileName: 'a.svg', content }]);
    expect(answer.json()).toMatchObject({ code: 'upload.failed', issues: [{ message: 'Upload_Image_Active' }] });
  });

  test('too much is refused without being stored', async () => {
    const product = await testApp();
    const answer = await upload(product, await product.as({ of: 'north' }), '/api/csv', [
      { name: 'file', fileName: 'a.csv', content: Buffer.alloc(LIMITS.uploadBytes + 1, 65) },
    ]);
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'request.tooLarge']);
    expect((await product.db.execute('select from files')).rowCount).toBe(0);
  });

  test.each([
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=a', '--a\r\nbroken'],
    ['application/json', '{}'],
  ])('a body of %s that is no upload is a clear refusal', async (contentType, payload) => {
    const product = await testApp();
    const user = await product.as({ of: 'north' });
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/images',
      payload,
      headers: { ...user.headers, 'content-type': contentType },
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json().code).toBeDefined();
  });

  test('a file whose time is over is gone', async () => {
    const { db, as } = await testApp();
    const user = await as({ of: 'north' });
    const caller = { userId: user.userId ?? ('' as never) };
    const stored = await storeFile(
      db,
      { ...caller, purpose: 'export', fileName: 'x.csv', contentType: 'text/csv', expiresAtMs: 100 },
      [Buffer.from('x')],
      0,
    );
    expect((await openFile(db, caller, stored.fileId, 99)).bytes).toBe(1);
    await expect(openFile(db, caller, stored.fileId, 100)).rejects.toMatchObject({ code: 'resource.notFound' });
    await deleteExpiredFiles(db, 100);
    expect((await db.execute('select from file_chunks')).rowCount).toBe(0);
  });
});

describe('forms', () => {
  test('are there for those who may submit them, and for no other users', async () => {
    const { as } = await testApp();
    const form = { params: { formName: 'api-token' } };
    const admin = await as({ of: 'north', role: 'admin' });
    expect((await admin.call(formEndpoints.get, form)).submit).toBe('/api/api-tokens/create');
    const viewer = await as({ of: 'north', role: 'viewer' });
    expect((await viewer.refusal(formEndpoints.get, form)).code).toBe('resource.notFound');
    expect((await admin.refusal(formEndpoints.get, { params: { formName: 'constructor' } })).code).toBe('resource.notFound');
  });
});
