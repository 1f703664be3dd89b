import { budgetEndpoints, powerCurveEndpoints } from '@solvane/contract/models';
import { type Upload, uploadEndpoints } from '@solvane/contract/uploads/uploads';
import { expect, test } from 'vitest';
import { longestTurn, MOST_YARDSTICKS } from '../../testing/longest-turn.ts';
import { sendFile } from '../../testing/send-file.ts';
import { type TestApp, type TestAppOptions, type TestClient, testApp } from '../../testing/test-app.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const PATH = uploadEndpoints.create.path;

interface Fleet extends TestApp {
  analyst: TestClient;
  /** Sends a file and waits for its validation. */
  upload(kind: string, content: string | Buffer, client?: TestClient): Promise<Upload>;
}

async function fleet(options: TestAppOptions = {}): Promise<Fleet> {
  const app = await testApp({ nowMs: NOW_MS, ...options });
  await app.given.site({ id: 'ridge', name: 'Ridge', enterpriseId: 'solvind', energyType: 'Wind' });
  for (const id of ['WT1', 'WT2']) await app.given.segment({ siteId: 'ridge', id, name: id, segmentType: 'WindTurbine' });
  await app.given.site({ id: 'foreign', name: 'Foreign', enterpriseId: 'other' });
  await app.given.segment({ siteId: 'foreign', id: 'FOREIGN', segmentType: 'WindTurbine' });
  const analyst = await app.as({ of: 'solvind', role: 'admin' });
  return {
    ...app,
    analyst,
    upload: async (kind, content, client = analyst) => {
      const answer = await sendFile(app, client, { path: `${PATH}?kind=${kind}`, fileName: `${kind}.csv`, content });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
      await app.deps.jobs.runWaiting();
      return client.call(uploadEndpoints.get, { body: { id: answer.json<Upload>().id } });
    },
  };
}

const year = (of: number, energy = 1000) =>
  [
    'Site id,Site name,Year,Month,Energy (kWh)',
    ...Array.from({ length: 12 }, (_, month) => `ridge,Ridge,${of},${month + 1},${energy + month}`),
  ].join('\n');

test('a budget goes from the file over its review to the import, and back', async () => {
  const { analyst, upload, deps } = await fleet();
  const validated = await upload('budgets', year(2027));
  expect(validated).toMatchObject({
    kind: 'budgets',
    state: 'review',
    errors: 0,
    warnings: 0,
    sheets: [{ name: 'Budgets', rows: 12 }],
    change: { added: 1, replaced: 0, siteIds: ['ridge'], startMs: Date.UTC(2027, 0, 1), endMs: Date.UTC(2028, 0, 1) },
    can: { confirm: true, cancel: true, revert: false },
  });
  const body = { siteId: 'ridge' as never };
  expect((await analyst.call(budgetEndpoints.read, { body })).rows).toEqual([]);

  const { id } = validated;
  expect(await analyst.call(uploadEndpoints.confirm, { body: { id } })).toMatchObject({ state: 'importing' });
  await deps.jobs.runWaiting();
  expect(await analyst.call(uploadEndpoints.get, { body: { id } })).toMatchObject({
    state: 'done',
    importedAtMs: NOW_MS,
    can: { revert: true },
  });
  expect((await analyst.call(budgetEndpoints.read, { body })).rows.map(({ energyKwh }) => energyKwh)).toEqual(
    Array.from({ length: 12 }, (_, month) => 1000 + month),
  );

  expect(await analyst.call(uploadEndpoints.revert, { body: { id } })).toMatchObject({
    state: 'reverted',
    revertedAtMs: NOW_MS,
    can: { revert: false },
  });
  expect((await analyst.call(budgetEndpoints.read, { body })).rows).toEqual([]);
  expect((await analyst.call(uploadEndpoints.search, { body: {} })).items).toMatchObject([
    { id, state: 'reverted', fileName: 'budgets.csv' },
  ]);
});

