import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WidgetGrid } from '../../shared/widgets/widget-grid.tsx';
import { SITES, toSite } from '../../testing/fake-fleet.ts';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { installScreen } from '../../testing/fake-screen.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { textWidget } from './text.widget.tsx';

async function showText(markdown: string): Promise<HTMLElement> {
  const position = { x: 0, y: 0, w: 4, h: 3 };
  const stored: StoredWidget = { id: 'text', type: 'text', version: 1, position, phoneOrder: 0, settings: { markdown } };
  const page = { sites: SITES.slice(0, 1).map(toSite), period: { startMs: 0, endMs: 1 }, zone: 'UTC', nowMs: 0, powerDeviceIds: null };
  await renderScreen(<WidgetGrid widgets={[stored]} registry={{ text: textWidget }} page={page} />, createFakeProduct());
  return screen.findByRole('region', { name: 'Text' });
}

beforeEach(() => installScreen());
afterEach(() => vi.unstubAllGlobals());

test('Markdown becomes headings, lists, tables and links, with placeholders filled in but not in code', async () => {
  const markdown = '# Shift at {site}\n\n- **Call** [the log](/event-log)\n\n| Site | MW |\n| - | -: |\n| {site} | 8 |\n\n`{site}`';
  const part = within(await showText(markdown));
  expect((await part.findByRole('heading', { level: 3 })).textContent).toBe('Shift at Guadal');
  expect(part.getByRole('link', { name: 'the log' }).getAttribute('href')).toBe('/event-log');
  expect(part.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Guadal', '8']);
  expect(part.getByText('{site}').tagName).toBe('CODE');
});

test('headings stand below the title of the widget without a gap, whatever depth the text begins with', async () => {
  const part = within(await showText('## Shift\n\n#### Night'));
  expect((await part.findAllByRole('heading')).map(({ tagName }) => tagName)).toEqual(['H2', 'H3', 'H4']);
});

test('HTML, scripts in links and pictures from elsewhere are text', async () => {
  const markdown =
    '<b onclick="alert(1)">bold</b> [run](javascript:alert(1)) ![picture](https://example.com/a.png)\n\n<script>alert(1)</script>';
  const part = await showText(markdown);
  expect((await within(part).findByText(/alert\(1\)">/)).textContent).toBe('<b onclick="alert(1)">bold</b> run picture');
  expect(part.querySelectorAll('b, a, img, script')).toHaveLength(0);
});

test('a text that is not written yet says where to write it', async () => {
  expect(within(await showText(' ')).getByText('No text yet. Write it in the settings.')).toBeDefined();
});
