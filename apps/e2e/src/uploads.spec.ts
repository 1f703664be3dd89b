import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { powerCurveEndpoints } from '@solvane/contract/models';
import { signalEndpoints } from '@solvane/contract/signals';
import { sheetsOf } from '@solvane/contract/uploads/upload-sheets';
import type { HttpUser } from '@solvane/testing/http-user';
import writeXlsxFile from 'write-excel-file/node';
import { expect, test } from './product.ts';
import { signInAs } from './visit.ts';

const TURBINES = ['s06-wt-1', 's06-wt-2', 's06-wt-3', 's06-wt-4'];
type Cell = string | number | null;

/** Four curves in the workbook of three sheets; each mistake changes one cell. */
async function workbook(isWrong: boolean): Promise<Buffer> {
  const wrong = <T extends Cell>(mistake: T, right: Cell): Cell => (isWrong ? mistake : right);
  const metadata: Cell[][] = [
    ['Curve 1', wrong('Efective', 'Effective'), 1.225, 0, 2, 0, 360, '2024-01-01', null, null, null, '10 min'],
    ['Curve 2', 'Effective', wrong(2.225, 1.225), 0, 2, 0, wrong(400, 360), '2024-01-01', null, null, null, '10 min'],
    ['Curve 3', 'Effective', 1.225, 0, 2, 0, 360, '2024-01-01', null, wrong('02-29/04-30', '02-28/04-30'), '00:00/24:00', '10 min'],
    ['Curve 4', 'Effective', 1.225, 0, 2, 0, 360, '2024-01-01', null, '05-01/09-30', wrong('22:00/23:55', '22:00/23:50'), '10 min'],
  ];
  const points = metadata.flatMap(([id]) =>
    [3, 6, 9, 12, 25].map((speed): Cell[] => [id ?? '', speed, Math.min(2_000, (speed - 3) * 250)]),
  );
  points[1] = ['Curve 1', 6, wrong(null, 750)];
  const devices = TURBINES.map((id, at): Cell[] => [`Curve ${at + 1}`, id, at === 3 ? wrong('WT-99', 'WT-4') : `WT-${at + 1}`]);
  return writeXlsxFile(
    sheetsOf('powerCurves').map(({ name, columns }, at) => ({
      sheet: name,
      data: [columns.map(({ header }) => header), ...([metadata, points, devices][at] ?? [])],
    })),
  ).toBuffer();
}

const DAY_MS = 86_400_000;
const ids = (numbers: readonly number[]) => numbers.map((number) => segmentIdSchema.parse(`s06-wt-${number}`));

/** Mean expected power of a turbine over the last whole day; its curve holds all year. [kW] */
async function expectedPower(user: HttpUser): Promise<number> {
  const endMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;
  const { series } = await user.call(signalEndpoints.values, {
    body: {
      ...{ segmentIds: ids([2]), signalIds: [signalIdSchema.parse('ActivePower||Expected')] },
      ...{ startMs: endMs - DAY_MS, endMs, resolution: 'hour' as const },
    },
  });
  const known = series[0]?.values.filter((value) => value !== null) ?? [];
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Of the turbines without an own effective curve the one with the most data that no event spoils. */
async function bestMeasured(user: HttpUser): Promise<{ segmentId: string; name: string }> {
  const months = [0, 1].map((back) => new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - back, 1)));
  const { items } = await user.call(powerCurveEndpoints.measured, {
    body: { segmentIds: ids([4, 5, 6]), months: months.map((month) => month.toISOString().slice(0, 10)), type: 'Nominal' },
  });
  const [best] = items.toSorted((a, b) => b.points.length - a.points.length);
  if (!best || best.points.length < 2) throw new Error('No turbine of the demo has enough data for a curve');
  return best;
}