test('what was replaced comes back with a revert, unless it was changed again since', async () => {
  const { analyst, upload, deps } = await fleet();
  const importOf = async (content: string): Promise<Upload> => {
    const { id } = await upload('budgets', content);
    await analyst.call(uploadEndpoints.confirm, { body: { id } });
    await deps.jobs.runWaiting();
    return analyst.call(uploadEndpoints.get, { body: { id } });
  };
  const first = await importOf(year(2027, 1000));
  const second = await importOf(year(2027, 5000));
  expect(second).toMatchObject({ state: 'done', warnings: 1, change: { added: 0, replaced: 1 } });
  expect(await analyst.refusal(uploadEndpoints.revert, { body: { id: first.id } })).toMatchObject({ status: 409 });
  await analyst.call(uploadEndpoints.revert, { body: { id: second.id } });
  const { rows } = await analyst.call(budgetEndpoints.read, { body: { siteId: 'ridge' as never } });
  expect(rows[0]?.energyKwh).toBe(1000);
});

test('errors block the import, stand in their cells and in a file', async () => {
  const { analyst, upload } = await fleet();
  const wrong = year(2027).replace('ridge,Ridge,2027,3,1002', 'ridge,Ridge,2027,3,lots').replace('ridge,Ridge,2027,5', 'nowhere,,2027,5');
  const { id, ...upload_ } = await upload('budgets', wrong);
  expect(upload_).toMatchObject({ state: 'review', errors: 2, warnings: 1, change: null, can: { confirm: false } });
  const { items } = await analyst.call(uploadEndpoints.findings, { body: { id } });
  expect(items.map(({ row, column, code }) => [row, column, code])).toEqual([
    [4, 'energy', 'notANumber'],
    [6, 'siteId', 'siteUnknown'],
    [2, 'month', 'budgetMonthsMissing'],
  ]);
  expect(await analyst.refusal(uploadEndpoints.confirm, { body: { id } })).toMatchObject({ status: 409 });

  const all = await analyst.call(uploadEndpoints.rows, { body: { id, sheet: 'Budgets', offset: 1, limit: 2 } });
  expect(all).toMatchObject({
    total: 12,
    rows: [
      { number: 3, findings: [] },
      { number: 4, findings: [{ column: 4, code: 'notANumber' }] },
    ],
  });
  const marked = await analyst.call(uploadEndpoints.rows, { body: { id, sheet: 'Budgets', offset: 1, limit: 5, onlyFindings: true } });
  expect(marked).toMatchObject({ total: 3, rows: [{ number: 4 }, { number: 6 }] });

  const page = { id, sheet: 'Budgets', offset: 0, limit: 4 } as const;
  expect(await analyst.call(uploadEndpoints.rows, { body: { ...page, row: 9 } })).toMatchObject({
    offset: 4,
    rows: [{ number: 6 }, {}, {}, { number: 9 }],
  });
  expect(await analyst.call(uploadEndpoints.rows, { body: { ...page, limit: 2, row: 6, onlyFindings: true } })).toMatchObject({
    offset: 2,
    rows: [{ number: 6 }],
  });

  const file = await analyst.send(uploadEndpoints.findingsFile, { body: { id, locale: 'sv-SE' } });
  expect(file.body.split('\r\n').slice(0, 2).join('\n')).toBe(
    '\uFEFFNivå,Blad,Rad,Kolumn,Rader,Avvikelse,Åtgärd\nFel,Budgets,4,Energy (kWh),1,lots är inget tal,Ange ett tal utan enhet.',
  );
  const original = await analyst.send(uploadEndpoints.file, { query: { id } });
  expect(original.body).toBe(wrong);
});

test('a cancelled upload changes nothing, and is not imported any more', async () => {
  const { analyst, upload, deps } = await fleet();
  const { id } = await upload('budgets', year(2027));
  await analyst.call(uploadEndpoints.confirm, { body: { id } });
  expect(await analyst.call(uploadEndpoints.cancel, { body: { id } })).toMatchObject({ state: 'cancelled' });
  await deps.jobs.runWaiting();
  expect(await analyst.call(uploadEndpoints.get, { body: { id } })).toMatchObject({ state: 'cancelled', importedAtMs: null });
  expect((await analyst.call(budgetEndpoints.read, { body: { siteId: 'ridge' as never } })).rows).toEqual([]);
  expect(await analyst.refusal(uploadEndpoints.cancel, { body: { id } })).toMatchObject({ status: 409 });
});

