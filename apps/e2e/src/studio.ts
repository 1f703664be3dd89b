import { expect, type Locator, type Page } from '@playwright/test';

export function deviceTree(page: Page): Locator {
  return page.getByRole('tree', { name: 'Devices' });
}

/** A row of the device tree by the name of its device. */
export function device(page: Page, name: string): Locator {
  return deviceTree(page)
    .getByRole('treeitem')
    .filter({ has: page.getByText(name, { exact: true }) });
}

export async function openDevice(page: Page, name: string): Promise<void> {
  const row = device(page, name);
  await row.locator('[data-part=chevron]').click();
  await expect(row).toHaveAttribute('aria-expanded', 'true');
}

export async function chooseDevice(page: Page, name: string): Promise<void> {
  const row = device(page, name);
  await row.click();
  await expect(row).toHaveAttribute('aria-checked', 'true');
}

/** A row of the signals panel: many devices have a quantity in several calculation types. */
export function signal(page: Page, name: string, calcType = 'Raw'): Locator {
  return page
    .getByRole('tree', { name: 'Signals' })
    .getByRole('treeitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .filter({ has: page.getByText(new RegExp(`^${calcType}, `)) });
}

export function signalSearch(page: Page): Locator {
  return page.getByPlaceholder(/^Search \d+ signals?$/);
}

export async function chooseSignal(page: Page, name: string, calcType = 'Raw'): Promise<void> {
  // The list holds only the rows in view.
  await signalSearch(page).fill(name);
  const row = signal(page, name, calcType);
  await row.click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await signalSearch(page).clear();
}

export function chart(page: Page): Locator {
  return page.getByRole('group', { name: 'Time series' });
}

/** One of the stacked plots, by its head: quantity and unit. */
export function plot(page: Page, head: string): Locator {
  return chart(page).getByRole('region', { name: head, exact: true });
}

/** What is used of a canvas here: the types of a browser do not belong to this program. */
interface Canvas {
  width: number;
  height: number;
  getContext(kind: '2d'): { getImageData(x: number, y: number, width: number, height: number): { data: { buffer: ArrayBuffer } } };
}

interface Table {
  querySelectorAll(selector: string): Iterable<Table>;
  getAttribute(name: string): string | null;
  textContent: string | null;
}

/** Lines are on the canvas: there is more than one colour. */
export async function expectDrawn(canvas: Locator): Promise<void> {
  const colours = (element: Canvas): number => {
    const { data } = element.getContext('2d').getImageData(0, 0, element.width, element.height);
    return new Set(new Uint32Array(data.buffer)).size;
  };
  await expect.poll(() => evaluate(canvas, colours), { message: 'colours on the canvas' }).toBeGreaterThan(3);
}

export interface LegendFigures {
  last: string;
  min: string;
  max: string;
  mean: string;
  dataShare: string;
}

/** What the legend says of a line. */
export async function figuresOf(page: Page, line: string): Promise<LegendFigures> {
  const cells = await chart(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Show ${line}`, exact: true }) })
    .getByRole('cell')
    .allInnerTexts();
  const [, last = '', min = '', max = '', mean = '', dataShare = ''] = cells;
  return { last, min, max, mean, dataShare };
}

/** All rows of the table twin, scrolled through: the time and the numbers as they are written. */
export async function tableRows(page: Page): Promise<string[][]> {
  const region = page.getByRole('region', { name: 'Time series' });
  const table = region.getByRole('table');
  await expect(table).toBeVisible();
  const total = Number(await table.getAttribute('aria-rowcount')) - 1;
  const rows = new Map<number, string[]>();
  const read = (element: Table): [number, (string | null)[]][] =>
    Array.from(element.querySelectorAll('tbody tr[aria-rowindex]'), (row) => [
      Number(row.getAttribute('aria-rowindex')),
      Array.from(row.querySelectorAll('th, td:not([aria-hidden])'), (cell) => cell.textContent),
    ]);
  await region.hover();
  await expect
    .poll(async () => {
      for (const [index, texts] of await evaluate(table, read)) rows.set(index, texts.map(String));
      await page.mouse.wheel(0, 400);
      return rows.size;
    })
    .toBe(total);
  return [...rows].toSorted(([left], [right]) => left - right).map(([, texts]) => texts);
}

/** The number that a text shows, and half of its last digit: as exact as it can be read. */
export function readNumber(text: string): { value: number; tolerance: number } {
  const plain = text.replaceAll('−', '-').replaceAll(',', '');
  const decimals = plain.split('.')[1]?.length ?? 0;
  return { value: Number(plain), tolerance: 0.5 * 10 ** -decimals + 1e-9 };
}

/** A text shows this value, rounded to the digits it has. */
export function expectShows(text: string | undefined, value: number | null, what: string): void {
  if (value === null) {
    expect(text, what).toBe('—');
    return;
  }
  const { value: shown, tolerance } = readNumber(text ?? '');
  expect(Math.abs(shown - value), `${what}: ${text} for ${value}`).toBeLessThanOrEqual(tolerance);
}

/** Runs in the page, with the element as what the caller uses of it. */
function evaluate<E, R>(locator: Locator, run: (element: E) => R): Promise<R> {
  return locator.evaluate(run as never);
}