test('power curves with seven mistakes are corrected by what their cells say, imported, compared with a measured one, and taken back', async ({
  page,
  product,
  userOf,
}) => {
  // Two recalculations lie between its steps.
  test.setTimeout(480_000);
  const user = await userOf('admin');
  const before = await expectedPower(user);
  expect(before).toBeGreaterThan(0);
  const file = (content: Buffer) => ({ name: 'curves.xlsx', mimeType: 'application/octet-stream', buffer: content });
  await signInAs(page, 'admin', { baseUrl: product.baseUrl, path: '/manage-data/data-upload' });
  await page.getByRole('button', { name: 'Upload: Power curves' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.locator('input[type=file]').setInputFiles(file(await workbook(true)));

  const findings = page.getByRole('region', { name: 'Findings' });
  await expect(findings.getByRole('button', { name: /^Error Wind direction is 400°/ })).toBeVisible();
  await expect(findings.getByRole('listitem').getByRole('button', { name: /^Error / })).toHaveText([
    /Power curve type Efective is unknown.*Metadata, row 2/,
    /Air density is 2.225 kg\/m³.*Metadata, row 3/,
    /Wind direction is 400°.*Metadata, row 3/,
    /The day range 02-29\/04-30 has a leap day.*Use Feb 28.*Metadata, row 4/,
    /The hour range 22:00\/23:55 does not fit intervals of 10 min.*Metadata, row 5/,
    /Active power \(kW\) is empty.*PowerCurve, row 3/,
    /The device name WT-99 does not match.*s06-wt-4 is WT-4.*Device Assignment, row 5/,
  ]);
  await page.keyboard.press('n');
  await expect(page.getByRole('status').filter({ hasText: 'Allowed: Nominal, Warranted, Effective, Reference.' })).toBeVisible();
  await findings.getByRole('button', { name: /Device Assignment, row 5/ }).click();
  await expect(page.getByRole('tab', { name: /^Device Assignment/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('cell', { name: /^WT-99/ })).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('7 errors block the import.');

  await page.getByRole('button', { name: 'Upload corrected file' }).click();
  await page.locator('input[type=file]').setInputFiles(file(await workbook(false)));
  await expect(page.getByText('4 new, 0 replaced')).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Import 4' }).click();
  await expect(page.getByText('Affected days are recalculated in the background.')).toBeVisible();

  const done = page.url();

  // What is expected of the turbine follows its new curve once its days are calculated again.
  await expect.poll(async () => Math.abs((await expectedPower(user)) / before - 1), { timeout: 180_000 }).toBeGreaterThan(0.01);
  const after = await expectedPower(user);

  const { segmentId, name } = await bestMeasured(user);
  await page.getByRole('link', { name: 'Open model data' }).click();
  await expect(page.getByRole('grid', { name: 'Power curves' }).getByRole('row', { name: /^Curve 1 Effective/ })).toBeVisible();
  await page.goto(`/configure/model-data?show=measured&turbines=${encodeURIComponent(JSON.stringify([segmentId]))}`);
  await expect(page.getByRole('img', { name: `Power over wind speed as measured: ${name}` })).toBeVisible();
  await expect(page.getByText(/h of data, /)).toBeVisible();
  await page.getByRole('button', { name: 'Save as power curve' }).click();
  const dialog = page.getByRole('dialog');
  const measuredName = `${name} measured ${Date.now()}`;
  await dialog.getByRole('textbox', { name: 'Name' }).fill(measuredName);
  await dialog.getByRole('button', { name: 'Save curve' }).click();
  await expect(page.getByRole('heading', { name: measuredName })).toBeVisible();
  // The chosen curves lie over the field that opens the list.
  await page.getByRole('combobox', { name: 'Compare with' }).click({ force: true });
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /^Curve 1/ })
    .click();
  await page.keyboard.press('Escape');
  const points = page.getByRole('table', { name: 'Points of the curves' });
  await expect(points.getByRole('columnheader', { name: /^Curve 1, difference/ })).toBeVisible();
  await expect(page.getByRole('img', { name: `Power over wind speed: ${measuredName}, Curve 1` })).toBeVisible();

  // A curve that a turbine has is not deleted; once it is taken from it, it is.
  const curves = (await user.call(powerCurveEndpoints.search, { body: {} })).items;
  const measured = curves.find((curve) => curve.name === measuredName);
  if (!measured) throw new Error('The measured curve was not saved');
  const { uploadedBy: _by, uploadedMs: _ms, can: _can, ...content } = measured;
  const removal = await user.send(powerCurveEndpoints.remove, { body: { id: measured.id } });
  expect(removal.status).toBe(400);
  await user.call(powerCurveEndpoints.save, { body: { ...content, segmentIds: [] } });
  await user.call(powerCurveEndpoints.remove, { body: { id: measured.id } });

  await page.goto(done);
  await page.getByRole('button', { name: 'Revert' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
  await expect(page.getByText(/^By Ada Admin, .* Affected days are recalculated\.$/)).toBeVisible();
  await expect.poll(async () => Math.abs((await expectedPower(user)) / after - 1), { timeout: 180_000 }).toBeGreaterThan(0.01);
});
