import { sheetsOf } from '@solvane/contract/uploads/upload-sheets';
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

test('power curves with seven mistakes are corrected by what their cells say, imported, and taken back', async ({ page, product }) => {
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

  await page.getByRole('button', { name: 'Revert' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
  await expect(page.getByText(/^By Ada Admin, .* Affected days are recalculated\.$/)).toBeVisible();
});
