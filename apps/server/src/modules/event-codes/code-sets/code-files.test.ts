import { toCsv } from '@solvane/contract/csv-text';
import type { ResponseOf } from '@solvane/contract/endpoint';
import { eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { expect, test } from 'vitest';
import { longestTurn, MOST_YARDSTICKS } from '../../../testing/longest-turn.ts';
import { sendFile } from '../../../testing/send-file.ts';
import { type TestApp, type TestClient, testApp } from '../../../testing/test-app.ts';
import { parseCsv } from './csv-text.ts';

async function withSet() {
  const app = await testApp();
  await app.given.site({ id: 'ridge', enterpriseId: 'solvind', energyType: 'Wind' });
  const [analyst, viewer, stranger] = await Promise.all([
    app.as({ of: 'solvind', role: 'analyst' }),
    app.as({ of: 'solvind', role: 'viewer' }),
    app.as({ of: 'other', role: 'analyst' }),
  ]);
  const { id: setId } = await analyst.call(eventCodeSetEndpoints.save, {
    body: {
      id: null,
      enterpriseId: 'solvind',
      name: 'Aerostrom',
      manufacturer: 'Aerostrom',
      models: [],
      energyType: 'Wind',
      codes: [
        { code: '301', category: 'Turbine fault', eventType: 'Downtime', priority: 7, description: 'Gearbox, "hot";\nstopped' },
        { code: '=1+2', category: 'Grid outage', eventType: 'Communication Loss', priority: null, description: '' },
      ],
    },
  });
  return { app, analyst, viewer, stranger, setId };
}

async function read(
  app: TestApp,
  user: TestClient,
  fileName: string,
  content: string | Buffer,
): Promise<ResponseOf<typeof eventCodeSetEndpoints.readFile>> {
  const answer = await sendFile(app, user, { path: eventCodeSetEndpoints.readFile.path, fileName, content });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json();
}

test.each(['csv', 'xlsx'] as const)('a set that was written as %s is read again as it was', async (format) => {
  const { app, viewer, analyst, setId } = await withSet();
  const answer = await viewer.send(eventCodeSetEndpoints.exportFile, { body: { setId, format } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''Aerostrom.${format}`);
  const { rows, issues } = await read(app, analyst, `Aerostrom.${format}`, answer.rawPayload);
  expect(issues).toEqual([]);
  expect(rows.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toEqual([
    { code: '301', category: 'Turbine fault', eventType: 'Downtime', priority: 7, description: 'Gearbox, "hot";\nstopped' },
    { code: '=1+2', category: 'Grid outage', eventType: 'Communication Loss', priority: null, description: '' },
  ]);
});

test('for an enterprise the file holds what it says, and the default each hides', async () => {
  const { analyst, stranger, setId } = await withSet();
  const item = { code: '301', category: 'Icing stop', eventType: null, priority: null };
  await analyst.call(eventCodeSetEndpoints.override, { body: { setId, enterpriseId: 'solvind', siteId: null, items: [item] } });
  const body = { setId, enterpriseId: 'solvind', format: 'csv' as const };
  const { payload } = await analyst.send(eventCodeSetEndpoints.exportFile, { body });
  expect(await parseCsv(payload, { mostRows: 10 })).toEqual([
    ['code', 'description', 'type', 'category', 'priority', 'defaultType', 'defaultCategory', 'defaultPriority'],
    ['=1+2', '', '', '', '', 'Communication Loss', 'Grid outage', ''],
    ['301', 'Gearbox, "hot";\nstopped', '', 'Icing stop', '', 'Downtime', 'Turbine fault', '7'],
  ]);
  expect((await stranger.refusal(eventCodeSetEndpoints.exportFile, { body })).status).toBe(404);
});

test('what cannot be read is told line by line, and the rest is read', async () => {
  const { app, analyst, viewer } = await withSet();
  const content = 'Code;Type;Priority;Category\r\n1;downtime;3;Icing stop\r\n;Downtime;;\r\n2;Broken;1,5;\r\n1;;;\r\n\r\n3;;;';
  const { rows, issues, errorCount } = await read(app, analyst, 'codes.csv', content);
  expect(rows).toEqual([
    { code: '1', description: '', eventType: 'Downtime', category: 'Icing stop', priority: 3 },
    { code: '3', description: '', eventType: null, category: null, priority: null },
  ]);
  expect(errorCount).toBe(4);
  expect(issues.map(({ message, values }) => [message, values?.line])).toEqual([
    ['EventCodeSet_File_CodeMissing', 3],
    ['EventCodeSet_File_TypeUnknown', 4],
    ['EventCodeSet_File_PriorityWrong', 4],
    ['EventCodeSet_File_Twice', 5],
  ]);
  const path = eventCodeSetEndpoints.readFile.path;
  for (const file of [
    { fileName: 'codes.csv', content: 'name,type\n1,Downtime' },
    { fileName: 'codes.xlsx', content: 'no workbook' },
    { fileName: 'codes.csv', content: 'code,type\n1,"Downtime' },
  ])
    expect((await sendFile(app, analyst, { path, ...file })).statusCode).toBe(400);
  expect((await sendFile(app, viewer, { path, fileName: 'codes.csv', content })).statusCode).toBe(403);
});

test('texts survive CSV whatever is in them', async () => {
  const rows = [['a', 'b;c', '"', "'-x", '-y', '@', 'ä\n\r\nz', '', "'"]];
  expect(await parseCsv(toCsv([['head'], ...rows]), { mostRows: 10 })).toEqual([['head'], ...rows]);
});

test('a text is read over several turns, and no further than wanted', async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => [String(at), `Grid fault "${at}"; ä`]);
  expect(await parseCsv(toCsv(rows), { mostRows: 40_000 })).toEqual(rows.slice(0, 40_000));
});

test.each([
  ['300,000 codes', `code,description\n${Array.from({ length: 300_000 }, (_, at) => `${at},"Fault number ${at}"`).join('\n')}`],
  ['a single line of 15 MB', `code${','.repeat(15_000_000)}`],
])('%s are refused and keep the main thread for a moment only', { timeout: 60_000 }, async (_name, content) => {
  const { app, analyst } = await withSet();
  const { path } = eventCodeSetEndpoints.readFile;
  await sendFile(app, analyst, { path, fileName: 'codes.csv', content: 'code\n1' });
  let status = 0;
  const longest = await longestTurn(async () => {
    status = (await sendFile(app, analyst, { path, fileName: 'codes.csv', content })).statusCode;
  });
  expect(status).toBe(400);
  expect(longest).toBeLessThan(MOST_YARDSTICKS);
});