test('a user who loses the right to change models while the import waits changes nothing', async () => {
  const { analyst, upload, deps, db } = await fleet();
  const { id } = await upload('budgets', year(2027));
  await analyst.call(uploadEndpoints.confirm, { body: { id } });
  await db.execute(`delete from role_permissions where permission = 'EditMetadata'`);
  await deps.jobs.runWaiting();
  expect((await analyst.call(uploadEndpoints.search, { body: {} })).items).toEqual([]);
  await db.execute(`insert into role_permissions select id, 'EditMetadata' from roles on conflict do nothing`);
  expect(await analyst.call(uploadEndpoints.get, { body: { id } })).toMatchObject({ state: 'failed' });
});

test('devices of another enterprise are unknown, and so is the upload to its users', async () => {
  const { as, upload, analyst } = await fleet();
  const stranger = await as({ of: 'other', role: 'admin' });
  const rows = ['Device id,Effective from,Rank,Reference device id', 'FOREIGN,2026-01-01,1,WT1'].join('\n');
  const { id } = await upload('referenceTurbines', rows);
  const { items } = await analyst.call(uploadEndpoints.findings, { body: { id } });
  expect(items.map(({ code, values }) => [code, values.device])).toEqual([['deviceUnknown', 'FOREIGN']]);
  for (const endpoint of [uploadEndpoints.get, uploadEndpoints.findings, uploadEndpoints.cancel, uploadEndpoints.revert] as const)
    expect(await stranger.refusal(endpoint, { body: { id } })).toMatchObject({ status: 404 });
  expect((await stranger.call(uploadEndpoints.search, { body: {} })).items).toEqual([]);
  const colleague = await as({ of: 'solvind', role: 'admin' });
  expect(await colleague.call(uploadEndpoints.get, { body: { id } })).toMatchObject({ can: { confirm: false, cancel: false } });
});

test('each kind needs the permission of what it changes', async () => {
  const app = await fleet();
  const uploader = await app.as({ of: 'solvind', permissions: ['PageDataUpload', 'EditMetadata'] });
  const send = (kind: string, client: TestClient) =>
    sendFile(app, client, { path: `${PATH}?kind=${kind}`, fileName: 'a.csv', content: 'a' });
  expect((await send('budgets', uploader)).statusCode).toBe(200);
  expect((await send('manualData', uploader)).statusCode).toBe(403);
  expect((await send('referenceTurbines', uploader)).statusCode).toBe(403);
  expect((await send('budgets', await app.as({ of: 'solvind', role: 'viewer' }))).statusCode).toBe(403);
});

test('a template comes back without errors once it is filled in', async () => {
  const { analyst, upload } = await fleet();
  const body = { kind: 'budgets' as const, siteIds: ['ridge' as never], format: 'csv' as const };
  const template = (await analyst.send(uploadEndpoints.template, { body })).body;
  expect(template.split('\r\n')).toHaveLength(14);
  const filled = template.replaceAll(/(ridge,Ridge,2027,\d+),/g, '$1,500');
  expect(await upload('budgets', filled)).toMatchObject({ errors: 0, change: { added: 1 } });
  expect(await analyst.refusal(uploadEndpoints.template, { body: { ...body, siteIds: ['foreign' as never] } })).toMatchObject({
    status: 404,
  });
  const csvOfCurves = { kind: 'powerCurves' as const, siteIds: [], format: 'csv' as const };
  expect(await analyst.refusal(uploadEndpoints.template, { body: csvOfCurves })).toMatchObject({ status: 404 });
});

test('the workbook of stored power curves is a template that imports the same again', async () => {
  const app = await fleet();
  const { analyst, deps } = app;
  const conditions = { airDensity: 1.225, airDensityMin: 0, airDensityMax: 2, windDirectionMin: 200, windDirectionMax: 40 };
  const points = [3, 8, 13].map((windSpeed) => ({ windSpeed, power: windSpeed * 100 }));
  const ranges = { dayRange: { from: 501, to: 930 }, timeRange: { fromMinute: 360, toMinute: 1320 } };
  const effective = { effectiveStartMs: Date.UTC(2024, 4, 31, 22), effectiveEndMs: null };
  const curve = {
    id: null,
    enterpriseId: 'solvind' as never,
    name: 'V90',
    type: 'Nominal',
    points,
    ...conditions,
    ...ranges,
    ...effective,
    resolutionMinutes: 10,
    segmentIds: ['WT1' as never, 'WT2' as never],
  } as const;
  await analyst.call(powerCurveEndpoints.save, { body: { ...curve, points: [...points], segmentIds: [...curve.segmentIds] } });
  const before = await analyst.call(powerCurveEndpoints.search, { body: {} });
  const template = await analyst.send(uploadEndpoints.template, {
    body: { kind: 'powerCurves', siteIds: ['ridge' as never], format: 'xlsx' },
  });
  const validated = await app.upload('powerCurves', template.rawPayload);
  expect(validated).toMatchObject({ errors: 0, change: { added: 0, replaced: 1, devices: 2 } });
  await analyst.call(uploadEndpoints.confirm, { body: { id: validated.id } });
  await deps.jobs.runWaiting();
  expect((await analyst.call(powerCurveEndpoints.search, { body: {} })).items).toEqual(before.items);

  // What replaces a curve, and what takes that back, are versions of it.
  const id = before.items[0]?.id ?? '';
  const body = { ...curve, id, segmentIds: [...curve.segmentIds], points: points.map((point) => ({ ...point, power: 900 })) };
  await analyst.call(powerCurveEndpoints.save, { body });
  const again = await app.upload('powerCurves', template.rawPayload);
  await analyst.call(uploadEndpoints.confirm, { body: { id: again.id } });
  await deps.jobs.runWaiting();
  await analyst.call(uploadEndpoints.revert, { body: { id: again.id } });
  const versions = (await analyst.call(powerCurveEndpoints.versions, { body: { id } })).items;
  expect(versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
  const contentOf = (version: number) => analyst.call(powerCurveEndpoints.version, { body: { id, version } });
  expect([await contentOf(3), await contentOf(4)]).toEqual([await contentOf(1), await contentOf(2)]);
});

test('manual values are written for the calculation, and cannot be taken back', { timeout: 60_000 }, async () => {
  const { analyst, upload, deps } = await fleet({ signals: true });
  const rows = ['Device id,Signal,Timestamp,Value', 'WT1,ActivePower,2026-01-10T12:00,700', 'WT1,ActivePower,2026-01-10T12:10,710'].join(
    '\n',
  );
  const importOf = async (content: string) => {
    const { id } = await upload('manualData', content);
    await analyst.call(uploadEndpoints.confirm, { body: { id } });
    await deps.jobs.runWaiting();
    return analyst.call(uploadEndpoints.get, { body: { id } });
  };
  expect(await importOf(rows)).toMatchObject({ state: 'done', change: { added: 2, replaced: 0, devices: 1 }, can: { revert: false } });
  const startMs = Date.UTC(2026, 0, 10, 11);
  const series = await deps.signals.registry.list(['WT1' as never]);
  const points = await deps.signals.store.readPoints({
    kind: 'raw',
    series: series.map((each) => each.series),
    startMs,
    endMs: startMs + 3_600_000,
  });
  expect([...points.values].sort()).toEqual([700, 710]);
  // The same file again replaces its values, and says so before.
  expect(await importOf(rows)).toMatchObject({ warnings: 2, change: { added: 0, replaced: 2 } });
});

test('a large file keeps the main thread for moments only', { timeout: 120_000 }, async () => {
  const { upload } = await fleet();
  const rows = Array.from({ length: 30_000 }, (_, at) => {
    const time = new Date(Date.UTC(2025, 0, 1) + at * 600_000).toISOString().slice(0, 16);
    return `WT1,ActivePower,${time},${at}`;
  });
  const content = ['Device id,Signal,Timestamp,Value', ...rows].join('\n');
  let uploaded: Upload | undefined;
  const turn = await longestTurn(async () => {
    uploaded = await upload('manualData', content);
  });
  expect(turn).toBeLessThan(MOST_YARDSTICKS);
  // Six intervals of the hour that the clock skipped.
  expect(uploaded).toMatchObject({ state: 'review', errors: 6, sheets: [{ rows: 30_000 }] });
});
